import { primaryTranslations } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** A language of a country. Both codes are set, so that they identify one row of translations. */
export type Locale = { iso_639_1: string; iso_3166_1: string }

/** The language of the texts of a reply, or a chain of them, of which this is the first. */
export type Language = Locale & {
  /** The further languages of a chain, in which a missing text is looked for; the last one is that of the original. */
  fallbacks?: readonly Locale[]
  /** Records have the languages of their texts beside them. */
  isNamed?: true
}

/** The languages of a chain, in order, without that of the original. */
export const languagesOf = ({ iso_639_1, iso_3166_1, fallbacks = [] }: Language): readonly Locale[] => [
  { iso_639_1, iso_3166_1 },
  ...fallbacks,
]

/** A chain that goes on with further languages, as far as a chain may go. */
export function continued(language: Language, further: readonly Locale[]): Language {
  const locales = new Map([...languagesOf(language), ...further].map((locale) => [localeTag(locale), locale]))
  const [first = language, ...fallbacks] = [...locales.values()].slice(0, maxLanguagesInChain)
  return { ...first, fallbacks }
}

/** Each language once, with the countries that are named for it, in order. */
export function countriesByLanguage(locales: readonly Locale[]): Map<string, string[]> {
  const byLanguage = Map.groupBy(locales, ({ iso_639_1 }) => iso_639_1)
  return new Map(Array.from(byLanguage, ([code, found]) => [code, found.flatMap(({ iso_3166_1 }) => iso_3166_1 || [])]))
}

/** Longest chain of languages: each is looked up for each text. */
export const maxLanguagesInChain = 8
/** Longest text of such a chain: the longest name of a language is `zh-Hant-TW`. */
export const maxChainLength = 11 * maxLanguagesInChain

/** Longest text that is read as one language. */
const maxTagLength = 40
/** Language, script and country. */
const languageTag = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-|$)/i
/** The two letters of a language for which `Intl` only has three: ISO 639-1 calls Filipino by the name of Tagalog. */
const shorter: Readonly<Record<string, string>> = wordTable({ fil: 'tl' })

/** A language, or a chain of them without repetitions and without what is no language. */
export function parseLanguage(text: string): Language | undefined {
  if (!text.includes(',')) return parseLocale(text)
  const words = text.split(',', maxLanguagesInChain + 1)
  if (words.length > maxLanguagesInChain) return undefined
  const locales = new Map<string, Locale>()
  for (const word of words) {
    const locale = parseLocale(word.trim())
    if (locale) locales.set(localeTag(locale), locale)
  }
  const [first, ...fallbacks] = locales.values()
  return first && { ...first, fallbacks }
}

/** `ll-CC`, or `ll` for a language without a country. */
export const localeTag = ({ iso_639_1, iso_3166_1 }: Locale): string =>
  iso_3166_1 === '' ? iso_639_1 : `${iso_639_1}-${iso_3166_1}`

/**
 * A language as far as its tag says one that ISO 639-1 has: codes of three letters have one of two, and what follows
 * the country (a variant, or the encoding that `en_US.UTF-8` of an environment has) does not matter. There are no texts
 * for regions of several countries, such as the one in `es-419` that browsers send, so such a region is ignored.
 */
export function parseLocale(text: string): Locale | undefined {
  if (text.length > maxTagLength) return undefined
  const tag = text.split(/[.@]/, 1)[0]?.replaceAll('_', '-') as string
  const [, language, script, region] = languageTag.exec(tag) ?? []
  const iso_639_1 = language && letters(language.toLowerCase())
  if (!iso_639_1) return undefined
  const country = region?.length === 2 ? region.toUpperCase() : undefined
  return { iso_639_1, iso_3166_1: country ?? homeCountry(iso_639_1, script) }
}

/** The two letters of a language. */
function letters(language: string): string | undefined {
  if (language.length === 2) return language
  const [known] = Intl.getCanonicalLocales(language) as [string]
  const two = shorter[known] ?? known.split('-', 1)[0]
  return two?.length === 2 ? two : undefined
}

/** Countries of languages that came without a script. */
const homeCountries = new Map<string, string>()

/**
 * The main country of a language: `en` is `en-US`, `zh` is `zh-CN`, `zh-Hant` is `zh-TW`. A language without one gets
 * the only country for which it has texts.
 */
export function homeCountry(iso_639_1: string, script?: string): string {
  const known = script ? undefined : homeCountries.get(iso_639_1)
  if (known !== undefined) return known
  const region = new Intl.Locale(script ? `${iso_639_1}-${script}` : iso_639_1).maximize().region ?? ''
  const only = primaryTranslations.find((locale) => locale.startsWith(`${iso_639_1}-`))?.slice(3) ?? ''
  const home = /^[A-Z]{2}$/.test(region) ? region : only
  if (!script) homeCountries.set(iso_639_1, home)
  return home
}
