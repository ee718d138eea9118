import { type TProperties, type TSchema, Type } from 'typebox'
import { isProse } from '../fields.ts'
import { isKind, type Kind, type PartName, type TextName } from '../kinds.ts'
import type { Entry, PartStatement, Store } from '../part.ts'
import { textsOf } from '../parts/translations.ts'
import { columnsOf, type RecordKind, recordKind, recordKindNames } from '../record-kinds.ts'
import { storesOf } from '../statements/schema.ts'

/** The text that tells an entry apart from the others of its part and record. */
export function entryKeyOf({ key }: Store, entry: Entry): string {
  return JSON.stringify(key.map((column) => entry[column]))
}

export const emptyText = (name: string): unknown => (name === 'runtime' ? 0 : '')

export type StoredPart = {
  readonly name: PartName
  readonly store: Store
  /** The properties of a line that it reads, with their schemas, and their names. */
  readonly lines: Readonly<Record<string, TSchema>>
  readonly properties: readonly string[]
  /** The columns that refer to other records. */
  readonly references: readonly (readonly [column: string, target: RecordKind])[]
  readonly columns: readonly string[]
  /** The columns that hold prose. */
  readonly prose: readonly string[]
  /** Reads and writes lines of the kind. */
  read(line: Record<string, any>, id: number): PartStatement | undefined
  write(entries: (Entry & { source?: string })[], line: Readonly<Record<string, unknown>>): Record<string, unknown>
}

const proseIn = (schemas: TProperties): string[] =>
  Object.entries(schemas).flatMap(([name, schema]) => (isProse(schema) ? [name] : []))

const storedPart = (of: Kind, name: PartName, store: Store, lines = store.lines(of)): StoredPart => ({
  name,
  store,
  lines,
  properties: Object.keys(lines),
  columns: Object.keys(store.columns),
  prose: proseIn(store.entry(of).properties),
  read: (line, id) => store.read(line, of, id),
  write: (entries, line) => store.write(entries, of, line),
  references: Object.entries(store.references ?? {}),
})

function describeKind(of: RecordKind) {
  const { fields, texts } = recordKind(of)
  const storedParts = isKind(of) ? storesOf(of).map(({ name, store }) => storedPart(of, name, store)) : []
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
    /** What of its fields and of its texts in a language is prose. */
    proseFields: proseIn(Object.fromEntries(Object.entries(fields).map(([column, { schema }]) => [column, schema]))),
    proseTexts: proseIn(textsOf(of, 'line')),
    /** Columns of the kind's table that refer to other records, and their names in lines. */
    references: Object.entries(fields).flatMap(([column, { references, lineName }]) =>
      references ? [{ column, target: references as RecordKind, field: lineName ?? column }] : [],
    ),
    fields: Object.entries(fields),
  }
}
const described = new Map<RecordKind, ReturnType<typeof describeKind>>()

/** What follows from the tables of kinds and parts, computed once: empty values, schemas of rows, the stored parts. */
export function shapeOf(of: RecordKind): ReturnType<typeof describeKind> {
  // Not when the module is loaded, because parts and kinds import each other.
  for (const name of described.size ? [] : recordKindNames) described.set(name, describeKind(name))
  return described.get(of) as ReturnType<typeof describeKind>
}

/** The column of the kind's table for a text; some have another name there. */
export const baseColumnOf = (of: RecordKind, text: TextName | string): string =>
  Object.hasOwn(recordKind(of).fields, text) ? text : recordKind(of).title

/** The parts of a kind about which lines say something. */
export const partsNamed = (of: RecordKind, lines: readonly object[]): ReadonlySet<PartName> =>
  new Set(
    shapeOf(of)
      .storedParts.filter(({ properties }) =>
        lines.some((line) => properties.some((name) => Object.hasOwn(line, name))),
      )
      .map(({ name }) => name),
  )
