import { Type } from 'typebox'
import { facetsOf } from '#src/catalogue/discover/facets.ts'
import { type Asked, parametersOf } from '#src/catalogue/discover/filter.ts'
import { movieFilters } from '#src/catalogue/discover/movie-filters.ts'
import { movieOrders, seriesOrders } from '#src/catalogue/discover/orders.ts'
import { seriesFiltersOfPages } from '#src/catalogue/discover/series-filters.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { filter } from '#src/contract/parameters.ts'
import type { Place } from './choices.ts'

const Counted = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))
const reply = Type.Object({ of: Type.Integer(), genres: Counted, decades: Counted, countries: Counted })

/**
 * What the titles of a discover page have. It is run like an operation of the interface, so that replies are kept, but
 * is none: a script of the page asks for it after the page is there.
 */
const facets = (place: Place) => {
  const of = place === 'movie' ? ('movie' as const) : ('series' as const)
  const [filters, orders] = of === 'movie' ? [movieFilters, movieOrders] : [seriesFiltersOfPages, seriesOrders]
  return operation(`pages.facets_${place}`, `GET /discover/${place}/facets`, {
    summary: 'Genres, decades and countries of the titles that fit',
    access: 'key',
    query: Type.Object({
      sort_by: filter.choice<(typeof movieOrders)[number] | (typeof seriesOrders)[number]>(orders, 'Order'),
      ...parametersOf(filters),
    }),
    reply,
    isWide: true,
    cache: { seconds: popularListSeconds, tags: [of] },
    handle: ({ db, query }) => facetsOf(db, { of, asked: query as Asked }),
  })
}

export const facetOperations = { movie: facets('movie'), tv: facets('tv') } as const
