import { seriesFiltersOfPages } from '#src/catalogue/discover/series-filters.ts'
import { findingSeries } from '#src/groups/discover/tv.ts'

/**
 * Series as the interface discovers them, and by their people, which it cannot. It is run like an operation of the
 * interface, so that filters are read in the same way and replies are kept, but is none: only pages ask for it.
 */
export const seriesOfPages = findingSeries('pages.discover_tv', 'GET /discover/tv/found', {
  summary: 'Series that match all filters, those of people among them',
  filters: seriesFiltersOfPages,
})
