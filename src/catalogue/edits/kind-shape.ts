import { Type } from 'typebox'
import { columnsOf, type Kind, kind, kindNames, type PartName, type TextName } from '../kinds.ts'
import type { Entry, Store } from '../part.ts'
import { storesOf } from '../statements/schema.ts'

/** The text that tells an entry apart from the others of its part and record. */
export function entryKeyOf({ key }: Store, entry: Entry): string {
  return JSON.stringify(key.map((column) => entry[column]))
}

export const emptyText = (name: string): unknown => (name === 'runtime' ? 0 : '')

export type StoredPart = {
  readonly name: PartName
  readonly store: Store
  /** The properties of a line that it reads. */
  readonly properties: readonly string[]
  /** The columns that refer to other records or to words. */
  readonly references: readonly (readonly [column: string, target: Target])[]
  readonly columns: readonly string[]
}
/** The tables that fields and entries refer to. */
export type Target = 'person' | 'company' | 'network' | 'collection' | 'genre' | 'keyword'

const storedPart = (of: Kind, name: PartName, store: Store): StoredPart => ({
  name,
  store,
  properties: Object.keys(store.lines(of)),
  columns: Object.keys(store.columns),
  references: Object.entries(store.references ?? {}),
})

function describeKind(of: Kind) {
  const { fields, texts } = kind(of)
  const storedParts = storesOf(of).map(({ name, store }) => storedPart(of, name, store))
  return {
    empty: Object.fromEntries(Object.entries(fields).map(([column, { empty }]) => [column, empty])),
    emptyTexts: Object.fromEntries(texts.map((name) => [name, emptyText(name)])),
    columns: Type.Object(columnsOf(of)),
    row: Type.Object({
      ...columnsOf(of),
      source_id: Type.String(),
      edit_id: Type.Integer(),
      stated_zeros: Type.String(),
    }),
    translation: Type.Object({
      entity_id: Type.Integer(),
      iso_639_1: Type.String(),
      iso_3166_1: Type.String(),
      ...Object.fromEntries(texts.map((name) => [name, name === 'runtime' ? Type.Integer() : Type.String()])),
      source_id: Type.String(),
    }),
    storedParts,
    /** Columns of the kind's table that refer to other records, and their names in lines. */
    references: Object.entries(fields).flatMap(([column, { references, lineName }]) =>
      references ? [{ column, target: references as Target, field: lineName ?? column }] : [],
    ),
    fields: Object.entries(fields),
  }
}
const described = new Map<Kind, ReturnType<typeof describeKind>>()

/** What follows from the tables of kinds and parts, computed once: empty values, schemas of rows, the stored parts. */
export function shapeOf(of: Kind): ReturnType<typeof describeKind> {
  // Not when the module is loaded, because parts and kinds import each other.
  for (const name of described.size ? [] : kindNames) described.set(name, describeKind(name))
  return described.get(of) as ReturnType<typeof describeKind>
}

/** The column of the kind's table for a text; some have another name there. */
export const baseColumnOf = (of: Kind, text: TextName | string): string =>
  Object.hasOwn(kind(of).fields, text) ? text : kind(of).title
