import { type Static, Type } from 'typebox'
import { PersonRow } from '#src/catalogue/summaries/people.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { trendingPage } from './trending-page.ts'

export const person = operation('trending.person', 'GET /3/trending/person/{time_window}', {
  summary: 'People trending on this server, today or this week; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(PersonRow),
  refusals: ['invalid_time_window'],
  cache: { seconds: popularListSeconds },

  handle: (asked) => trendingPage<Static<typeof PersonRow>>('person', asked),
})
