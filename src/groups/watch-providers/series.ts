import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { country } from '#src/contract/parameters.ts'
import { providersOf, WatchProviderList } from './providers.ts'

export const series = operation('watch_providers.series', 'GET /3/watch/providers/tv', {
  summary: 'The providers of series, the first ones first',
  access: 'key',
  query: Type.Object({ watch_region: country('Keeps only providers of this country, in its order') }),
  reply: WatchProviderList,
  cache: { seconds: cacheSeconds, tags: ['provider'] },
  handle: ({ db, query: { watch_region } }) => providersOf(db, 'tv', watch_region),
})
