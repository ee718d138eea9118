import { Type } from 'typebox'
import { seriesById } from '#src/catalogue/summaries/by-id.ts'
import { SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { foundPage, idsOf, includeAdult, query } from '#src/search/found-page.ts'

export const tv = operation('search.tv', 'GET /3/search/tv', {
  summary: 'Series with a name that begins so: those that are named exactly so, then the most popular',
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(SeriesSummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  handle: ({ db, query }) =>
    foundPage(db, ['series'], query, (found) => seriesById(db, idsOf(found, 'series'), query.language)),
})
