import { Type } from 'typebox'
import { discover, discoveredPage } from '#src/catalogue/discover/discover.ts'
import { parametersOf } from '#src/catalogue/discover/filter.ts'
import { seriesOrders } from '#src/catalogue/discover/orders.ts'
import { seriesFilters } from '#src/catalogue/discover/series-filters.ts'
import { seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { filter, language, page } from '#src/contract/parameters.ts'

export const tv = operation('discover.tv', 'GET /3/discover/tv', {
  summary:
    'Series that match all filters. `total_results` is exact up to 10,000; above that it is an estimate. ' +
    'Values that cannot be read are ignored',
  access: 'key',
  isDeep: true,
  query: Type.Object({
    language,
    page,
    sort_by: filter.choice(seriesOrders, 'Sort order; ties are sorted by ID'),
    ...parametersOf(seriesFilters),
  }),
  reply: paged(SeriesSummary),
  isWide: true,
  cache: { seconds: popularListSeconds },

  async handle({ db, query }) {
    const found = await discover(db, { of: 'series', asked: query }, query)
    return discoveredPage(query, found, await seriesSummariesById(db, found.ids, query.language))
  },
})
