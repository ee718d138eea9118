import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { RecordKind } from '../record-kinds.ts'
import { type Action, type Change, change } from './change.ts'

const IdRow = Type.Object({ id: Type.Integer() })
const Season = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Logged = Type.Object({ entity_id: Type.Integer(), value: Type.Unknown() })

/** A season or an episode that was created, changed or deleted. */
export type Child = { id: number; numbering: Readonly<Record<string, number>>; action: Action }

/**
 * The rows that children leave on their parents: a changed season on its series, a changed episode on its season and
 * its series. An edit leaves one row for each parent and child, and none on parents that it has created.
 */
export async function parentChanges(
  db: Reader,
  of: RecordKind,
  children: readonly Child[],
  edit_id: number | undefined,
) {
  if (children.length === 0 || (of !== 'season' && of !== 'episode')) return []
  const all = of === 'season' ? children.map(onSeries) : await onBoth(db, children)
  const rows = await withoutLogged(db, unique(all), edit_id)
  const createdParents = new Set<string>()
  for (const parent of ['series', 'season'] as const) {
    const ids = [...new Set(rows.filter(({ kind }) => kind === parent).map(({ entity_id }) => entity_id))]
    if (edit_id === undefined || ids.length === 0) continue
    const found = await db.all(
      IdRow,
      sql`
      select id from record where kind = ${parent} and edit_id = ${edit_id} and ${db.engine.anyOf(raw('id'), ids)}`,
    )
    for (const { id } of found) createdParents.add(`${parent} ${id}`)
  }
  return rows.filter(({ kind, entity_id }) => !createdParents.has(`${kind} ${entity_id}`))
}

const rowOf = (of: RecordKind, entity_id: number, key: string, action: Action, value: Record<string, number>): Change =>
  change(of, entity_id, key, action, action === 'deleted' ? { original_value: value } : { value })

/** What a child's action is for its parent. */
const asParentAction = (action: Action): Action =>
  action === 'created' ? 'added' : action === 'destroyed' ? 'deleted' : 'updated'

const onSeries = ({ id, numbering, action }: Child): Change =>
  rowOf('series', numbering.series_id as number, 'season', asParentAction(action), {
    season_id: id,
    season_number: numbering.season_number as number,
  })

async function onBoth(db: Reader, episodes: readonly Child[]): Promise<Change[]> {
  const series = [...new Set(episodes.map(({ numbering }) => numbering.series_id as number))]
  const seasons = await db.all(
    Season,
    sql`select id, series_id, season_number from season where ${db.engine.anyOf(raw('series_id'), series)}`,
  )
  const byNumber = new Map(seasons.map((season) => [`${season.series_id} ${season.season_number}`, season]))
  return episodes.flatMap(({ id, numbering, action }) => {
    const season = byNumber.get(`${numbering.series_id} ${numbering.season_number}`)
    if (!season) return []
    const value = { episode_id: id, episode_number: numbering.episode_number as number }
    const { series_id, season_number } = season
    return [
      rowOf('season', season.id, 'episode', asParentAction(action), value),
      onSeries({ id: season.id, numbering: { series_id, season_number }, action: 'updated' }),
    ]
  })
}

const nameOf = ({ kind, entity_id, original_value, value }: Omit<Change, 'action'>) =>
  JSON.stringify([kind, entity_id, Object.values((value ?? original_value) as object)[0]])

function unique(rows: readonly Change[]): Change[] {
  return [...new Map(rows.toReversed().map((row) => [nameOf(row), row])).values()].reverse()
}

/** Leaves out what an earlier transaction of the same edit has logged. */
async function withoutLogged(db: Reader, rows: readonly Change[], edit_id: number | undefined): Promise<Change[]> {
  if (edit_id === undefined || rows.length === 0) return [...rows]
  const logged = new Set<string>()
  for (const [of, key] of [
    ['series', 'season'],
    ['season', 'episode'],
  ] as const) {
    const ids = [...new Set(rows.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id))]
    if (ids.length === 0) continue
    const found = await db.all(
      Logged,
      // An import is one edit with millions of changes, so that its changes are no way to those of a few records.
      sql`
      select entity_id, value from change ${db.engine.through('change_by_record')}
      where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)} and key = ${key} and edit_id = ${edit_id}
        and value is not null`,
    )
    for (const { entity_id, value } of found)
      logged.add(JSON.stringify([of, entity_id, Object.values(value as object)[0]]))
  }
  return rows.filter((row) => !logged.has(nameOf(row)))
}
