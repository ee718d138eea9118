import { Type } from 'typebox'
import { discover, discoveredPage } from '#src/catalogue/discover/discover.ts'
import { type Filter, parametersOf } from '#src/catalogue/discover/filter.ts'
import { seriesOrders } from '#src/catalogue/discover/orders.ts'
import { seriesFilters } from '#src/catalogue/discover/series-filters.ts'
import { seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { filter, language, page } from '#src/contract/parameters.ts'

type Route = `GET ${'/3/discover/tv' | '/discover/tv/found'}`

/** An operation that finds series by these filters. */
export const findingSeries = (
  id: string,
  route: Route,
  { summary, filters }: { summary: string; filters: readonly Filter[] },
) =>
  operation(id, route, {
    summary,
    access: 'key',
    isDeep: true,
    query: Type.Object({
      language,
      page,
      sort_by: filter.choice(seriesOrders, 'Sort order; ties are sorted by ID'),
      ...parametersOf(filters),
    }),
    reply: paged(SeriesSummary),
    isWide: true,
    cache: { seconds: popularListSeconds },

    async handle({ db, query }) {
      const found = await discover(db, { of: 'series', asked: query }, query)
      return discoveredPage(query, found, await seriesSummariesById(db, found.ids, query.language))
    },
  })

export const tv = findingSeries('discover.tv', 'GET /3/discover/tv', {
  summary:
    'Series that match all filters. `total_results` is exact up to 10,000; above that it is an estimate. ' +
    'Values that cannot be read are ignored',
  filters: seriesFilters,
})
