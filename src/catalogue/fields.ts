import { type Static, type TSchema, Type } from 'typebox'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { shownAddress, WebAddress } from '#src/contract/web-address.ts'
import { oneLine } from '#src/reference/hidden.ts'

/** A fact of a record: one column of its kind's table, and one field of its line in the import format. */
export type Field<Schema extends TSchema = TSchema> = {
  /** What the column holds. */
  schema: Schema
  /** The value that means "unknown". */
  empty: Static<Schema>
  /** What the field may hold in a line; `null` is always allowed there and means the empty value. */
  line: TSchema
  /** Its name in a line, if not that of the column. */
  lineName?: string
  read?(line: any): unknown
  write?(value: any): unknown
  /** One of the record's texts in en-US; other languages are translations. */
  isText?: true
  /** Changes of votes and popularity are not in the change log. */
  isUnlogged?: true
  references?: 'collection' | 'company'
}

const field = <Schema extends TSchema>(schema: Schema, empty: Static<Schema>, more: Partial<Field> = {}) =>
  ({ schema, empty, line: schema, ...more }) as Field<Schema>

/** Longest prose, such as an overview, in UTF-16 units; longer ones are refused. */
export const maxTextLength = 65_536
/** Most entries of a list in one field, such as a person's other names. */
export const maxListLength = 500

const Text = Type.String({ maxLength: maxTextLength })
/**
 * Longest text of one line, in UTF-16 units: the name of a record, a word, a role, an external id. Some are parts of
 * keys, and a key of PostgreSQL has at most 2,700 bytes.
 */
export const maxWordLength = 500
/** As much of a name as pages show: some were stored when they could still be longer. */
export const shortName = (name: string): string =>
  name.length > maxWordLength ? `${name.slice(0, maxWordLength - 1).toWellFormed()}…` : name

const ofOneLine = { maxLength: maxWordLength, pattern: oneLine }
export const Word = Type.String({ minLength: 1, ...ofOneLine })
export const OptionalWord = Type.String(ofOneLine)
/** Whether a column holds prose, which has line breaks: texts of one line are shorter. */
export const isProse = (schema: TSchema): boolean => (schema as { maxLength?: number }).maxLength === maxTextLength
export const RecordId = Type.Integer({ minimum: 1, maximum: maxId })
/** A number that fits a column of four bytes, like an id. */
export const Small = Type.Integer({ minimum: 0, maximum: maxId })
export const Path = Type.String({ pattern: '^/', maxLength: 512 })
/** A day that exists in the calendar. */
export const calendarDay =
  '(\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|\\d{4}-(0[13-9]|1[0-2])-(29|30)|\\d{4}-(0[13578]|1[02])-31|' +
  '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)'
/** The same, or ''. */
export const dayPattern = `^${calendarDay}?$`
export const Day = Type.String({ pattern: dayPattern })
export const LanguageCode = Type.String({ pattern: '^([a-z]{2})?$' })
export const CountryCode = Type.String({ pattern: '^([A-Z]{2})?$' })

export const text = field(Text, '')
export const translated = field(Text, '', { isText: true })
/** A name, or another text of one line. */
export const line = field(OptionalWord, '')
export const translatedLine = field(OptionalWord, '', { isText: true })
export const line_or_null = field(nullable(OptionalWord), null)
export const word = field(Word, '')
export const translatedWord = field(Word, '', { isText: true })
export const day = field(Day, '')
export const day_or_null = field(nullable(Day), null)
/** How much is known of a date, which its own column holds as a whole day. */
export const precision = field(
  Type.Unsafe<'' | 'day' | 'month' | 'year'>({ type: 'string', enum: ['', 'day', 'month', 'year'] }),
  '',
)
const writeAddress = { write: (value: string | null) => shownAddress(value ?? '') }
export const address = field(WebAddress, '', writeAddress)
export const address_or_null = field(nullable(WebAddress), null, writeAddress)
export const translatedAddress = field(WebAddress, '', { isText: true, ...writeAddress })
export const path = field(nullable(Path), null)
export const language = field(LanguageCode, '')
export const country = field(CountryCode, '')
export const flag = field(Type.Boolean(), false)
export const whole = field(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 0)
export const small = field(Small, 0)
export const small_or_null = field(nullable(Small), null)
/** What a source says; what replies show as `popularity` is computed from it (`popularity.ts`). */
export const stated_popularity = field(Type.Number({ minimum: 0 }), 0, { isUnlogged: true, lineName: 'popularity' })
const Average = Type.Number({ minimum: 0, maximum: 10 })
/** The average of a season, which nobody rates here. */
export const vote_average = field(Average, 0, { isUnlogged: true })
/** What a source says about something that people rate here, too; replies show both together (`votes.ts`). */
export const stated_average = field(Average, 0, { isUnlogged: true, lineName: 'vote_average' })
export const stated_count = field(Small, 0, { isUnlogged: true, lineName: 'vote_count' })

/** Numbers by country, as priorities of watch providers are. */
export const numbersByCountry = Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), Small)
export const by_country = field(numbersByCountry, {})

const list = <Item extends TSchema>(item: Item) => field(Type.Array(item, { maxItems: maxListLength }), [])
export const names = list(OptionalWord)
export const countries = list(CountryCode)
export const languages = list(LanguageCode)
export const media_types = list(Type.String({ enum: ['movie', 'tv'] }))
export const minutes = list(Type.Integer({ minimum: 0, maximum: 100_000 }))

/** A list of codes. Replies and lines show objects with names, but only the codes are stored. */
const codes = (code: 'iso_3166_1' | 'iso_639_1', column: typeof countries) => ({
  ...column,
  line: Type.Array(Type.Object({ [code]: column.schema.items }), { maxItems: maxListLength }),
  read: (entries: Record<string, string>[]) => entries.map((entry) => entry[code]),
  write: (values: string[]) => values.map((value) => ({ [code]: value })),
})
export const production_countries = codes('iso_3166_1', countries)
export const spoken_languages = codes('iso_639_1', languages)

/** Another record that this one belongs to; a line embeds it, and only its id is read. */
export const belongsTo = (kind: 'collection' | 'company', lineName: string) =>
  field(nullable(RecordId), null, {
    references: kind,
    lineName,
    line: Type.Object({ id: RecordId }),
    read: (embedded: { id: number }) => embedded.id,
    write: (id: number | null) => (id === null ? null : { id }),
  })
