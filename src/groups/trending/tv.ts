import { type Static, Type } from 'typebox'
import { SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { trendingPage } from './trending-page.ts'

export const tv = operation('trending.tv', 'GET /3/trending/tv/{time_window}', {
  summary: 'Series trending on this server, today or this week; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(SeriesRow),
  refusals: ['invalid_time_window'],
  cache: { seconds: popularListSeconds },

  handle: (asked) => trendingPage<Static<typeof SeriesRow>>('tv', asked),
})
