import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'

/** The bit of a movie's own day, which is one of its releases, and those of types of releases. */
const OWN_DAY = 1
export const typesIn = (types: readonly number[]): number => types.reduce((bits, type) => bits | (1 << type), 0)

/** The bits of months, 1 to 12. */
export const monthsIn = (months: readonly number[]): number => months.reduce((bits, month) => bits | (1 << month), 0)

/** A year of days: its months, and the first and the last day in it, without the year. */
const yearOfDays = raw(
  'sum(distinct 1 << cast(substr(day, 6, 2) as integer)), min(substr(day, 6, 5)), max(substr(day, 6, 5))',
)

/**
 * Updates the years in which movies were released, after their releases or their own dates have changed: discover finds
 * them there. A movie has a dozen releases in a year.
 */
export function writeReleaseYears({ engine }: Reader, ids: readonly number[]): Sql[] {
  return [
    sql`delete from release_year where ${engine.anyOf(raw('movie_id'), ids)}`,
    sql`
    insert into release_year (movie_id, year, types, months, first_day, last_day)
      select movie_id, substr(day, 1, 4), sum(distinct bit), ${yearOfDays} from (
        select entity_id as movie_id, release_date as day, 1 << type as bit from release_date
        where kind = 'movie' and ${engine.anyOf(raw('entity_id'), ids)}
        union all
        select id, release_date, ${raw(String(OWN_DAY))} from movie
        where ${engine.anyOf(raw('id'), ids)} and release_date <> ''
      ) as released group by movie_id, substr(day, 1, 4)`,
  ]
}

/** The same for series, after their episodes have changed: in which years they were on the air. */
export function writeAirYears({ engine }: Reader, series: readonly number[]): Sql[] {
  const ids = [...new Set(series)]
  return [
    sql`delete from air_year where ${engine.anyOf(raw('series_id'), ids)}`,
    sql`
    insert into air_year (series_id, year, months, first_day, last_day)
      select series_id, substr(day, 1, 4), ${yearOfDays} from (
        select series_id, air_date as day from episode ${engine.through('episode_by_series')}
        where ${engine.anyOf(raw('series_id'), ids)} and air_date is not null
      ) as aired group by series_id, substr(day, 1, 4)`,
  ]
}
