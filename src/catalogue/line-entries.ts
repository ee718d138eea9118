import { type TProperties, type TSchema, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { maxTextLength } from './fields.ts'
import type { Entry } from './part.ts'

/** Most entries of one part in a line; a line with more is refused. */
export const maxEntries = 5_000
/**
 * Longest title, name or external id in an entry, and longest type of one, in UTF-16 units. They are parts of keys, and
 * a key of PostgreSQL has at most 2,700 bytes.
 */
const maxWordLength = 500
const maxLabelLength = 100

export const Text = Type.String({ maxLength: maxTextLength })
const printable = '[^\\u0000-\\u001f]'
export const Word = Type.String({ minLength: 1, maxLength: maxWordLength, pattern: `^${printable}*$` })
export const OptionalWord = Type.String({ maxLength: maxWordLength, pattern: `^${printable}*$` })
export const Label = Type.String({ maxLength: maxLabelLength, pattern: `^${printable}*$` })
/** Ids of images, videos, reviews and credits. */
export const EntryId = Type.String({ pattern: '^[0-9a-f]{24}$' })
export const Country = Type.String({ pattern: '^[A-Z]{2}$' })

const time = '([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d{1,9})?'
/** A moment in UTC; a day alone means its first moment. */
export const Timestamp = Type.String({ pattern: `^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T${time}Z)?$` })

/** The form in which a moment is stored: `YYYY-MM-DDTHH:MM:SS.000Z`. `text` fits Timestamp. */
export function timestamp(text: string): string {
  const clock = text.slice(11, 19) || '00:00:00'
  const milliseconds = text.slice(20, -1).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${clock}.${milliseconds}Z`
}

/** An entry as a line has it; `readEntry` reads it. */
export type LineEntry = Record<string, any>

type TypedSchema = TSchema & { type: string; pattern?: string }

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
