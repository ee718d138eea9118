import { primaryTranslations } from '#src/reference/reference.ts'

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

/** Longest chain of languages: each is looked up for each text. */
export const maxLanguagesInChain = 8
/** Longest text of such a chain: the longest name of a language is `zh-Hant-TW`. */
export const maxChainLength = 11 * maxLanguagesInChain

/**
 * Language, script and country. There are no texts for regions of several countries, such as the one in `es-419` that
 * browsers send, so such a region is ignored.
 */
const languageTag = /^([A-Za-z]{2})(?:[-_]([A-Za-z]{4}))?(?:[-_](?:([A-Za-z]{2})|\d{3}))?$/

/** A language, or a chain of them without repetitions. */
export function parseLanguage(text: string): Language | undefined {
  if (!text.includes(',')) return parseLocale(text)
  const words = text.split(',', maxLanguagesInChain + 1)
  if (words.length > maxLanguagesInChain) return undefined
  const locales = new Map<string, Locale>()
  for (const word of words) {
    const locale = parseLocale(word.trim())
    if (!locale) return undefined
    locales.set(localeTag(locale), locale)
  }
  const [first, ...fallbacks] = locales.values()
  return { ...(first as Locale), fallbacks }
}

/** `ll-CC`, or `ll` for a language without a country. */
export const localeTag = ({ iso_639_1, iso_3166_1 }: Locale): string =>
  iso_3166_1 === '' ? iso_639_1 : `${iso_639_1}-${iso_3166_1}`

export function parseLocale(text: string): Locale | undefined {
  const [, language, script, country] = languageTag.exec(text) ?? []
  if (language === undefined) return undefined
  const iso_639_1 = language.toLowerCase()
  return { iso_639_1, iso_3166_1: country?.toUpperCase() ?? homeCountry(iso_639_1, script) }
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
