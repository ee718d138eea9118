import { Type } from 'typebox'
import { foundPage, idsOf, includeAdult, query } from '#src/catalogue/look-up.ts'
import { MovieSummary } from '#src/catalogue/rows.ts'
import { moviesById } from '#src/catalogue/rows-by-id.ts'
import { namesTag } from '#src/catalogue/shown.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const movie = operation('search.movie', 'GET /3/search/movie', {
  summary: 'Movies with a name that begins so: those that are named exactly so, then the most popular',
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(MovieSummary),
  cache: { seconds: cacheSeconds, tags: [namesTag] },

  handle: ({ db, query }) =>
    foundPage(db, ['movie'], query, (found) => moviesById(db, idsOf(found, 'movie'), query.language)),
})
