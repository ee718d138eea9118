import { Type } from 'typebox'
import { moviesById } from '#src/catalogue/summaries/by-id.ts'
import { MovieSummary } from '#src/catalogue/summaries/titles.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { foundPage, idsOf, includeAdult, query } from '#src/search/found-page.ts'

export const movie = operation('search.movie', 'GET /3/search/movie', {
  summary: 'Movies with a name that begins so: those that are named exactly so, then the most popular',
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(MovieSummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  handle: ({ db, query }) =>
    foundPage(db, ['movie'], query, (found) => moviesById(db, idsOf(found, 'movie'), query.language)),
})
