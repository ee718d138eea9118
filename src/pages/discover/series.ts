import { Type } from 'typebox'
import { discover, discoveredPage } from '#src/catalogue/discover/discover.ts'
import { parametersOf } from '#src/catalogue/discover/filter.ts'
import { seriesOrders } from '#src/catalogue/discover/orders.ts'
import { seriesFiltersOfPages } from '#src/catalogue/discover/series-filters.ts'
import { seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { filter, language, page } from '#src/contract/parameters.ts'

/**
 * Series as the interface discovers them, and by their people, which it cannot. It is run like an operation of the
 * interface, so that filters are read in the same way and replies are kept, but is none: only pages ask for it.
 */
export const seriesOfPages = operation('pages.discover_tv', 'GET /discover/tv/found', {
  summary: 'Series that match all filters, those of people among them',
  access: 'key',
  isDeep: true,
  query: Type.Object({
    language,
    page,
    sort_by: filter.choice(seriesOrders, 'Order'),
    ...parametersOf(seriesFiltersOfPages),
  }),
  reply: paged(SeriesSummary),
  isWide: true,
  cache: { seconds: popularListSeconds },

  async handle({ db, query }) {
    const found = await discover(db, { of: 'series', asked: query }, query)
    return discoveredPage(query, found, await seriesSummariesById(db, found.ids, query.language))
  },
})
