import { type Static, Type } from 'typebox'
import { MovieRow } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { trendingPage } from './trending-page.ts'

export const movie = operation('trending.movie', 'GET /3/trending/movie/{time_window}', {
  summary: 'Movies trending on this server, today or this week; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(MovieRow),
  refusals: ['invalid_time_window'],
  cache: { seconds: popularListSeconds },

  handle: (asked) => trendingPage<Static<typeof MovieRow>>('movie', asked),
})
