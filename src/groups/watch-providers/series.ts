import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { country } from '#src/contract/parameters.ts'
import { providersOf, WatchProviderList } from './providers.ts'

export const series = operation('watch_providers.series', 'GET /3/watch/providers/tv', {
  summary: 'Watch providers of series, in display order',
  access: 'key',
  query: Type.Object({ watch_region: country('Only providers of this country, in its display order') }),
  reply: WatchProviderList,
  cache: { seconds: cacheSeconds, tags: ['provider'] },
  handle: ({ db, query: { watch_region } }) => providersOf(db, 'tv', watch_region),
})
