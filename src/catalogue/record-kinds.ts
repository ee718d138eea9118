import { type TProperties, type TSchema, Type } from 'typebox'
import type { Field } from './fields.ts'
import { type Kind, kind, kindNames, numberingOf, type TextName } from './kinds.ts'
import { columnsFrom } from './line-entries.ts'
import { type Vocabulary, vocabulary, vocabularyNames } from './vocabularies.ts'

/** Everything that is stored as a record: what has a page, and the words of vocabularies. */
export type RecordKind = Vocabulary | Kind

/** The kinds, each after those that it refers to. */
export const recordKindNames: readonly RecordKind[] = [...vocabularyNames, ...kindNames]

const names: ReadonlySet<string> = new Set(recordKindNames)
export const isRecordKind = (name: string): name is RecordKind => names.has(name)

/** What all records have. */
type RecordEntry = {
  /** The column with its title. */
  title: 'title' | 'name'
  fields: Readonly<Record<string, Field>>
  /** The fields that every line has. */
  required: readonly string[]
  texts: readonly TextName[]
}

const entries = new Map<RecordKind, RecordEntry>([
  ...vocabularyNames.map((name) => [name, { ...vocabulary(name), title: 'name' }] as const),
  ...kindNames.map((name) => [name, { ...kind(name), required: [] }] as const),
])

export const recordKind = (name: RecordKind): RecordEntry => entries.get(name) as RecordEntry

/** The columns of a kind's table. What was stored before a limit is read as well. */
export function columnsOf(name: RecordKind): TProperties {
  const columns: Record<string, TSchema> = { id: Type.Integer() }
  for (const column of numberingOf(name)) columns[column] = Type.Integer()
  const fields = Object.entries(recordKind(name).fields).map(([column, { schema }]) => [column, schema])
  return { ...columns, ...columnsFrom(Object.fromEntries(fields)) }
}
