import { type Static, Type } from 'typebox'
import { IndexedRecord } from './records.ts'

/** Where a row of the index belongs. */
export type Shelf = { generation: number; kind: string }

const shelf = { generation: Type.Integer(), kind: Type.String() }
/** Postings of a word that lie together. */
export const Chunk = Type.Object({ word: Type.String(), first: Type.Integer(), postings: Type.String() })
export type Chunk = Static<typeof Chunk>
/** A record that has a name. */
export const Whole = Type.Object({ name: Type.String(), weight: Type.Integer(), entity_id: Type.Integer() })
export type Whole = Static<typeof Whole>
export const Term = Type.Object({ word: Type.String(), records: Type.Integer(), best: Type.Integer() })
export type Term = Static<typeof Term>
/** Postings of a word that were collected together. */
export const Run = Type.Object({ word: Type.String(), run: Type.Integer(), postings: Type.String() })
export type Run = Static<typeof Run>

export const recordTable = {
  name: 'search_record',
  key: ['generation', 'kind', 'entity_id'],
  row: Type.Object({ ...shelf, ...IndexedRecord.properties }),
}
export const postingTable = {
  name: 'search_posting',
  key: ['generation', 'kind', 'word', 'first'],
  row: Type.Object({ ...shelf, ...Chunk.properties }),
}
export const wholeTable = {
  name: 'search_whole',
  key: ['generation', 'kind', 'name', 'weight', 'entity_id'],
  row: Type.Object({ ...shelf, ...Whole.properties }),
}
export const runTable = {
  name: 'search_run',
  key: ['generation', 'kind', 'word', 'run'],
  row: Type.Object({ ...shelf, ...Run.properties }),
}
export const termTable = {
  name: 'search_term',
  key: ['generation', 'kind', 'word'],
  row: Type.Object({ ...shelf, ...Term.properties }),
}
export const slipTable = {
  name: 'search_slip',
  key: ['generation', 'remainder', 'word'],
  row: Type.Object({ generation: Type.Integer(), remainder: Type.String(), word: Type.String() }),
}
