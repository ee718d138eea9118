import { Type } from 'typebox'
import { languagesOf } from '#src/contract/languages.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { countriesIn, NamedCountry } from '#src/reference/country-names.ts'

export const countries = operation('configuration.countries', 'GET /3/configuration/countries', {
  summary: 'Countries, including historic ones; `native_name` is in the language of the request',
  access: 'key',
  query: Type.Object({ language }),
  reply: Type.Array(NamedCountry),
  cache: { seconds: cacheSeconds },
  handle: async ({ query: { language } }) => countriesIn(languagesOf(language)),
})
