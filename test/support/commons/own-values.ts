import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { entryKeyOf, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { isEmpty } from '#src/catalogue/edits/merge.ts'
import { fieldKey, loadRecords, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { isPeopleSource } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Touched = Type.Object({ kind: Type.Unsafe<RecordKind>(Type.String()), entity_id: Type.Integer() })
const Kept = Type.Object({ kind: Type.String(), id: Type.Integer() })

/** What people of a server state about a record, and the records that it names. */
type Own = { text: string; names: readonly string[] }

/** All that people of a server state: corrections, entries, and what they have removed. */
async function ownValuesOf(db: Database): Promise<Own[]> {
  const touched = await db.all(
    Touched,
    sql`
    select distinct c.kind, c.entity_id from change c join edit e on e.id = c.edit_id where e.source_id = 'people'`,
  )
  const all: Own[] = []
  for (const [of, some] of Map.groupBy(touched, ({ kind }) => kind)) {
    const records = await loadRecords(
      db,
      of,
      some.map(({ entity_id }) => entity_id),
    )
    for (const record of records.values()) for (const own of ownOf(record)) all.push(own)
  }
  return all
}

function* ownOf(record: StoredRecord): Generator<Own> {
  const { kind, id, source_id, values, owners, translations, entries, removed } = record
  const { references, storedParts } = shapeOf(kind)
  const own = (place: string, value: unknown, names: readonly string[] = []): Own => ({
    text: `${kind} ${id} ${place} ${JSON.stringify(value)}`,
    names,
  })
  const isOwn = (key: string, otherwise: string) => isPeopleSource(owners.get(key)?.source_id ?? otherwise)
  for (const [column, value] of Object.entries(values)) {
    const key = fieldKey(column)
    if (!isOwn(key, source_id) || (isEmpty(value) && !owners.has(key))) continue
    const target = references.find((one) => one.column === column)?.target
    yield own(column, value, target && typeof value === 'number' ? [`${target} ${value}`] : [])
  }
  for (const { iso_639_1, iso_3166_1, source_id, texts } of translations.values())
    for (const [name, text] of Object.entries(texts)) {
      const key = fieldKey(name, iso_639_1, iso_3166_1)
      if (isOwn(key, source_id) && (!isEmpty(text) || owners.has(key))) yield own(key, text)
    }
  for (const { name, store, references: named } of storedParts) {
    const namesOf = (entry: Readonly<Record<string, unknown>>) =>
      named.flatMap(([column, target]) => (typeof entry[column] === 'number' ? [`${target} ${entry[column]}`] : []))
    for (const { source_id, ...entry } of entries.get(name)?.values() ?? [])
      if (isPeopleSource(source_id)) yield own(`${name} ${entryKeyOf(store, entry as never)}`, entry, namesOf(entry))
    for (const [key, by] of removed.get(name) ?? [])
      if (isPeopleSource(by)) yield own(`${name} without`, key, [`${kind} ${id}`, ...keyNames(named, key)])
  }
}

/** What is removed may be known by nothing but the record that it named; nobody misses it in one that is gone. */
const keyNames = (named: readonly (readonly [string, RecordKind])[], key: string): string[] =>
  named.flatMap(([, target]) => (/^\[(\d+)\]$/.test(key) ? [`${target} ${key.slice(1, -1)}`] : []))

/**
 * Does something that must change nothing that people here state. What names a record may name another one, or nothing,
 * once that one is gone: people here have stated nothing about it.
 */
export async function leavingOwn<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const before = await ownValuesOf(db)
  const result = await work()
  if (before.length === 0) return result
  const after = new Set((await ownValuesOf(db)).map(({ text }) => text))
  const lost = before.filter(({ text }) => !after.has(text))
  if (lost.length === 0) return result
  const records = await db.all(Kept, sql`select kind, id from record`)
  const there = new Set(records.map(({ kind, id }) => `${kind} ${id}`))
  const unexplained = lost.filter(({ names }) => names.every((name) => there.has(name)))
  assert.deepEqual(
    unexplained.map(({ text }) => text),
    [],
    'what people state stands',
  )
  return result
}
