import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'

/** The bit of a movie's own day, which is one of its releases, and those of types of releases. */
const OWN_DAY = 1
export const typesIn = (types: readonly number[]): number => types.reduce((bits, type) => bits | (1 << type), 0)

/**
 * Writes again in which years movies were released, after their releases or their own days have changed: discover finds
 * them there. A movie has a dozen releases in a year.
 */
export function writeReleaseYears({ engine }: Database, ids: readonly number[]): Sql[] {
  return [
    sql`delete from release_year where ${engine.anyOf(raw('movie_id'), ids)}`,
    sql`
    insert into release_year (movie_id, year, types, first_day, last_day)
      select movie_id, substr(day, 1, 4), sum(distinct bit), min(substr(day, 6, 5)), max(substr(day, 6, 5)) from (
        select entity_id as movie_id, release_date as day, 1 << type as bit from release_date
        where kind = 'movie' and ${engine.anyOf(raw('entity_id'), ids)}
        union all
        select id, release_date, ${raw(String(OWN_DAY))} from movie
        where ${engine.anyOf(raw('id'), ids)} and release_date <> ''
      ) as released group by movie_id, substr(day, 1, 4)`,
  ]
}
