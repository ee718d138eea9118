import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { kindNames, type PartName } from '../kinds.ts'
import type { Store } from '../part.ts'
import { parts } from '../parts/index.ts'
import { type RecordKind, recordKind } from '../record-kinds.ts'
import type { RankOf } from '../sources.ts'
import { writeAirYears } from '../title-years.ts'
import { type Change, change, entryChange } from './change.ts'
import { type Fates, leave, mergedKey, mergedValue } from './gone/gone.ts'
import { entryKeyOf, shapeOf } from './kind-shape.ts'
import { parentChanges } from './parents.ts'
import { fieldKey, loadRecords, type StoredEntry } from './record-loader.ts'
import { entryPlace, replacedEntry, replacedValue, snapshotOf } from './replaced.ts'

const Numbers = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Numbers.properties, episode_number: Type.Integer() })

/**
 * Deletes records with everything that belongs to them: their seasons and episodes, and other records' references to
 * them (credits, companies). What people keep about them is set aside, or goes where `fates` says. Returns the rows of
 * the change log.
 */
export async function deleteRecords(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  rankOf: RankOf,
  fates: Fates = new Map(),
): Promise<Change[]> {
  const records = await loadRecords(tx, of, ids)
  const existing = [...records.keys()].sort((a, b) => a - b)
  if (existing.length === 0) return []
  const changes = [
    ...(await deleteChildren(tx, of, existing, rankOf, fates)),
    ...(await removeReferences(tx, of, existing, rankOf)),
  ]
  const children = await numbersOf(tx, of, existing)
  for (const each of await parentChanges(tx, of, children, undefined)) changes.push(each)
  await leave(tx, of, [...records.values()], fates)
  // The record's parts are deleted with its row in `record`, references to it with the row of its kind.
  await tx.run(sql`delete from ${raw(of)} where ${tx.engine.anyOf(raw('id'), existing)}`)
  await tx.run(sql`delete from record where kind = ${of} and ${tx.engine.anyOf(raw('id'), existing)}`)
  const series = children.map(({ numbering }) => numbering.series_id)
  if (of === 'episode') for (const statement of writeAirYears(tx, series)) await tx.run(statement)
  const all = new Set(existing)
  const others = changes.filter(({ kind, entity_id }) => kind !== of || !all.has(entity_id))
  const deleted = [...records.values()].map((record) => {
    const fate = fates.get(record.id)
    const value = fate?.is === 'merged' ? { merged_into: fate.into_id } : null
    return change(of, record.id, '', 'destroyed', { value, replaced: { record: snapshotOf(record) } })
  })
  const survivors = existing.flatMap((id) => {
    const fate = fates.get(id)
    if (fate?.is !== 'merged') return []
    return [change(of, fate.into_id, mergedKey, 'added', { value: mergedValue(of, id) })]
  })
  return [...others, ...deleted.sort((a, b) => a.entity_id - b.entity_id), ...survivors]
}

async function deleteChildren(
  tx: Database,
  of: RecordKind,
  ids: readonly number[],
  rankOf: RankOf,
  fates: Fates,
): Promise<Change[]> {
  const fate = [...fates.values()].find(({ is }) => is === 'removed')
  const deleteAll = (kind: RecordKind, children: readonly { id: number }[]) => {
    const all = children.map(({ id }) => id)
    return deleteRecords(tx, kind, all, rankOf, new Map(fate ? all.map((id) => [id, fate]) : []))
  }
  if (of === 'series') {
    const seasons = await tx.all(Id, sql`select id from season where ${tx.engine.anyOf(raw('series_id'), ids)}`)
    return deleteAll('season', seasons)
  }
  if (of !== 'season') return []
  const episodes = await tx.all(
    Id,
    sql`
    select e.id from episode e
    join season s on s.series_id = e.series_id and s.season_number = e.season_number
    where ${tx.engine.anyOf(raw('s.id'), ids)}`,
  )
  return deleteAll('episode', episodes)
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
async function removeReferences(
  tx: Database,
  target: RecordKind,
  ids: readonly number[],
  rankOf: RankOf,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const of of kindNames) {
    for (const { column, field } of shapeOf(of).references.filter((reference) => reference.target === target)) {
      const rows = await fieldsReferringTo(tx, of, column, ids)
      const { write } = recordKind(of).fields[column] ?? {}
      const logged = (id: number) => (write ? write(id) : id)
      for (const { id, reference, source_id, locked } of rows) {
        const state = { value: reference, source_id, locked, zero: false, holder: undefined }
        const about = { place: fieldKey(column), replaced: replacedValue(state, rankOf) }
        changes.push(change(of, id, field, 'deleted', { original_value: logged(reference), ...about }))
      }
    }
  }
  for (const { name: part, store } of parts) {
    for (const [column, name] of Object.entries(store?.references ?? {})) {
      if (!store || name !== target) continue
      for (const each of await entriesReferringTo(tx, { part, store, column }, ids, rankOf)) changes.push(each)
      await tx.run(sql`delete from ${raw(store.table)} where ${tx.engine.anyOf(raw(column), ids)}`)
    }
  }
  return changes
}

const Referring = Type.Object({
  id: Type.Integer(),
  reference: Type.Integer(),
  source_id: Type.String(),
  locked: Type.Boolean(),
})

/** The columns that refer to some records of a kind, with the source and the lock of each. */
export const fieldsReferringTo = (tx: Database, of: RecordKind, column: string, ids: readonly number[]) =>
  tx.all(
    Referring,
    sql`
    select t.id, t.${raw(column)} as reference, coalesce(f.source_id, r.source_id) as source_id,
      coalesce(f.locked, false) as locked
    from ${raw(of)} t join record r on r.kind = ${of} and r.id = t.id
    left join field_source f on f.kind = ${of} and f.entity_id = t.id and f.key = ${column} and f.iso_639_1 = ''
    where ${tx.engine.anyOf(sql`t.${raw(column)}`, ids)} order by t.id`,
  )

type ReferringPart = { part: PartName; store: Store; column: string }

async function entriesReferringTo(
  tx: Database,
  { part, store, column }: ReferringPart,
  ids: readonly number[],
  rankOf: RankOf,
) {
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
    const place = entryPlace(part, entryKeyOf(store, entry as StoredEntry))
    const about = { place, same_value: false, replaced: replacedEntry(entry, undefined, rankOf) }
    return entryChange({ kind: of, id: entity_id }, store, entry as StoredEntry, undefined, about)
  })
}
