import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

const Place = Type.Object({ season_number: Type.Integer(), episode_number: Type.Integer() })
export type EpisodePlace = Static<typeof Place>

/** The episodes before and behind one, also in other seasons; specials are among themselves. */
export async function neighboursOf(db: Reader, series_id: number, { season_number, episode_number }: EpisodePlace) {
  const others = season_number === 0 ? sql`season_number = 0` : sql`season_number > 0`
  const [previous, next] = await Promise.all([
    db.one(
      Place,
      sql`
      select season_number, episode_number from episode
      where series_id = ${series_id} and ${others} and season_number <= ${season_number}
        and (season_number < ${season_number} or episode_number < ${episode_number})
      order by season_number desc, episode_number desc ${limit(1)}`,
    ),
    db.one(
      Place,
      sql`
      select season_number, episode_number from episode
      where series_id = ${series_id} and ${others} and season_number >= ${season_number}
        and (season_number > ${season_number} or episode_number > ${episode_number})
      order by season_number, episode_number ${limit(1)}`,
    ),
  ])
  return { previous, next }
}
