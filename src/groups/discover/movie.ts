import { Type } from 'typebox'
import { discover, discoveredPage } from '#src/catalogue/discover/discover.ts'
import { type Asked, parametersOf } from '#src/catalogue/discover/filter.ts'
import { movieFilters, releaseTypesIn } from '#src/catalogue/discover/movie-filters.ts'
import { movieOrders } from '#src/catalogue/discover/orders.ts'
import { movieSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { MovieSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { filter, language, page } from '#src/contract/parameters.ts'
import { shownIn } from '../movie-lists/region.ts'

export const movie = operation('discover.movie', 'GET /3/discover/movie', {
  summary:
    'Movies that match all filters. `total_results` is exact up to 10,000; above that it is an estimate. ' +
    'Values that cannot be read are ignored',
  access: 'key',
  isDeep: true,
  query: Type.Object({
    language,
    page,
    sort_by: filter.choice(movieOrders, 'Sort order; ties are sorted by ID'),
    ...parametersOf(movieFilters),
  }),
  reply: paged(MovieSummary),
  isWide: true,
  cache: { seconds: popularListSeconds },

  async handle({ db, query }) {
    const found = await discover(db, { of: 'movie', asked: query }, query)
    const movies = await movieSummariesById(db, found.ids, query.language)
    const { region, with_release_type } = query as Asked
    const shown = await shownIn(db, region, movies, releaseTypesIn(with_release_type))
    return discoveredPage(query, found, shown)
  },
})
