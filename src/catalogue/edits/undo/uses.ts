import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { kindNames, type PartName } from '../../kinds.ts'
import { parts } from '../../parts/index.ts'
import type { RecordKind } from '../../record-kinds.ts'
import { type StoredPart, shapeOf } from '../kind-shape.ts'
import { fieldKey, type StoredEntry, type StoredRecord } from '../record-loader.ts'
import { entryPlace } from '../replaced.ts'
import { type Before, columnBefore, entryBefore, entryOf } from './restore.ts'

/** Something that a value refers to: a record, a word, or the account of a review. */
export type Use = { target: RecordKind | 'account'; id: number }

const nameOf = ({ target, id }: Use): string => `${target} ${id}`

const usesOfColumn = (of: RecordKind, column: string, value: unknown): Use[] =>
  shapeOf(of).references.flatMap((reference) =>
    reference.column === column && typeof value === 'number' ? [{ target: reference.target, id: value }] : [],
  )

function usesOfEntry({ references, store }: StoredPart, entry: StoredEntry): Use[] {
  const columns = store.account ? [...references, [store.account, 'account'] as const] : references
  return columns.flatMap(([column, target]) => {
    const id = entry[column]
    return typeof id === 'number' ? [{ target, id }] : []
  })
}

/** What a value refers to that a change has replaced. */
export function usesBefore(of: RecordKind, before: Before): Use[] {
  const entry = entryOf(of, before.place)
  if (entry) {
    const was = entryBefore(before)
    return was ? usesOfEntry(entry.part, was) : []
  }
  const [column = '', language] = before.place.split('|')
  return language === '' ? usesOfColumn(of, column, columnBefore(of, column, before)) : []
}

/** What a record refers to. */
export const usesOfRecord = ({ kind, values, entries }: StoredRecord): Use[] => [
  ...Object.entries(values).flatMap(([column, value]) => usesOfColumn(kind, column, value)),
  ...shapeOf(kind).storedParts.flatMap((part) =>
    [...(entries.get(part.name)?.values() ?? [])].flatMap((entry) => usesOfEntry(part, entry)),
  ),
]

/** A record without what refers to something that is gone, and the places of that. */
export function withoutGone(record: StoredRecord, isGone: (use: Use) => boolean) {
  const { kind, values, entries } = record
  const { empty, storedParts } = shapeOf(kind)
  const places: string[] = []
  const present = Object.entries(values).map(([column, value]) => {
    if (!usesOfColumn(kind, column, value).some(isGone)) return [column, value]
    places.push(fieldKey(column))
    return [column, empty[column]]
  })
  const there = storedParts.map((part): [PartName, ReadonlyMap<string, StoredEntry>] => {
    const all = [...(entries.get(part.name) ?? [])]
    const kept = all.filter(([, entry]) => !usesOfEntry(part, entry).some(isGone))
    for (const [key, entry] of all)
      if (!kept.some(([, other]) => other === entry)) places.push(entryPlace(part.name, key))
    return [part.name, new Map(kept)]
  })
  return { whole: { ...record, values: Object.fromEntries(present), entries: new Map(there) }, places }
}

/** Looks up what exists among things that are referred to. An account that was deleted is gone. */
export async function goneAmong(tx: Database, uses: readonly Use[]): Promise<(use: Use) => boolean> {
  const present = new Set<string>()
  for (const [target, some] of Map.groupBy(uses, ({ target }) => target)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    const isAlive = target === 'account' ? sql`deleted_at is null` : sql`true`
    const found = await tx.all(
      Id,
      sql`select id from ${raw(target)} where ${tx.engine.anyOf(raw('id'), ids)} and ${isAlive}`,
    )
    for (const { id } of found) present.add(nameOf({ target, id }))
  }
  return (use) => !present.has(nameOf(use))
}

const Used = Type.Object({ used: Type.Integer() })

/** The records of a kind, among `ids`, that something other than these refers to, or that have seasons or episodes. */
export async function inUse(tx: Database, target: RecordKind, ids: readonly number[]): Promise<Set<number>> {
  const used = new Set<number>()
  const look = async (query: Sql) => {
    for (const row of await tx.all(Used, query)) used.add(row.used)
  }
  for (const of of kindNames) {
    const others = of === target ? sql`not (${tx.engine.anyOf(raw('id'), ids)})` : sql`true`
    for (const { column } of shapeOf(of).references.filter((reference) => reference.target === target)) {
      await look(sql`
        select distinct ${raw(column)} as used from ${raw(of)}
        where ${tx.engine.anyOf(raw(column), ids)} and ${others}`)
    }
  }
  for (const { store } of parts) {
    for (const [column, name] of Object.entries(store?.references ?? {})) {
      if (!store || name !== target) continue
      await look(sql`
        select distinct ${raw(column)} as used from ${raw(store.table)}
        where ${tx.engine.anyOf(raw(column), ids)}
          and not (kind = ${target} and ${tx.engine.anyOf(raw('entity_id'), ids)})`)
    }
  }
  if (target === 'series')
    await look(sql`select distinct series_id as used from season where ${tx.engine.anyOf(raw('series_id'), ids)}`)
  if (target === 'season')
    await look(sql`
      select distinct s.id as used from season s
      join episode e on e.series_id = s.series_id and e.season_number = s.season_number
      where ${tx.engine.anyOf(raw('s.id'), ids)}`)
  return used
}
