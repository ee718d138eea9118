import { Type } from 'typebox'
import { movieSummariesById, seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { MovieSummary, SeriesSummary } from '#src/catalogue/summaries/titles.ts'
import { popularWholeFirst } from '#src/catalogue/summaries/whole-first.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { language } from '#src/contract/parameters.ts'

/** Titles of each row of the home page. */
export const titlesPerSection = 6
/** Some may be on a row above. */
const titlesToChooseFrom = 12

/**
 * The rows of popular titles on the home page, run like operations of the interface, so that their replies are kept.
 * The lists of the interface are by popularity alone.
 */
export const popularMovies = operation('pages.popular-movies', 'GET /popular/movies', {
  summary: 'Popular movies, those first of which there is most to see',
  access: 'key',
  query: Type.Object({ language }),
  reply: Type.Object({ results: Type.Array(MovieSummary) }),
  cache: { seconds: popularListSeconds },
  async handle({ db, query }) {
    const ids = await popularWholeFirst(db, 'movie', titlesToChooseFrom)
    return { results: await movieSummariesById(db, ids, query.language) }
  },
})

export const popularSeries = operation('pages.popular-series', 'GET /popular/series', {
  summary: 'Popular series, those first of which there is most to see',
  access: 'key',
  query: Type.Object({ language }),
  reply: Type.Object({ results: Type.Array(SeriesSummary) }),
  cache: { seconds: popularListSeconds },
  async handle({ db, query }) {
    const ids = await popularWholeFirst(db, 'series', titlesToChooseFrom)
    return { results: await seriesSummariesById(db, ids, query.language) }
  },
})
