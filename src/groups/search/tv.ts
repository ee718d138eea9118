import { Type } from 'typebox'
import { seriesById } from '#src/catalogue/summaries/by-id.ts'
import { SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { anyAirYear, firstAirYear, foundPage, idsOf, includeAdult, order, query } from '#src/search/found-page.ts'
import type { Found } from '#src/search/results.ts'

export const tv = operation('search.tv', 'GET /3/search/tv', {
  summary: `Series by name: ${order}`,
  access: 'key',
  query: Type.Object({
    query,
    include_adult: includeAdult,
    language,
    first_air_date_year: firstAirYear,
    year: anyAirYear,
    page,
  }),
  reply: paged(SeriesSummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  async handle({ db, query }) {
    const years = { year: query.first_air_date_year, anyYear: query.year }
    const rowsOf = (found: readonly Found[]) => seriesById(db, idsOf(found, 'series'), query.language)
    return foundPage(db, ['series'], query, rowsOf, years)
  },
})
