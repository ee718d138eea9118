import type { ListQuery } from '#src/catalogue/summaries/list-query.ts'
import { sql } from '#src/database/sql.ts'

/** The series with an episode on the days from `first` to before `end`; adult ones are left out. */
export function airing(first: string, end: string): ListQuery {
  const episodes = sql`from episode where air_date >= ${first} and air_date < ${end}`
  return {
    of: 'series',
    // The plus keeps the planner from looking up each of them by id: in order of popularity, a page is found soon.
    from: sql`from series s where s.adult = false and +s.id in (select series_id ${episodes})`,
    // Adult series are few, so looking for these among the ones on the air is faster than looking up each series.
    counted: sql`from (select distinct series_id ${episodes}) as airing
      where series_id not in (select id from series where adult = true)`,
  }
}
