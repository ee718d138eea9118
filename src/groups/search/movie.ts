import { Type } from 'typebox'
import { moviesById } from '#src/catalogue/summaries/by-id.ts'
import { MovieSummary } from '#src/catalogue/summaries/titles.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import {
  anyReleaseYear,
  foundPage,
  idsOf,
  includeAdult,
  order,
  primaryReleaseYear,
  query,
} from '#src/search/found-page.ts'
import type { Found } from '#src/search/results.ts'
import { shownIn, shownRegion } from '../movie-lists/region.ts'

export const movie = operation('search.movie', 'GET /3/search/movie', {
  summary: `Movies by name: ${order}`,
  access: 'key',
  query: Type.Object({
    query,
    include_adult: includeAdult,
    language,
    primary_release_year: primaryReleaseYear,
    year: anyReleaseYear,
    region: shownRegion,
    page,
  }),
  reply: paged(MovieSummary),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  async handle({ db, query }) {
    const years = { year: query.primary_release_year, anyYear: query.year }
    const rowsOf = (found: readonly Found[]) => moviesById(db, idsOf(found, 'movie'), query.language)
    const movies = await foundPage(db, ['movie'], query, rowsOf, years)
    return { ...movies, results: await shownIn(db, query.region, movies.results) }
  },
})
