import { Type } from 'typebox'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { country } from '#src/contract/parameters.ts'
import { providersOf, WatchProviderList } from './providers.ts'

export const movies = operation('watch_providers.movies', 'GET /3/watch/providers/movie', {
  summary: 'Watch providers of movies, in display order',
  access: 'key',
  query: Type.Object({ watch_region: country('Only providers of this country, in its display order') }),
  reply: WatchProviderList,
  cache: { seconds: cacheSeconds, tags: ['provider'] },
  handle: ({ db, query: { watch_region } }) => providersOf(db, 'movie', watch_region),
})
