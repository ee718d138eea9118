import { type Static, Type } from 'typebox'
import { countryNames, languageNames } from '#src/reference/reference.ts'

export const ProductionCountry = Type.Object(
  { iso_3166_1: Type.String(), name: Type.String() },
  { title: 'ProductionCountry' },
)
export const SpokenLanguage = Type.Object(
  { english_name: Type.String(), iso_639_1: Type.String(), name: Type.String() },
  { title: 'SpokenLanguage' },
)

/** Countries by their codes; those that the reference data lack have an empty name. */
export const namedCountries = (codes: readonly string[]): Static<typeof ProductionCountry>[] =>
  codes.map((iso_3166_1) => ({ iso_3166_1, name: countryNames.get(iso_3166_1)?.english_name ?? '' }))

/** Languages by their codes; those that the reference data lack have empty names. */
export const namedLanguages = (codes: readonly string[]): Static<typeof SpokenLanguage>[] =>
  codes.map((iso_639_1) => {
    const { english_name = '', name = '' } = languageNames.get(iso_639_1) ?? {}
    return { english_name, iso_639_1, name }
  })
