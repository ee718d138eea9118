import { type Static, Type } from 'typebox'
import { revisionsOf } from '#src/catalogue/edits/record-for-editing.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'

/** Most episodes of a season in one table. */
const maxTableEpisodes = 1_000

const Row = Type.Object({
  id: Type.Integer(),
  episode_number: Type.Integer(),
  name: Type.String(),
  air_date: nullable(Type.String()),
  runtime: nullable(Type.Integer()),
  overview: Type.String(),
})
/** An episode as the table of its season shows it, with the revision that was read. */
export type EpisodeRow = Static<typeof Row> & { revision: number }

/** The episodes of a season by their numbers. */
export async function episodesForEditing(db: Reader, series_id: number, season_number: number): Promise<EpisodeRow[]> {
  const select = sql`
    select id, episode_number, name, air_date, runtime, overview from episode
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

const Deleted = Type.Object({ id: Type.Integer(), episode_number: Type.Integer() })

/** Episodes that were deleted, by the numbers that they had: their values are gone. */
export async function deletedEpisodes(db: Reader, ids: readonly number[]): Promise<EpisodeRow[]> {
  const rows = await db.all(
    Deleted,
    sql`
    select id, episode_number from gone_record
    where kind = 'episode' and ${db.engine.anyOf(raw('id'), ids)} and into_id is null and episode_number is not null
    order by episode_number, id ${limit(maxTableEpisodes)}`,
  )
  return rows.map((row) => ({ ...row, name: '', air_date: null, runtime: null, overview: '', revision: 0 }))
}
