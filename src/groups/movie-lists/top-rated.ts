import { Type } from 'typebox'
import { listedPage } from '#src/catalogue/summaries/list-query.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/summaries/titles.ts'
import { topRatedMovies } from '#src/catalogue/top-rated.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'

export const topRated = operation('movie_lists.top_rated', 'GET /3/movie/top_rated', {
  summary: 'Movies with at least 200 votes, the best rated first; documentaries and adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(MovieSummary),
  isWide: true,
  cache: { seconds: cacheSeconds },

  handle: ({ db, query: { language, page } }) =>
    listedPage(db, topRatedMovies, MovieSummary, movieSummary(language, db.engine), page),
})
