import { Type } from 'typebox'
import { listPage, popular as mostPopular } from '#src/catalogue/summaries/list-query.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { shownIn, shownRegion } from './region.ts'

export const popular = operation('movie_lists.popular', 'GET /3/movie/popular', {
  summary: 'Movies, most popular first; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: Type.Object({ language, page, region: shownRegion }),
  reply: paged(MovieSummary),
  cache: { seconds: popularListSeconds },

  async handle({ db, query: { language, region, ...place } }) {
    const movies = await listPage(db, mostPopular('movie'), MovieSummary, movieSummary(language, db.engine), place)
    return { ...movies, results: await shownIn(db, region, movies.results) }
  },
})
