import { certifications, countries, genreNames, genres, languages } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { normalName } from '#src/search/words.ts'

/** What other programs call genres, beside the names of the reference lists in every language. */
const otherGenres: Readonly<Record<string, readonly string[]>> = wordTable({
  'Science Fiction': ['Sci-Fi', 'SciFi', 'SF', 'Science-Fiction'],
  Romance: ['Romantic'],
  Documentary: ['Docu', 'Doc', 'Documentaries'],
  Animation: ['Animated', 'Anime', 'Cartoon'],
  Music: ['Musical', 'Concert'],
  Family: ['Children', 'Kids'],
  Thriller: ['Suspense'],
  History: ['Historical', 'Biography', 'Biopic'],
  War: ['Military'],
  'TV Movie': ['TV Film', 'Television film'],
  'Action & Adventure': ['Action', 'Adventure', 'Martial Arts'],
  'Sci-Fi & Fantasy': ['Science Fiction', 'Sci-Fi', 'SciFi', 'Science-Fiction', 'Fantasy', 'Supernatural'],
  'War & Politics': ['War', 'Politics', 'Political'],
  Reality: ['Reality-TV', 'Reality TV', 'Game Show', 'Game-Show'],
  Talk: ['Talk Show', 'Talk-Show'],
  Soap: ['Soap Opera'],
})

function genresOf(kind: 'movie' | 'tv'): ReadonlyMap<string, number> {
  const ids = new Map<string, number>()
  const note = (name: string, id: number) => {
    const known = normalName(name)
    if (!ids.has(known)) ids.set(known, id)
  }
  for (const { id, name } of genres[kind]) {
    note(name, id)
    for (const names of Object.values(genreNames)) if (names[id]) note(names[id], id)
  }
  for (const { id, name } of genres[kind]) for (const other of otherGenres[name] ?? []) note(other, id)
  return ids
}

const genreIds = { movie: genresOf('movie'), tv: genresOf('tv') }

/** The genres of a movie or a series by their names in any language; what is none is left out. */
export function genresNamed(names: readonly string[], kind: 'movie' | 'tv'): { id: number }[] {
  const ids = names.flatMap((name) => genreIds[kind].get(normalName(name)) ?? [])
  return [...new Set(ids)].map((id) => ({ id }))
}

const otherCountries: Readonly<Record<string, string>> = wordTable({
  usa: 'US',
  'u s a': 'US',
  us: 'US',
  'united states': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  russia: 'RU',
  'south korea': 'KR',
  korea: 'KR',
  'west germany': 'DE',
  'federal republic of germany': 'DE',
  'east germany': 'XG',
  'soviet union': 'SU',
  czechoslovakia: 'XC',
  yugoslavia: 'YU',
  'hong kong': 'HK',
  taiwan: 'TW',
  vietnam: 'VN',
})

const isCountry = new Set(countries.map(({ iso_3166_1 }) => iso_3166_1))
/** Languages whose names of countries are known. */
const namingLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl']
let countryCodes: Map<string, string> | undefined

function countriesByName(): Map<string, string> {
  const found = new Map<string, string>()
  const note = (name: string | undefined, code: string) => {
    const known = name === undefined ? '' : normalName(name)
    if (known !== '' && !found.has(known)) found.set(known, code)
  }
  for (const { iso_3166_1, english_name, native_name } of countries) {
    note(english_name, iso_3166_1)
    note(native_name, iso_3166_1)
  }
  for (const language of namingLanguages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const { iso_3166_1 } of countries) note(names.of(iso_3166_1), iso_3166_1)
  }
  for (const [name, code] of Object.entries(otherCountries)) if (isCountry.has(code)) found.set(normalName(name), code)
  return found
}

/** The code of a country by its name, in one of ten languages, or by its code. */
function countryNamed(name: string): string | undefined {
  const code = name.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(code) && isCountry.has(code)) return code
  countryCodes ??= countriesByName()
  return countryCodes.get(normalName(name))
}

export const countriesNamed = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => countryNamed(name) ?? [])),
]

const languageCodes = new Map<string, string>()

/** The code of a language by its English name, its own name, or its code of two or three letters. */
export function languageNamed(name: string): string | undefined {
  if (languageCodes.size === 0) {
    for (const { iso_639_1, english_name, name: own } of languages)
      for (const known of [iso_639_1, english_name, own]) if (known) languageCodes.set(normalName(known), iso_639_1)
  }
  const known = languageCodes.get(normalName(name))
  if (known !== undefined || !/^[a-z]{3}$/i.test(name.trim())) return known
  // The runtime turns codes of three letters into those of two, where there are some.
  const short = Intl.getCanonicalLocales(name.trim())[0]
  return short === undefined ? undefined : languageCodes.get(short)
}

/** The country of texts in a language that do not name one: where most people speak it. */
export function countryOf(iso_639_1: string): string {
  const region = new Intl.Locale(iso_639_1).maximize().region ?? ''
  return isCountry.has(region) ? region : ''
}

/** The language of texts as a person names it, such as `de` or `de-AT`; undefined for English and for none. */
export function textLanguage(language: string): { iso_639_1: string; iso_3166_1: string } | undefined {
  if (/^(en(-US)?)?$/.test(language)) return undefined
  const [iso_639_1 = '', iso_3166_1 = countryOf(iso_639_1)] = language.split('-')
  return { iso_639_1, iso_3166_1 }
}

/** Systems of certificates that are named without their country. */
const systems: Readonly<Record<string, string>> = wordTable({
  fsk: 'DE',
  bbfc: 'GB',
  mpaa: 'US',
  csa: 'FR',
  kijkwijzer: 'NL',
})

/**
 * A certificate as programs write it: `US:PG-13`, `Rated PG-13`, `de/16`, `FSK 16`, `DE:FSK-16`. Without a country it
 * is that of the only country that has it, the United States before all others.
 */
export function certificateIn(
  text: string,
  kind: 'movie' | 'tv',
): { country: string; certification: string } | undefined {
  const [beforeReason = ''] = text.replace(/^rated\s+/i, '').split(/\sfor\s/i, 1)
  const stated = beforeReason.trim()
  const [, country, behind] = /^([a-z]{2})\s*[:/-]\s*(\S.*)$/i.exec(stated) ?? []
  const rest = behind ?? stated
  const [, system, ofSystem] = /^([a-z]+)(?![a-z])[\s:-]*(\d+\+?|[a-z0-9]+)$/i.exec(rest) ?? []
  const named = system === undefined ? undefined : systems[system.toLowerCase()]
  const certification = named ? (ofSystem as string) : rest
  if (certification === '' || /^(not rated|unrated|none|nr|n\/a)$/i.test(certification)) return undefined
  const code = named ?? (country && isCountry.has(country.toUpperCase()) ? country.toUpperCase() : undefined)
  const known = Object.entries(certifications[kind])
  const having = (wanted: string) => known.filter(([, list]) => list.some((one) => one.certification === wanted))
  // `TV-14` is a certificate of the United States, and not the 14 of Tuvalu.
  const whole = named ? [] : having(stated)
  if (whole.length === 0 && code) return { country: code, certification }
  const only = whole.find(([of]) => of === 'US') ?? (whole.length === 1 ? whole[0] : undefined)
  return only && { country: only[0], certification: stated }
}

/** The certificates of several countries in one text: `DE:16 / US:R`, `Germany:FSK 12`. */
export function certificatesIn(text: string, kind: 'movie' | 'tv'): { country: string; certification: string }[] {
  return text.split(/[/|;,]\s*(?=\p{L}[\p{L} .]{1,30}:)|\s[/|]\s/u).flatMap((one) => {
    const [, name, rest] = /^\s*(\p{L}[\p{L} .]{1,30}):\s*(\S.*)$/u.exec(one) ?? []
    const country = name === undefined ? undefined : countryNamed(name)
    return certificateIn(country === undefined ? one : `${country}:${rest}`, kind) ?? []
  })
}
