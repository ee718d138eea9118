import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { timezoneOf } from '#src/reference/reference.ts'
import { namesInRequests, neutralName } from './dialects.ts'
import { continued, type Language, type Locale, maxLanguagesInChain, parseLanguage, parseLocale } from './languages.ts'
import { parseDay, parseMoment } from './moments.ts'
import { ApiError, type StatusName } from './statuses.ts'

export type { Language } from './languages.ts'

/** How the text of a parameter is parsed, and the status for a text that is invalid. */
type Format<Value = unknown> = { refusal: StatusName; parse(text: string): Value | undefined }

/** The formats of query parameters that are more than a number or a text. */
const formats = {
  page: { refusal: 'invalid_page', parse: (text) => wholeNumber(text, 1, maxPage) },
  language: { refusal: 'invalid_parameters', parse: parseLanguage },
  languages: { refusal: 'invalid_parameters', parse: parseLanguages },
  country: { refusal: 'invalid_parameters', parse: (text) => (/^[A-Za-z]{2}$/.test(text) ? text : undefined) },
  date: { refusal: 'invalid_date', parse: parseDay },
  timezone: { refusal: 'invalid_timezone', parse: timezoneOf },
  names: { refusal: 'too_many_appended', parse: parseNames },
  list: { refusal: 'invalid_parameters', parse: parseList },
  moment: { refusal: 'invalid_date', parse: parseMoment },
} satisfies Record<string, Format>

const maxPage = 500
const maxAppended = 20
/** The longest list of languages in one parameter. */
const maxLanguages = 50
/** The keyword of parameters whose value counts as left out where it cannot be read; the contract shows it. */
export const IGNORED_IF_WRONG = 'x-ignored-if-wrong'
/** What even a read refuses: a page that does not exist, and more than one reply can have. */
const alwaysRefused: ReadonlySet<StatusName> = new Set(['invalid_page', 'too_many_appended'])
/** So are places in a list and the length of its pages: whoever got other rows instead would read the list for ever. */
const ofPlaces: ReadonlySet<string> = new Set(['after', 'cursor', 'page_size'])
export const refusesWrong = (name: string, refusal: StatusName): boolean =>
  alwaysRefused.has(refusal) || ofPlaces.has(name)

const parameter = <Value>(format: keyof typeof formats, description: string, more: object = {}) =>
  Type.Unsafe<Value>({ type: 'string', format, description, ...more })

export const page = Type.Unsafe<number>({
  type: 'integer',
  format: 'page',
  minimum: 1,
  maximum: maxPage,
  default: 1,
  description: `Page of the results, from 1 to ${maxPage}`,
})
const chain = `or a chain of at most ${maxLanguagesInChain}, separated by commas`
export const language = parameter<Language>(
  'language',
  `Language of the texts, as \`ll\` or \`ll-CC\`, ${chain}: each text comes in the first of them that it exists ` +
    'in, or else in the original language. Default: the languages of the key, or `en-US` if it has none. A key may ' +
    'append languages to those of all its requests',
  { default: 'en-US' },
)
const includeTextLanguages = Type.Optional(
  Type.Boolean({
    description:
      'Whether to add `text_languages` to records, with the language of each text; null where there is no ' +
      'text or its language is unknown',
    examples: [true],
  }),
)
export const languageFilter = Type.Optional(
  parameter<Language>(
    'language',
    `Only entries in this language, ${chain}: in the first one that has entries, or else in the original one. ` +
      'Countries do not matter',
  ),
)
export const languageList = (description: string) =>
  Type.Optional(parameter<(Locale | null)[]>('languages', description))
export const country = (description: string) => Type.Optional(parameter<string>('country', description))
export const date = (description: string) => Type.Optional(parameter<string>('date', description))
export const timezone = parameter<string>(
  'timezone',
  'Time zone that decides which day is today: a name of the IANA database, new or old, or an offset',
  {
    default: 'UTC',
  },
)
export const appendToResponse = Type.Optional(
  parameter<string[]>(
    'names',
    `Parts to append, separated by commas: at most ${maxAppended}; unknown names are ignored`,
  ),
)

/** The words of one parameter: all of them have to match, or any. */
export type WordList = { words: string[]; isAny: boolean }
/** Most words of one parameter that are read; there are hardly more in an address that is short enough. */
const maxListedWords = 500

/** A filter: values that cannot be read are ignored. */
export const filter = {
  list: (description: string, more: object = {}) => ignorable<WordList>({ format: 'list', description, ...more }),
  number: (description: string) => ignorable<number>({ type: 'number', description }),
  integer: (description: string, more: object = {}) => ignorable<number>({ type: 'integer', description, ...more }),
  year: (description: string) => ignorable<number>({ type: 'integer', minimum: 1000, maximum: 9999, description }),
  date: (description: string) => ignorable<string>({ format: 'date', description }),
  moment: (description: string) => ignorable<string>({ format: 'moment', description }),
  country: (description: string) => ignorable<string>({ format: 'country', description }),
  word: (description: string) => ignorable<string>({ maxLength: 100, description }),
  flag: (description: string) => ignorable<boolean>({ type: 'boolean', default: false, description }),
  choice: <Word extends string>(words: readonly Word[], description: string) =>
    ignorable<Word>({ enum: [...words], default: words[0], description }),
}

const ignorable = <Value>(schema: object) =>
  Type.Optional(Type.Unsafe<Value>({ type: 'string', ...schema, [IGNORED_IF_WRONG]: true }))

/** What a key says about the languages of all of its requests. */
export type Standards = {
  /** The default, instead of that in the contract. */
  language?: Language | undefined
  /** What follows those of a request. */
  appended?: readonly Locale[] | undefined
}

/** `ignored` gets the names, as they are written, of parameters that count as left out because they cannot be read. */
type Read<Query extends TObject> = (
  texts: Record<string, unknown>,
  standards?: Standards,
  ignored?: string[],
) => Static<Query>

/** How a query is read where one of its parameters is wrong. */
type Wrong = {
  /** Parameters that are not required count as left out where they cannot be read; programs write many of them so. */
  isIgnored?: boolean
  /** The status for an invalid query, if it is not that of the invalid parameter. */
  refusal?: StatusName | undefined
}

/**
 * Reads the known parameters of a query string, with the names of either dialect. Unknown ones are ignored, and an
 * empty one counts as left out.
 */
export function queryReader<Query extends TObject>(query: Query, wrong: Wrong = {}): Read<Query> {
  const required = new Set(query.required as string[] | undefined)
  const readers = Object.entries(query.properties).map(([name, schema]) => {
    const { refusal: own, parse } = formatOf(schema)
    const standard = (schema as { default?: unknown }).default
    const fallback = standard === undefined ? undefined : parse(String(standard))
    return {
      name,
      isIgnorable: IGNORED_IF_WRONG in schema || (wrong.isIgnored && !refusesWrong(name, own)),
      names: namesInRequests(name),
      refusal: wrong.refusal ?? own,
      parse,
      fallback,
      isRequired: required.has(name) && standard === undefined,
      isLanguage: (schema as Keywords).format === 'language',
    }
  })
  const named = readers.find(({ name }) => name === textLanguages)
  return (texts, standards, ignored) => {
    const values: Record<string, unknown> = {}
    for (const { name, names, refusal, parse, fallback, isRequired, isIgnorable, isLanguage } of readers) {
      // An empty cursor is the one to begin with; everything else that is empty counts as left out.
      const text = textOfAny(texts, names) ?? (name === 'cursor' && texts.cursor === '' ? '' : undefined)
      const value = text === undefined ? undefined : parse(text)
      if (value !== undefined) values[name] = value
      else if (isRequired || (text !== undefined && !isIgnorable)) throw new ApiError(refusal)
      else {
        if (text !== undefined) ignored?.push(nameOfText(texts, names))
        if (fallback !== undefined) values[name] = (name === 'language' && standards?.language) || fallback
      }
      if (isLanguage && standards?.appended && values[name] !== undefined)
        values[name] = continued(values[name] as Language, standards.appended)
    }
    if (named && values[textLanguages] === true) values.language = { ...(values.language as Language), isNamed: true }
    return values as Static<Query>
  }
}

const textLanguages = 'include_text_languages'

/** The same query, which can also ask for the languages of texts if it names theirs. */
export const withTextLanguages = <Query extends TObject>(query: Query): Query =>
  (query.properties.language as { default?: unknown } | undefined)?.default === undefined
    ? query
    : (Type.Object({ ...query.properties, [textLanguages]: includeTextLanguages }) as TObject as Query)

/** The text of the first of some names that has one. */
function textOfAny(texts: unknown, names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = textOf(texts, name)
    if (text !== undefined) return text
  }
  return undefined
}

const nameOfText = (texts: unknown, names: readonly string[]) =>
  names.find((name) => textOf(texts, name) !== undefined) as string

/** The text of a parameter. The last one counts if there are several; an empty one counts as left out. */
export function textOf(texts: unknown, name: string): string | undefined {
  const given = (texts as Record<string, unknown> | null | undefined)?.[name]
  const text = Array.isArray(given) ? given.at(-1) : given
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** The statuses for invalid values of parameters, or for those that are missing; `isRead`: most are ignored. */
export function queryRefusals({ properties, required }: TObject, isRead = true): StatusName[] {
  const mustBeThere = new Set(required as string[] | undefined)
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (IGNORED_IF_WRONG in schema) return []
    const { refusal } = formatOf(schema)
    const isRequired = mustBeThere.has(name) && (schema as { default?: unknown }).default === undefined
    return isRead && !isRequired && !refusesWrong(name, refusal) ? [] : [refusal]
  })
}

/** The keywords of the schema of a parameter. */
type Keywords = {
  format?: keyof typeof formats
  type?: string
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  maxLength?: number
}

/** Blanks around a value that is not a text of a person's mean nothing. */
function formatOf(schema: TSchema): Format {
  const { format, type, minimum, maximum, enum: words, maxLength = 200 } = schema as Keywords
  const trimmed = <Value>({ refusal, parse }: Format<Value>): Format<Value> => ({
    refusal,
    parse: (text) => parse(text.trim()),
  })
  if (format) return trimmed<unknown>(formats[format])
  const refusal = 'invalid_parameters'
  if (type === 'integer')
    return trimmed({ refusal, parse: (text) => wholeNumber(text, minimum ?? 0, maximum ?? 2 ** 53 - 1) })
  if (type === 'number') return trimmed({ refusal, parse: decimal })
  if (type === 'boolean') return trimmed({ refusal, parse: yesOrNo })
  if (words) return trimmed({ refusal, parse: (text) => wordOf(words, neutralName(text)) })
  return { refusal, parse: (text) => (text.length <= maxLength && isStorable(text) ? text : undefined) }
}

/** Programs write yes and no in several ways. */
const answers: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])
export const yesOrNo = (text: string): boolean | undefined => answers.get(text.toLowerCase())

const wordOf = (words: readonly string[], word: string) => (words.includes(word) ? word : undefined)

/** Not every database stores NUL, and half a surrogate pair is not a character, so no stored text contains either. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Only digits make a number: `1e3` and `0x10` do not. `1.0` is how some programs write 1. */
function wholeNumber(text: string, minimum: number, maximum: number): number | undefined {
  if (!/^\d{1,15}(\.0{1,6})?$/.test(text)) return undefined
  const value = Number(text)
  return value >= minimum && value <= maximum ? value : undefined
}

const decimal = (text: string) => (/^-?\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined)

/** Commas join words that all have to match, pipes words any of which may; a mix is read as the latter. */
function parseList(text: string): WordList | undefined {
  const words = text.split(/[,|]/, maxListedWords).map((word) => word.trim())
  const known = [...new Set(words.filter((word) => word !== '' && isStorable(word)))]
  return known.length > 0 ? { words: known, isAny: text.includes('|') || known.length === 1 } : undefined
}

/** Languages, each with its country if it names one; null stands for what has no language. */
function parseLanguages(text: string): (Locale | null)[] | undefined {
  const words = text.split(',', maxLanguages + 1)
  if (words.length > maxLanguages) return undefined
  return words.map((word) => parseListed(word.trim())).filter((locale) => locale !== undefined)
}

function parseListed(word: string): Locale | null | undefined {
  if (/^null$/i.test(word)) return null
  const locale = parseLocale(word)
  return locale && /^[a-z]+$/i.test(word) ? { ...locale, iso_3166_1: '' } : locale
}

function parseNames(text: string): string[] | undefined {
  const names = text.split(',', maxAppended + 2).filter((name) => name !== '')
  return names.length > maxAppended ? undefined : [...new Set(names.map((name) => neutralName(name.trim())))]
}
