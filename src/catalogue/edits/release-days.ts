import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import type { RecordKind } from '../record-kinds.ts'

/** The column that says whether the day of a movie follows from its releases, because nobody states one. */
export const isDerivedDay = 'release_date_derived'

/** What is stated in a column of a kind's table `t`: a day that is derived is not. */
export const statedColumn = (of: RecordKind, column: string): Sql =>
  of === 'movie' && column === 'release_date'
    ? raw(`case when t.${isDerivedDay} then '' else t.release_date end as release_date`)
    : raw(`t."${column}"`)

const moments = sql`select min(r.release_date) from release_date r where r.kind = 'movie' and r.entity_id = m.id`

/**
 * Gives movies without a stated day that of their first release in cinemas, limited or not, in a country of origin, or
 * else of their first release at all; it follows after what it is derived from was written.
 */
export const deriveReleaseDays = ({ engine }: Reader, ids: readonly number[]): Sql => sql`
  update movie set release_date = derived.day, ${raw(isDerivedDay)} = derived.day <> ''
  from (
    select m.id, coalesce(substr(coalesce(
      (${moments} and r.type in (2, 3) and cast(m.origin_country as text) like '%"' || r.iso_3166_1 || '"%'),
      (${moments})), 1, 10), '') as day
    from movie m where ${engine.anyOf(raw('m.id'), ids)}
  ) as derived
  where movie.id = derived.id and movie.release_date <> derived.day`
