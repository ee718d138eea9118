import { Type } from 'typebox'
import { discover } from '#src/catalogue/discover/discover.ts'
import { parametersOf } from '#src/catalogue/discover/filter.ts'
import { seriesOrders } from '#src/catalogue/discover/orders.ts'
import { seriesFilters } from '#src/catalogue/discover/series-filters.ts'
import { seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged, pageOf } from '#src/contract/paging.ts'
import { filter, language, page } from '#src/contract/parameters.ts'

export const tv = operation('discover.tv', 'GET /3/discover/tv', {
  summary:
    'Series that fit all of the filters. `total_results` is exact up to 10,000; a higher one is an estimate. Values ' +
    'that cannot be read are ignored',
  access: 'key',
  query: Type.Object({
    language,
    page,
    sort_by: filter.choice(seriesOrders, 'Order; what is equal comes in the order of ids'),
    ...parametersOf(seriesFilters),
  }),
  reply: paged(SeriesSummary),
  isWide: true,
  cache: { seconds: popularListSeconds },

  async handle({ db, query }) {
    const { ids, total } = await discover(db, { of: 'series', asked: query }, query.page)
    return pageOf(query.page, await seriesSummariesById(db, ids, query.language), total)
  },
})
