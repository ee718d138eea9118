import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { kindNames } from '../kinds.ts'
import type { Store } from '../part.ts'
import { parts } from '../parts/index.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import { type Change, change, entryChange } from './difference.ts'
import { shapeOf } from './kind-shape.ts'
import { parentChanges } from './parents.ts'
import type { StoredEntry } from './record-loader.ts'

const Id = Type.Object({ id: Type.Integer() })
const Numbers = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Numbers.properties, episode_number: Type.Integer() })

/**
 * Deletes records with everything that belongs to them: their seasons and episodes, and what other records refer to
 * them by (credits, companies). Returns the rows of the change log.
 */
export async function destroyRecords(tx: Database, of: RecordKind, ids: readonly number[]): Promise<Change[]> {
  const there = await tx.all(Id, sql`select id from record where kind = ${of} and ${tx.engine.anyOf(raw('id'), ids)}`)
  const existing = there.map(({ id }) => id)
  if (existing.length === 0) return []
  const changes = [...(await destroyChildren(tx, of, existing)), ...(await removeReferences(tx, of, existing))]
  const children = await numbersOf(tx, of, existing)
  changes.push(...(await parentChanges(tx, of, children, undefined)))
  // The record's parts are deleted with its row in `record`, references to it with the row of its kind.
  await tx.run(sql`delete from ${raw(of)} where ${tx.engine.anyOf(raw('id'), existing)}`)
  await tx.run(sql`delete from record where kind = ${of} and ${tx.engine.anyOf(raw('id'), existing)}`)
  const all = new Set(existing)
  const others = changes.filter(({ kind, entity_id }) => kind !== of || !all.has(entity_id))
  return [...others, ...existing.map((id) => change(of, id, '', 'destroyed'))]
}

async function destroyChildren(tx: Database, of: RecordKind, ids: readonly number[]): Promise<Change[]> {
  if (of === 'series') {
    const seasons = await tx.all(Id, sql`select id from season where ${tx.engine.anyOf(raw('series_id'), ids)}`)
    return destroyRecords(
      tx,
      'season',
      seasons.map(({ id }) => id),
    )
  }
  if (of !== 'season') return []
  const episodes = await tx.all(
    Id,
    sql`
    select e.id from episode e
    join season s on s.series_id = e.series_id and s.season_number = e.season_number
    where ${tx.engine.anyOf(raw('s.id'), ids)}`,
  )
  return destroyRecords(
    tx,
    'episode',
    episodes.map(({ id }) => id),
  )
}

/** Seasons and episodes with the numbers that identify their parents. */
async function numbersOf(tx: Database, of: RecordKind, ids: readonly number[]) {
  if (of !== 'season' && of !== 'episode') return []
  const rows =
    of === 'season'
      ? await tx.all(
          Numbers,
          sql`select id, series_id, season_number from season where ${tx.engine.anyOf(raw('id'), ids)}`,
        )
      : await tx.all(
          Episode,
          sql`
          select id, series_id, season_number, episode_number from episode
          where ${tx.engine.anyOf(raw('id'), ids)}`,
        )
  return rows.map(({ id, ...numbering }) => ({ id, numbering, action: 'destroyed' as const }))
}

/** Removes what other records refer to the deleted ones by. Foreign keys do so for columns of their own tables. */
async function removeReferences(tx: Database, target: RecordKind, ids: readonly number[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const of of kindNames) {
    for (const { column, field } of shapeOf(of).references.filter((reference) => reference.target === target)) {
      const rows = await tx.all(
        Type.Object({ ...Id.properties, reference: Type.Integer() }),
        sql`
        select id, ${raw(column)} as reference from ${raw(of)} where ${tx.engine.anyOf(raw(column), ids)} order by id`,
      )
      const { write } = recordKind(of).fields[column] ?? {}
      const logged = (id: number) => (write ? write(id) : id)
      changes.push(
        ...rows.map(({ id, reference }) => change(of, id, field, 'deleted', { original_value: logged(reference) })),
      )
    }
  }
  for (const { store } of parts) {
    for (const [column, name] of Object.entries(store?.references ?? {})) {
      if (!store || name !== target) continue
      changes.push(...(await entriesReferringTo(tx, store, column, ids)))
      await tx.run(sql`delete from ${raw(store.table)} where ${tx.engine.anyOf(raw(column), ids)}`)
    }
  }
  return changes
}

async function entriesReferringTo(tx: Database, store: Store, column: string, ids: readonly number[]) {
  const columns = { kind: Type.String(), entity_id: Type.Integer(), ...store.columns, source_id: Type.String() }
  const rows = await tx.all(
    Type.Object(columns),
    sql`
    select ${raw(
      Object.keys(columns)
        .map((name) => `"${name}"`)
        .join(', '),
    )} from ${raw(store.table)}
    where ${tx.engine.anyOf(raw(column), ids)} order by kind, entity_id`,
  )
  return rows.map((row) => {
    const { kind: of, entity_id, ...entry } = row as StoredEntry & { kind: RecordKind; entity_id: number }
    return entryChange({ kind: of, id: entity_id }, store, entry as StoredEntry, undefined)
  })
}
