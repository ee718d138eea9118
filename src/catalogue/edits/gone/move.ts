import { type TProperties, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { join, raw, sql } from '#src/database/sql.ts'
import { Id, quoted } from '#src/database/table.ts'
import { columnsOf, type RecordKind } from '../../record-kinds.ts'
import { writeAirYears } from '../../title-years.ts'
import type { Change } from '../change.ts'
import type { Difference } from '../difference.ts'
import { parentChanges } from '../parents.ts'
import { nameSeries } from './kept-aside.ts'

type Numbering = Readonly<Record<string, number>>
type Move = { id: number; from: Numbering; to: Numbering }

const Place = Type.Object({
  id: Type.Integer(),
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_number: Type.Integer(),
})
/**
 * Moves seasons and episodes to where they belong now, which the caller has made sure is free. The episodes of a season
 * go with it. Returns what that leaves on the series and seasons where they were.
 */
export async function moveToNumbers(
  tx: Database,
  of: RecordKind,
  differences: readonly Difference[],
): Promise<Change[]> {
  const moves = differences.flatMap(({ record: { id, numbering: to }, oldNumbering: from }) =>
    from ? [{ id, from, to }] : [],
  )
  if (moves.length === 0 || (of !== 'season' && of !== 'episode')) return []
  const children = moves.map(({ id, from: numbering }) => ({ id, numbering, action: 'destroyed' as const }))
  const left = await parentChanges(tx, of, children, undefined)
  if (of === 'episode') await moveEpisodes(tx, moves)
  else for (const move of moves) await moveSeason(tx, move)
  const series = moves.flatMap(({ from, to }) => [Number(from.series_id), Number(to.series_id)])
  for (const statement of writeAirYears(tx, series)) await tx.run(statement)
  return left
}

async function moveEpisodes(tx: Database, moves: readonly Move[]): Promise<void> {
  const rows = moves.map(({ id, to }) => ({ id, ...to }))
  await tx.run(sql`
    update episode set series_id = r.series_id, season_number = r.season_number, episode_number = r.episode_number
    from ${tx.engine.rows(Place, rows as never)} as r where episode.id = r.id`)
  await nameSeries(
    tx,
    'episode',
    moves.map(({ id }) => id),
  )
}

/**
 * Episodes refer to the number of their season, so neither can change alone: while it moves, they wait with a temporary
 * season.
 */
async function moveSeason(tx: Database, { id, from, to }: Move): Promise<void> {
  const columns = Object.keys(columnsOf('season') as TProperties)
  const stand: Record<string, unknown> = { id: -id, series_id: to.series_id, season_number: -id }
  const copied = columns.map((name) => (name in stand ? sql`cast(${stand[name]} as integer)` : raw(`"${name}"`)))
  const inSeason = (series_id: unknown, number: unknown) => sql`series_id = ${series_id} and season_number = ${number}`
  await tx.run(sql`
    insert into season (${raw(quoted(columns))}) select ${join(copied)} from season where id = ${id}`)
  await tx.run(sql`
    update episode set series_id = ${to.series_id}, season_number = ${-id}
    where ${inSeason(from.series_id, from.season_number)}`)
  await tx.run(sql`
    update season set series_id = ${to.series_id}, season_number = ${to.season_number} where id = ${id}`)
  await tx.run(sql`update episode set season_number = ${to.season_number} where ${inSeason(to.series_id, -id)}`)
  await tx.run(sql`delete from season where id = ${-id}`)
  if (from.series_id === to.series_id) return
  const episodes = await tx.all(Id, sql`select id from episode where ${inSeason(to.series_id, to.season_number)}`)
  await nameSeries(
    tx,
    'episode',
    episodes.map((episode) => episode.id),
  )
}
