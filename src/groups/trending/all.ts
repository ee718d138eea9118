import { type Static, Type } from 'typebox'
import { PersonRow } from '#src/catalogue/summaries/people.ts'
import { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { trendingPage } from './trending-page.ts'

const Row = Type.Union([MovieRow, SeriesRow, PersonRow])

export const all = operation('trending.all', 'GET /3/trending/all/{time_window}', {
  summary: 'Movies, series and people trending on this server, today or this week; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(Row),
  refusals: ['invalid_time_window'],
  cache: { seconds: popularListSeconds },

  handle: (asked) => trendingPage<Static<typeof Row>>('all', asked),
})
