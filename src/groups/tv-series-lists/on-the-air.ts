import { Type } from 'typebox'
import { listPage } from '#src/catalogue/summaries/list-query.ts'
import { SeriesSummary, seriesSummary } from '#src/catalogue/summaries/titles.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page, timezone } from '#src/contract/parameters.ts'
import { dayAfter, dayIn } from '#src/reference/days.ts'
import { airing } from './airing.ts'

/** How far the list looks ahead, from the beginning of today. */
export const daysAhead = 7

export const onTheAir = operation('tv_series_lists.on_the_air', 'GET /3/tv/on_the_air', {
  summary: 'Series with an episode in the next 7 days, most popular first; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: Type.Object({ language, page, timezone }),
  reply: paged(SeriesSummary),
  isWide: true,
  cache: { seconds: cacheSeconds, endsAtMidnightIn: ({ timezone }) => String(timezone) },

  handle({ db, query, now }) {
    const today = dayIn(query.timezone, now)
    const series = airing(today, dayAfter(today, daysAhead))
    return listPage(db, series, SeriesSummary, seriesSummary(query.language, db.engine), query)
  },
})
