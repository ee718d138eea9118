import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { RecordId, Small } from '../fields.ts'
import { isKind, type Kind, kind, numberingOf, type PartName } from '../kinds.ts'
import { Country, maxEntries, orEmpty, statedEntry, WrittenLanguage } from '../line-entries.ts'
import type { Store } from '../part.ts'
import { parts } from '../parts/index.ts'
import { statedTexts, translationLines } from '../parts/translations.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'

/**
 * What can be stated about a record, derived from its kind and its parts: the one place where imports and edits learn
 * what fits. An edit has the columns of tables. A line of an import has the same values in the form of replies.
 */

/** Languages of one edit of a record, and fields that it locks. */
const maxLanguages = 500
const maxLocks = 500

/** The parts of a kind that are stored. */
export function storesOf(of: Kind): { name: PartName; store: Store }[] {
  const { operationParts, storedOnlyParts } = kind(of)
  const names = new Set<string>([...operationParts, ...storedOnlyParts])
  return parts.flatMap(({ name, store }) => (store && names.has(name) ? [{ name, store }] : []))
}

/** A field that may be left out, and whose empty values (null, '') are allowed whatever its form. */
export function optional(schema: TSchema): TSchema {
  const { type, pattern, ...rest } = schema as TSchema & { type?: string | string[]; pattern?: string }
  if (typeof type !== 'string' && !Array.isArray(type)) return Type.Optional(Type.Union([schema, Type.Null()]))
  const form = pattern === undefined ? {} : { pattern: `^$|${pattern}` }
  return Type.Optional(Type.Unsafe({ ...rest, ...form, type: [...new Set([type, 'null'].flat())] }))
}

const optionals = (schemas: Readonly<Record<string, TSchema>>): TProperties =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, optional(schema)]))

/** Where a season or an episode belongs. */
const numberingSchema = (of: RecordKind): TProperties =>
  Object.fromEntries(numberingOf(of).map((column) => [column, column === 'series_id' ? RecordId : Small]))

/** What a line states about a record, besides its id and its source. */
export function lineSchema(of: RecordKind): TProperties {
  const { fields, texts, required } = recordKind(of)
  const lines = Object.entries(fields).map(([column, { line, lineName }]) => [lineName ?? column, line])
  const ofParts = isKind(of) ? storesOf(of).map(({ store }) => store.lines(of)) : []
  const translations = texts.length > 0 ? translationLines(of) : {}
  return {
    ...numberingSchema(of),
    ...optionals(Object.assign(Object.fromEntries(lines), ...ofParts, translations)),
    ...Object.fromEntries(lines.filter(([name]) => required.includes(name as string))),
  }
}

/** What an edit states about a record. Nothing else may be in it. */
export function editSchema(of: RecordKind): TObject {
  const { fields, texts, required } = recordKind(of)
  const columns = Object.entries(fields).map(([column, { schema }]) => [
    column,
    required.includes(column) ? Type.Optional(schema) : optional(schema),
  ])
  const ofParts = isKind(of) ? storesOf(of).map(({ name, store }) => [name, Type.Optional(partSchema(store, of))]) : []
  const languages = texts.length > 0 ? maxLanguages : 0
  return statedEntry({
    kind: Type.Literal(of),
    id: Type.Optional(RecordId),
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    numbering: Type.Optional(statedEntry(numberingSchema(of))),
    values: Type.Optional(statedEntry(Object.fromEntries(columns))),
    texts: Type.Optional(Type.Array(statedTexts(of), { maxItems: languages })),
    parts: Type.Optional(statedEntry(Object.fromEntries(ofParts))),
    locks: Type.Optional(Type.Array(lockSchema(of), { maxItems: maxLocks })),
    isDeleted: Type.Optional(Type.Literal(true)),
    mergedInto: Type.Optional(mergeSchema(of)),
    ...(numberingOf(of).length > 0 && { movedTo: Type.Optional(statedEntry(numberingSchema(of))) }),
  })
}

const Side = Type.Unsafe<'merged' | 'survivor'>({ type: 'string', enum: ['merged', 'survivor'] })
/** Longest place of a value: a column, or a text with its language. */
const maxPlaceLength = 100

/** The record that another one becomes, and from which of the two each value is taken. */
function mergeSchema(of: RecordKind): TObject {
  const parts = isKind(of) ? storesOf(of).map(({ name }) => [name, Type.Optional(Side)]) : []
  return statedEntry({
    id: RecordId,
    values: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z_]+\\|([a-z]{2})?\\|([A-Z]{2})?$', maxLength: maxPlaceLength }), Side, {
        additionalProperties: false,
      }),
    ),
    parts: Type.Optional(statedEntry(Object.fromEntries(parts))),
  })
}

/** Entries to put, and entries to remove, where only the key counts. */
function partSchema(store: Store, of: Kind): TObject {
  const entry = store.entry(of)
  const columns = Object.entries<TSchema>(entry.properties).map(([name, schema]) => [
    name,
    store.key.includes(name) ? schema : Type.Optional(Type.Unknown()),
  ])
  return statedEntry({
    put: Type.Optional(Type.Array(entry, { maxItems: maxEntries })),
    remove: Type.Optional(Type.Array(statedEntry(Object.fromEntries(columns)), { maxItems: maxEntries })),
  })
}

/** A column of the record, or a text in another language than en-US. */
const lockSchema = (of: RecordKind) =>
  statedEntry({
    column: Type.String({ enum: [...new Set([...Object.keys(recordKind(of).fields), ...recordKind(of).texts])] }),
    iso_639_1: orEmpty(WrittenLanguage),
    iso_3166_1: orEmpty(Country),
    locked: Type.Boolean(),
  })
