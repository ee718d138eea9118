import { Type } from 'typebox'
import { type Country, countries } from './reference.ts'

/** A country as replies show it. */
export const NamedCountry = Type.Object(
  { iso_3166_1: Type.String(), english_name: Type.String(), native_name: Type.String() },
  { title: 'Country' },
)

type Locale = { readonly iso_639_1: string; readonly iso_3166_1: string }

/** Codes that CLDR takes for the country of today: it calls YU Serbia. Only the table knows their names. */
const isHistoric = (code: string) => new Intl.Locale('und', { region: code }).region !== code

/**
 * The countries with their names in the first language that CLDR has, as the runtime knows them. English ones, and
 * those of countries or languages that CLDR lacks, are in the table.
 */
export function countriesIn(locales: readonly Locale[]): Country[] {
  const tags = locales.map(({ iso_639_1, iso_3166_1 }) => (iso_3166_1 ? `${iso_639_1}-${iso_3166_1}` : iso_639_1))
  const [tag] = Intl.DisplayNames.supportedLocalesOf(tags)
  if (tag === undefined || /^en\b/.test(tag)) return [...countries]
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
  return countries.map((country) => {
    const name = isHistoric(country.iso_3166_1) ? undefined : names.of(country.iso_3166_1)
    return { ...country, native_name: name ?? country.native_name }
  })
}
