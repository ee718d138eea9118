import { Type } from 'typebox'
import { parametersOf } from '#src/catalogue/discover/filter.ts'
import { movieFilters } from '#src/catalogue/discover/movie-filters.ts'
import { movieOrders, seriesOrders } from '#src/catalogue/discover/orders.ts'
import { seriesFiltersOfPages } from '#src/catalogue/discover/series-filters.ts'
import { movieSummariesById, seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { MovieSummary, SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation } from '#src/contract/operation.ts'
import { paged, pageOf } from '#src/contract/paging.ts'
import { filter, language, page } from '#src/contract/parameters.ts'
import { ownedChoices, ownedOrder, ownedTitles } from '#src/kept/owned/shelf.ts'
import { cardsOnPage } from '../components/lists.ts'

const asked = { choice: filter.choice(ownedChoices, 'What of it'), language, page }

/** The titles in the house, with the filters of discover; like the operations of shelves, only pages ask for them. */
export const ownedMovies = operation('pages.owned_movie', 'GET /library/owned/movie', {
  summary: 'Movies that lie in the house',
  access: 'session',
  query: Type.Object({
    ...asked,
    sort_by: filter.choice([ownedOrder, ...movieOrders], 'Order'),
    ...parametersOf(movieFilters),
  }),
  reply: paged(MovieSummary),
  isWide: true,
  async handle({ db, caller, query }) {
    const { choice = 'all', page, language } = query
    const search = { account_id: caller.account.id, of: 'movie', choice, asked: query, page } as const
    const { ids, total } = await ownedTitles(db, { ...search, page_size: cardsOnPage })
    return pageOf(page, await movieSummariesById(db, ids, language), total, cardsOnPage)
  },
})

export const ownedSeries = operation('pages.owned_tv', 'GET /library/owned/tv', {
  summary: 'Series that lie in the house',
  access: 'session',
  query: Type.Object({
    ...asked,
    sort_by: filter.choice([ownedOrder, ...seriesOrders], 'Order'),
    ...parametersOf(seriesFiltersOfPages),
  }),
  reply: paged(SeriesSummary),
  isWide: true,
  async handle({ db, caller, query }) {
    const { choice = 'all', page, language } = query
    const search = { account_id: caller.account.id, of: 'series', choice, asked: query, page } as const
    const { ids, total } = await ownedTitles(db, { ...search, page_size: cardsOnPage })
    return pageOf(page, await seriesSummariesById(db, ids, language), total, cardsOnPage)
  },
})
