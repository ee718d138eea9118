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
import { shelfNames, shelfOrders, shelved } from '#src/kept/shelves.ts'
import { cardsOnPage } from '../components/lists.ts'

const asked = {
  shelf: filter.choice(shelfNames, 'What is kept'),
  unwatched: filter.flag('Only what was not watched yet'),
  language,
  page,
}

/**
 * The titles on a shelf of the account, with the filters of discover. They are run like operations of the interface, so
 * that filters are read in the same way, but are none: only pages ask for them.
 */
export const movieShelf = operation('pages.shelf_movie', 'GET /library/shelf/movie', {
  summary: 'Movies that the account keeps',
  access: 'session',
  query: Type.Object({
    ...asked,
    sort_by: filter.choice([...shelfOrders, ...movieOrders], 'Order'),
    ...parametersOf(movieFilters),
  }),
  reply: paged(MovieSummary),
  isWide: true,
  async handle({ db, caller, query }) {
    const { shelf = 'watchlist', unwatched: isUnwatched = false, page, language } = query
    const search = {
      account_id: caller.account.id,
      shelf,
      of: 'movie',
      asked: query,
      isUnwatched,
      page,
      page_size: cardsOnPage,
    } as const
    const { ids, total } = await shelved(db, search)
    return pageOf(page, await movieSummariesById(db, ids, language), total, cardsOnPage)
  },
})

export const seriesShelf = operation('pages.shelf_tv', 'GET /library/shelf/tv', {
  summary: 'Series that the account keeps',
  access: 'session',
  query: Type.Object({
    ...asked,
    sort_by: filter.choice([...shelfOrders, ...seriesOrders], 'Order'),
    ...parametersOf(seriesFiltersOfPages),
  }),
  reply: paged(SeriesSummary),
  isWide: true,
  async handle({ db, caller, query }) {
    const { shelf = 'watchlist', unwatched: isUnwatched = false, page, language } = query
    const search = {
      account_id: caller.account.id,
      shelf,
      of: 'series',
      asked: query,
      isUnwatched,
      page,
      page_size: cardsOnPage,
    } as const
    const { ids, total } = await shelved(db, search)
    return pageOf(page, await seriesSummariesById(db, ids, language), total, cardsOnPage)
  },
})
