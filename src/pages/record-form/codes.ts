import { countries, languages, primaryTranslations } from '#src/reference/reference.ts'
import { formatOf } from '#src/texts/format.ts'
import { languages as pageLanguages } from '#src/texts/index.ts'

/** Codes of countries and languages as people write them: as codes, or by their names in any language of the pages. */

type Sort = 'countries' | 'languages'

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

function byName(sort: Sort): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const add = (name: string, code: string) => {
    if (name !== '' && !known.has(folded(name))) known.set(folded(name), code)
  }
  const all: (readonly [code: string, ...names: string[]])[] =
    sort === 'countries'
      ? countries.map((one) => [one.iso_3166_1, one.native_name, one.english_name])
      : languages.map((one) => [one.iso_639_1, one.english_name, one.name])
  for (const format of pageLanguages.map(formatOf))
    for (const [code] of all) add(sort === 'countries' ? format.country(code) : format.language(code), code)
  for (const [code, ...names] of all) for (const name of names) add(name, code)
  return known
}
/** Longest name of a country or a language that is looked up, and longest text of several. */
const maxName = 100
const maxNames = 20_000

const names = { countries: byName('countries'), languages: byName('languages') }

/** The code that a text means; the text as codes are written if it is no name that is known here. */
export function codeIn(sort: Sort, text: string): string {
  const trimmed = text.trim()
  if (trimmed.length > maxName) return trimmed
  const code = sort === 'countries' ? trimmed.toUpperCase() : trimmed.toLowerCase()
  return /^\w{2}$/.test(trimmed) ? code : (names[sort].get(folded(trimmed)) ?? trimmed)
}

/** The codes of a text that has several with commas; codes may have spaces between them. */
export function codesIn(sort: Sort, text: string): string[] {
  if (text.length > maxNames) return [text]
  return text
    .split(/[,;\n]/)
    .flatMap((part) => (/^(\s*\b\w{2}\b)+\s*$/.test(part) ? part.trim().split(/\s+/) : part))
    .map((part) => codeIn(sort, part))
    .filter(Boolean)
}

/** A language and a country, as `de-DE`, from a text that may name the language alone; undefined if it is neither. */
export function tagFrom(text: string): string | undefined {
  if (text.length > maxName) return undefined
  const [, language, country] = /^([a-z]{2})[-_]([a-z]{2})$/i.exec(text.trim()) ?? []
  if (language && country) return `${language.toLowerCase()}-${country.toUpperCase()}`
  const code = codeIn('languages', text)
  return (
    primaryTranslations.find((tag) => tag.startsWith(`${code}-${code.toUpperCase()}`)) ??
    primaryTranslations.find((tag) => tag.startsWith(`${code}-`))
  )
}
