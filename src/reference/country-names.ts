import { type Country, countries } from './reference.ts'

type Language = { readonly iso_639_1: string; readonly iso_3166_1: string }

/** Codes that CLDR takes for the country of today: it calls YU Serbia. Only the table knows their names. */
const isHistoric = (code: string) => new Intl.Locale('und', { region: code }).region !== code

/**
 * The countries with their names in a language: those of CLDR, which the runtime has. English ones, and those of
 * countries or languages that CLDR lacks, are in the table.
 */
export function countriesIn({ iso_639_1, iso_3166_1 }: Language): Country[] {
  const [tag] = Intl.DisplayNames.supportedLocalesOf(iso_3166_1 ? `${iso_639_1}-${iso_3166_1}` : iso_639_1)
  if (iso_639_1 === 'en' || tag === undefined) return [...countries]
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
  return countries.map((country) => {
    const name = isHistoric(country.iso_3166_1) ? undefined : names.of(country.iso_3166_1)
    return { ...country, native_name: name ?? country.native_name }
  })
}
