import { Type } from 'typebox'
import { foundPage, idsOf, includeAdult, query } from '#src/catalogue/look-up.ts'
import { TvSummary } from '#src/catalogue/rows.ts'
import { seriesById } from '#src/catalogue/rows-by-id.ts'
import { namesTag } from '#src/catalogue/shown.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const tv = operation('search.tv', 'GET /3/search/tv', {
  summary: 'Series with a name that begins so: those that are named exactly so, then the most popular',
  access: 'key',
  query: Type.Object({ query, include_adult: includeAdult, language, page }),
  reply: paged(TvSummary),
  cache: { seconds: cacheSeconds, tags: [namesTag] },

  handle: ({ db, query }) =>
    foundPage(db, ['series'], query, (found) => seriesById(db, idsOf(found, 'series'), query.language)),
})
