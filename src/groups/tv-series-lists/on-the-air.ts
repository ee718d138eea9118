import { Type } from 'typebox'
import { TvSummary, tvSummary } from '#src/catalogue/rows.ts'
import { sql } from '#src/database/sql.ts'
import { dayAfter, dayIn } from '#src/days.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { countRows, onPage, paged, pageOf } from '#src/paging.ts'
import { language, page, timezone } from '#src/parameters.ts'

/** How far the list looks ahead, from the beginning of today. */
const daysAhead = 7

export const onTheAir = operation('tv_series_lists.on_the_air', 'GET /3/tv/on_the_air', {
  summary: 'Series with an episode in the next 7 days, the most popular first; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page, timezone }),
  reply: paged(TvSummary),
  isWide: true,
  cache: { seconds: cacheSeconds, endsAtMidnightIn: ({ timezone }) => String(timezone) },

  async handle({ db, query, now }) {
    const today = dayIn(query.timezone, now)
    const airing = sql`from episode where air_date >= ${today} and air_date < ${dayAfter(today, daysAhead)}`
    const { columns, join } = tvSummary(query.language, db.engine)
    const [series, count] = await Promise.all([
      // The plus keeps the planner from looking all of them up in the table: by popularity the page is found soon.
      db.all(
        TvSummary,
        sql`
        with shown as (
          select s.id from series s where s.adult = false and +s.id in (select series_id ${airing})
          order by s.popularity desc, s.id ${onPage(query.page)}
        )
        select ${columns} from shown join series s on s.id = shown.id ${join} order by s.popularity desc, s.id`,
      ),
      // Few series are adult ones, so that these are looked for among those on the air, not each of them in the table.
      countRows(
        db,
        sql`from (select distinct series_id ${airing}) as airing
          where series_id not in (select id from series where adult = true)`,
      ),
    ])
    return pageOf(query.page, series, count)
  },
})
