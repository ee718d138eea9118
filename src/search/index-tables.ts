import { type Static, Type } from 'typebox'
import { IndexedRecord } from './records.ts'

/** Where a row of the index belongs. */
export type Shelf = { generation: number; kind: string }

const shelf = { generation: Type.Integer(), kind: Type.String() }
export const Posting = Type.Object({ word: Type.String(), weight: Type.Integer(), entity_id: Type.Integer() })
export const Term = Type.Object({ word: Type.String(), records: Type.Integer(), best: Type.Integer() })
export type Posting = Static<typeof Posting>
export type Term = Static<typeof Term>

export const recordTable = {
  name: 'search_record',
  key: ['generation', 'kind', 'entity_id'],
  row: Type.Object({ ...shelf, ...IndexedRecord.properties }),
}
export const wordTable = {
  name: 'search_word',
  key: ['generation', 'kind', 'word', 'weight', 'entity_id'],
  row: Type.Object({ ...shelf, ...Posting.properties }),
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
