import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

/** Entries of a calendar that are shown at once. */
export const maxAiring = 1_000

const Airing = Type.Object({
  kind: Type.Unsafe<'movie' | 'episode'>({ type: 'string' }),
  id: Type.Integer(),
  day: Type.String(),
  series_id: nullable(Type.Integer()),
  season_number: nullable(Type.Integer()),
  episode_number: nullable(Type.Integer()),
  name: Type.String(),
})
/** A movie that comes out, or an episode that airs, on a day. */
export type Airing = Static<typeof Airing>

/**
 * What airs of what an account follows, by day: movies on the watchlist, and episodes of series that are on the
 * watchlist or of which the account has watched something. Of a series that is finished nothing airs.
 */
export const airingOf = (
  db: Reader,
  account_id: number,
  { first, last }: { first: string; last: string },
): Promise<Airing[]> =>
  db.all(
    Airing,
    sql`
    select * from (
      select 'movie' as kind, m.id, m.release_date as day, cast(null as integer) as series_id,
        cast(null as integer) as season_number, cast(null as integer) as episode_number, m.title as name
      from watchlist w join movie m on m.id = w.entity_id
      where w.account_id = ${account_id} and w.kind = 'movie'
        and m.release_date >= ${first} and m.release_date <= ${last}
      union all
      select 'episode', e.id, e.air_date, e.series_id, e.season_number, e.episode_number, e.name
      from (
        select entity_id as series_id from watchlist where account_id = ${account_id} and kind = 'series'
        union
        select series_id from watched where account_id = ${account_id} and series_id is not null
      ) as followed
      join episode e on e.series_id = followed.series_id
      where e.air_date >= ${first} and e.air_date <= ${last}
    ) as airing
    order by day, kind desc, series_id, season_number, episode_number, id ${limit(maxAiring)}`,
  )
