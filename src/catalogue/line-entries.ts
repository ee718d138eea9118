import { type TProperties, type TSchema, type TString, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { oneLine } from '#src/reference/hidden.ts'
import { calendarDay, maxTextLength, OptionalWord } from './fields.ts'
import type { Entry } from './part.ts'

/** Most entries of one part in a line; a line with more is refused. */
export const maxEntries = 5_000
/** Longest type of an entry, in UTF-16 units. */
const maxLabelLength = 100

export const Text = Type.String({ maxLength: maxTextLength })
export { OptionalWord, Word } from './fields.ts'
export const Label = Type.String({ maxLength: maxLabelLength, pattern: oneLine })
/** Ids of images, videos, reviews and credits. */
export const EntryId = Type.String({ pattern: '^[0-9a-f]{24}$' })
/** Codes that have to be there. */
export const Country = Type.String({ pattern: '^[A-Z]{2}$' })
export const WrittenLanguage = Type.String({ pattern: '^[a-z]{2}$' })

const time = 'T([01]\\d|2[0-3])(:[0-5]\\d){2}'
/** A moment in UTC; a day alone means its first moment. */
export const timestampPattern = `^${calendarDay}(${time}(\\.\\d{1,9})?Z)?$`
export const Timestamp = Type.String({ pattern: timestampPattern })
/** A moment in the form in which it is stored. */
export const momentPattern = `^${calendarDay}${time}\\.\\d{3}Z$`
export const Moment = Type.String({ pattern: momentPattern })

/** The form in which a moment is stored: `YYYY-MM-DDTHH:MM:SS.000Z`. `text` fits Timestamp. */
export function timestamp(text: string): string {
  const clock = text.slice(11, 19) || '00:00:00'
  const milliseconds = text.slice(20, -1).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${clock}.${milliseconds}Z`
}

/** Limits of a column, which its replies and rows do without. */
const limits = new Set(['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'maxItems', 'enum'])

function withoutLimits(schema: object): object {
  const kept = Object.entries(schema).filter(([keyword]) => !limits.has(keyword))
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, keyword === 'items' ? withoutLimits(value) : value]),
  )
}

/** The columns of a table, from what may be stated in each of them. */
export const columnsFrom = <Stated extends TProperties>(stated: Stated): Stated =>
  Object.fromEntries(
    Object.entries(stated).map(([column, schema]) => [column, withoutLimits(schema) as TSchema]),
  ) as Stated

/** An entry with all of its columns and nothing else. */
export const statedEntry = (stated: TProperties, more: object = {}) =>
  Type.Object(stated, { additionalProperties: false, ...more })

/** An entry as a line has it; `readEntry` reads it. */
export type LineEntry = Record<string, any>

type TypedSchema = TSchema & { type: string; pattern?: string }

/** A text of this form, or an empty one. */
export const orEmpty = (schema: TString) => Type.String({ pattern: `^$|${(schema as TypedSchema).pattern}` })

/** A field that may be left out; null and an empty text mean the same. */
export const optionalField = (schema: TSchema) => {
  const { pattern, ...typed } = schema as TypedSchema
  return Type.Optional(nullable({ ...typed, ...(pattern && { pattern: `^$|${pattern}` }) } as TypedSchema))
}

/** The schema of an entry in a line. */
export const lineEntry = (required: TProperties, optional: TProperties) =>
  Type.Object({
    ...required,
    ...Object.fromEntries(Object.entries(optional).map(([name, schema]) => [name, optionalField(schema)])),
    /** Where the entry comes from, if not from the source of the line. */
    source: optionalField(OptionalWord),
  })

export const lineEntries = (required: TProperties, optional: TProperties = {}) =>
  Type.Array(lineEntry(required, optional), { maxItems: maxEntries })

/** The columns of a line's entry, with the value of `nothing` where it has none, and its own source if it names one. */
export function readEntry<Columns extends Entry>(
  given: LineEntry,
  nothing: Columns,
): { [Column in keyof Columns]: any } & { source_id?: string } {
  const entry: LineEntry = {}
  for (const column in nothing) entry[column] = given[column] ?? nothing[column]
  if (given.source) entry.source_id = given.source
  return entry as ReturnType<typeof readEntry<Columns>>
}
