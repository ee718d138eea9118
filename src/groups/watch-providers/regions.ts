import { Type } from 'typebox'
import { languagesOf } from '#src/contract/languages.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'
import { countriesIn, NamedCountry } from '#src/reference/country-names.ts'
import { allProviders } from './providers.ts'

export const regions = operation('watch_providers.regions', 'GET /3/watch/providers/regions', {
  summary: 'Countries with known watch providers; `native_name` is in the language of the request',
  access: 'key',
  query: Type.Object({ language }),
  reply: Type.Object({ results: Type.Array(NamedCountry) }),
  cache: { seconds: cacheSeconds, tags: ['provider'] },
  async handle({ db, query: { language } }) {
    const providers = await allProviders(db)
    const known = new Set(providers.flatMap(({ display_priorities }) => Object.keys(display_priorities)))
    return { results: countriesIn(languagesOf(language)).filter(({ iso_3166_1 }) => known.has(iso_3166_1)) }
  },
})
