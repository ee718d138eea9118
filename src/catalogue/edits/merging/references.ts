import { type TProperties, Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { quoted } from '#src/database/table.ts'
import { kindNames, type PartName } from '../../kinds.ts'
import type { Store } from '../../part.ts'
import { parts } from '../../parts/index.ts'
import { type RecordKind, recordKind } from '../../record-kinds.ts'
import type { RankOf } from '../../sources.ts'
import { type Change, change, entryChange } from '../change.ts'
import { fieldsReferringTo } from '../delete-records.ts'
import type { Pair } from '../gone/kept-aside.ts'
import { entryKeyOf, shapeOf } from '../kind-shape.ts'
import { fieldKey, type StoredEntry } from '../record-loader.ts'
import { entryPlace, replacedEntry, replacedValue } from '../replaced.ts'
import { likenessOf } from './merge-values.ts'

/** What other records refer to merged ones by becomes a reference to the survivors. */

type Moving = { target: RecordKind; pairs: readonly Pair[]; rankOf: RankOf }

/** How many columns and entries of other records refer to these. */
export async function countReferences(tx: Database, target: RecordKind, ids: readonly number[]): Promise<number> {
  let sum = 0
  const add = async (table: string, column: string) => {
    sum += await countRows(tx, sql`from ${raw(table)} where ${tx.engine.anyOf(raw(column), ids)}`)
  }
  for (const of of kindNames)
    for (const { column } of shapeOf(of).references.filter((one) => one.target === target)) await add(of, column)
  for (const { store } of parts)
    for (const [column, name] of Object.entries(store?.references ?? {}))
      if (store && name === target) await add(store.table, column)
  return sum
}

/** Lets all references to merged records mean the survivors, and returns the rows of the change log. */
export async function moveReferences(tx: Database, moving: Moving): Promise<Change[]> {
  const changes: Change[] = []
  for (const of of kindNames) {
    const { target } = moving
    for (const reference of shapeOf(of).references.filter((one) => one.target === target))
      for (const each of await moveColumn(tx, of, reference, moving)) changes.push(each)
  }
  for (const { name: part, store } of parts)
    for (const [column, name] of Object.entries(store?.references ?? {}))
      if (store && name === moving.target)
        for (const each of await moveEntries(tx, { part, store, column }, moving)) changes.push(each)
  return changes
}

const Target = Type.Object({ id: Type.Integer(), value: Type.Integer() })

async function moveColumn(
  tx: Database,
  of: RecordKind,
  { column, field }: { column: string; field: string },
  { target, pairs, rankOf }: Moving,
): Promise<Change[]> {
  const intoOf = intoIn(pairs)
  const ids = pairs.map(({ id }) => id)
  const found = await fieldsReferringTo(tx, of, column, ids)
  // What is merged itself, and its survivor, were merged before.
  const own = new Set(of === target ? pairs.flatMap(({ id, into_id }) => [id, into_id]) : [])
  const rows = found.filter(({ id }) => !own.has(id))
  if (rows.length === 0) return []
  const targets = rows.map(({ id, reference }) => ({ id, value: intoOf(reference) }))
  await tx.run(sql`
    update ${raw(of)} set ${raw(column)} = r.value from ${tx.engine.rows(Target, targets)} as r
    where ${raw(of)}.id = r.id`)
  const { write } = recordKind(of).fields[column] ?? {}
  const logged = (id: number) => (write ? write(id) : id)
  return rows.map(({ id, reference, source_id, locked }) => {
    const state = { value: reference, source_id, locked, zero: false, holder: undefined }
    const about = { place: fieldKey(column), replaced: replacedValue(state, rankOf) }
    const values = { original_value: logged(reference), value: logged(intoOf(reference)) }
    return change(of, id, field, 'updated', { ...values, ...about })
  })
}

function intoIn(pairs: readonly Pair[]): (id: number) => number {
  const into = new Map(pairs.map(({ id, into_id }) => [id, into_id]))
  return (id) => into.get(id) ?? id
}

type ReferringPart = { part: PartName; store: Store; column: string }
type Row = StoredEntry & { kind: RecordKind; entity_id: number }

const rowOf = (store: Store): TProperties => ({
  kind: Type.String(),
  entity_id: Type.Integer(),
  ...store.columns,
  source_id: Type.String(),
})

async function moveEntries(
  tx: Database,
  { part, store, column }: ReferringPart,
  { target, pairs, rankOf }: Moving,
): Promise<Change[]> {
  const intoOf = intoIn(pairs)
  const merged = new Set(pairs.map(({ id }) => id))
  const columns = rowOf(store)
  const involved = [...merged, ...pairs.map(({ into_id }) => into_id)]
  const rows = (await tx.all(
    Type.Object(columns),
    sql`
    select ${raw(quoted(Object.keys(columns)))} from ${raw(store.table)} t
    where ${tx.engine.anyOf(raw(column), involved)} and exists (
      select 1 from ${raw(store.table)} o
      where o.kind = t.kind and o.entity_id = t.entity_id and ${tx.engine.anyOf(sql`o.${raw(column)}`, [...merged])})
    order by kind, entity_id`,
  )) as Row[]
  const isOwn = ({ kind, entity_id }: Row) => kind === target && merged.has(entity_id)
  const byRecord = Map.groupBy(
    rows.filter((row) => !isOwn(row)),
    ({ kind, entity_id }) => `${kind} ${entity_id}`,
  )
  const put: Row[] = []
  const gone: Row[] = []
  const changes: Change[] = []
  const removers = await removersOf(tx, part, store, rows, (row) => ({
    ...row,
    [column]: intoOf(row[column] as number),
  }))
  for (const ofRecord of byRecord.values()) {
    const known = new Set(
      ofRecord.filter((row) => !merged.has(row[column] as number)).map((row) => likenessOf(store, row)),
    )
    for (const row of ofRecord.filter((row) => merged.has(row[column] as number))) {
      const { kind, entity_id, ...old } = row
      const entry = { ...old, [column]: intoOf(row[column] as number) } as StoredEntry
      const [oldKey, key] = [entryKeyOf(store, old as StoredEntry), entryKeyOf(store, entry)]
      const about = (key: string, before: StoredEntry | undefined) => ({
        place: entryPlace(part, key),
        same_value: false,
        replaced: replacedEntry(before, removers.get(`${kind} ${entity_id} ${key}`), rankOf),
      })
      const record = { kind, id: entity_id }
      const isDouble = known.has(likenessOf(store, entry))
      const before = old as StoredEntry
      if (isDouble || key !== oldKey) {
        gone.push(row)
        changes.push(entryChange(record, store, before, undefined, about(oldKey, before)))
      }
      if (isDouble) continue
      known.add(likenessOf(store, entry))
      put.push({ ...entry, kind, entity_id } as Row)
      const rest = key === oldKey ? before : undefined
      changes.push(entryChange(record, store, rest, entry, about(key, rest)))
    }
  }
  await writeEntries(tx, store, gone, put)
  return changes
}

async function writeEntries(tx: Database, store: Store, gone: readonly Row[], put: readonly Row[]): Promise<void> {
  const columns = rowOf(store)
  const key = ['kind', 'entity_id', ...store.key]
  if (gone.length > 0) {
    const places = Type.Pick(Type.Object(columns), key)
    await tx.run(sql`
      delete from ${raw(store.table)} where (${raw(quoted(key))}) in (
        select ${raw(quoted(key))} from ${tx.engine.rows(places, gone as never)} as r)`)
  }
  if (put.length > 0) await tx.put({ name: store.table, key, row: Type.Object(columns) }, put as never)
}

const Mark = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), key: Type.String() })
const Removed = Type.Object({ ...Mark.properties, source_id: Type.String() })

/** Who has removed entries that come to these records now; afterwards nothing says so any more. */
async function removersOf(
  tx: Database,
  part: PartName,
  store: Store,
  rows: readonly Row[],
  become: (row: Row) => Row,
): Promise<Map<string, string>> {
  const coming = rows.flatMap((row) => {
    const key = entryKeyOf(store, become(row))
    return key === entryKeyOf(store, row) ? [] : [{ kind: row.kind, entity_id: row.entity_id, key }]
  })
  if (coming.length === 0) return new Map()
  const marks = sql`
    from removed_entry m join ${tx.engine.rows(Mark, coming)} as r
      on r.kind = m.kind and r.entity_id = m.entity_id and r.key = m.key and m.part = ${part}`
  const found = await tx.all(Removed, sql`select m.kind, m.entity_id, m.key, m.source_id ${marks}`)
  if (found.length > 0)
    await tx.run(sql`
      delete from removed_entry where (kind, entity_id, part, key) in (
        select m.kind, m.entity_id, m.part, m.key ${marks})`)
  return new Map(found.map(({ kind, entity_id, key, source_id }) => [`${kind} ${entity_id} ${key}`, source_id]))
}
