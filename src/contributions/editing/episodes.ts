import { type Static, Type } from 'typebox'
import { revisionsOf } from '#src/catalogue/edits/record-for-editing.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

/** Most episodes of a season in one table. */
export const maxTableEpisodes = 1_000

const Row = Type.Object({
  id: Type.Integer(),
  episode_number: Type.Integer(),
  name: Type.String(),
  air_date: nullable(Type.String()),
  runtime: nullable(Type.Integer()),
})
/** An episode as the table of its season shows it, with the revision that was read. */
export type EpisodeRow = Static<typeof Row> & { revision: number }

/** The episodes of a season by their numbers. */
export async function episodesForEditing(
  db: Database,
  series_id: number,
  season_number: number,
): Promise<EpisodeRow[]> {
  const select = sql`
    select id, episode_number, name, air_date, runtime from episode
    where series_id = ${series_id} and season_number = ${season_number}
    order by episode_number, id ${limit(maxTableEpisodes)}`
  const ids = (await db.all(Type.Object({ id: Type.Integer() }), sql`select id from (${select}) as e`)).map(
    ({ id }) => id,
  )
  // The revisions are read first: a change that comes in between is then a conflict, and never lost.
  const revisions = await revisionsOf(db, 'episode', ids)
  const rows = await db.all(Row, select)
  return rows.map((row) => ({ ...row, revision: revisions.get(row.id) ?? 0 }))
}
