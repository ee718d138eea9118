import certificationsByMedium from './certifications.json' with { type: 'json' }
import changeKeyNames from './change-keys.json' with { type: 'json' }
import codeTables from './codes.json' with { type: 'json' }
import countryRows from './countries.json' with { type: 'json' }
import departmentRows from './departments.json' with { type: 'json' }
import genreNamesByLanguage from './genre-names.json' with { type: 'json' }
import genreRows from './genres.json' with { type: 'json' }
import imageSizeNames from './image-sizes.json' with { type: 'json' }
import languageRows from './languages.json' with { type: 'json' }
import translationTags from './primary-translations.json' with { type: 'json' }
import timezoneRows from './timezones.json' with { type: 'json' }

/** `name` is the language's own name, empty if nobody has given one yet. */
export type Language = { readonly iso_639_1: string; readonly english_name: string; readonly name: string }
/** `english_name` is the older, fixed spelling; `native_name` is the present English one. */
export type Country = { readonly iso_3166_1: string; readonly english_name: string; readonly native_name: string }
export type CountryZones = { readonly iso_3166_1: string; readonly zones: readonly string[] }
export type Department = { readonly department: string; readonly jobs: readonly string[] }
export type Genre = { readonly id: number; readonly name: string }
/** `order` rises with restrictiveness within a country; two certifications may share one. */
export type Certification = { readonly certification: string; readonly order: number }
export type CertificationsByCountry = Readonly<Record<string, readonly Certification[]>>

/** ISO 639-1 and, beyond it, `xx` (no language), `cn` (Cantonese) and the old codes `sh` and `mo`. */
export const languages: readonly Language[] = languageRows
/** ISO 3166-1, the historic codes (AN, BU, CS, SU, TP, YU, ZR) and the private ones (XC, XG, XI, XK). */
export const countries: readonly Country[] = countryRows
/** The IANA zones of each country; BV and HM have none. */
export const timezones: readonly CountryZones[] = timezoneRows
/** The names of jobs are not unique across departments. Credits call the department `Actors` of this list `Acting`. */
export const departments: readonly Department[] = departmentRows
/** A genre in both lists has the same id in both. */
export const genres: { readonly movie: readonly Genre[]; readonly tv: readonly Genre[] } = genreRows
/** The names of these genres by language (ISO 639-1) and id. */
export const genreNames: Readonly<Record<string, Readonly<Record<number, string>>>> = genreNamesByLanguage
/** Keyed by ISO 3166-1 code, and `CA-QC`. */
export const certifications: { readonly movie: CertificationsByCountry; readonly tv: CertificationsByCountry } =
  certificationsByMedium
/** The locales (`ll-CC`) in which most texts are written. */
export const primaryTranslations: readonly string[] = translationTags
/** The keys of changes, with the neutral names of external ids. */
export const changeKeys: readonly string[] = changeKeyNames
export const imageSizes = imageSizeNames
/**
 * Closed lists of values, and labels by number. Discover filters series by the numbers of `tv_status` and `tv_type`;
 * the details of a series have the labels.
 */
export const codes = codeTables

export const languageNames: ReadonlyMap<string, Language> = new Map(
  languages.map((language) => [language.iso_639_1, language]),
)
export const countryNames: ReadonlyMap<string, Country> = new Map(
  countries.map((country) => [country.iso_3166_1, country]),
)

/** Longest name of a time zone: `America/Argentina/ComodRivadavia` has 32 characters. */
const maxZoneLength = 64
/** Names under which most zones are asked for. */
const zones: ReadonlySet<string> = new Set([
  ...['UTC', ...timezones.flatMap((country) => country.zones)],
  ...Intl.supportedValuesOf('timeZone'),
])

/**
 * The time zone that a name means to the runtime, which knows old names (`US/Eastern`, `Japan`), any case, and offsets;
 * undefined if it means none. Of all that can be written, there are few results.
 */
export function timezoneOf(name: string): string | undefined {
  if (zones.has(name)) return name
  if (name.length > maxZoneLength) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
