import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** The id of a season, or of an episode of it, by their numbers; undefined if the catalogue has none. */
export async function idBelowSeries(
  db: Reader,
  { series, season, episode }: { series: number; season: number; episode: number | undefined },
): Promise<number | undefined> {
  const row = await db.one(
    Id,
    episode === undefined
      ? sql`select id from season where series_id = ${series} and season_number = ${season}`
      : sql`
        select id from episode
        where series_id = ${series} and season_number = ${season} and episode_number = ${episode}`,
  )
  return row?.id
}
