import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { PartName } from '../kinds.ts'
import type { RecordKind } from '../record-kinds.ts'
import { survivorsOf } from './gone/survivors.ts'
import { shapeOf } from './kind-shape.ts'
import type { EntriesStatement, Statement } from './merge.ts'
import type { StoredEntry } from './record-loader.ts'

/** Records that are not there yet when references to them are looked at. */
type ToCome = {
  /** Whether what is being written makes it at the same time: references to it stay. */
  isMade?(target: RecordKind, id: number): boolean
  /** Whether it is written later, though it was merged: references to it are missing until then. */
  comesBack?(target: RecordKind, id: number): boolean
}

/** A reference to something that does not exist. */
export type MissingReference = { statement: Statement; field: string; target: RecordKind; id: number }

/**
 * Creates the accounts that come with entries, turns references to merged records into references to the survivors, and
 * drops references to what does not exist. The entries of the resulting statements have exactly the stored columns.
 */
export async function resolveReferences(
  db: Reader,
  of: RecordKind,
  statements: readonly Statement[],
  now: Date,
  { isMade = () => false, comesBack = () => false }: ToCome = {},
): Promise<{ resolved: Statement[]; missing: MissingReference[] }> {
  for (const { name, store } of shapeOf(of).storedParts) {
    if (!store.prepare) continue
    const entries = statements.flatMap(({ parts }) => parts.get(name)?.entries ?? [])
    if (entries.length > 0) await store.prepare(db, entries as StoredEntry[], now)
  }
  const isToCome = (target: RecordKind, id: number) => isMade(target, id) || comesBack(target, id)
  const meant = await meantTargets(db, of, statements, isToCome)
  const missing: MissingReference[] = []
  const resolved = statements.map((statement) => {
    const idOf = (field: string, target: RecordKind, id: number) => {
      const found = meant(target, id) ?? (isMade(target, id) ? id : undefined)
      if (found === undefined) missing.push({ statement, field, target, id })
      return found
    }
    return resolveOne(of, statement, idOf)
  })
  return { resolved, missing }
}

/** The id of the record that a reference means; undefined if there is none. */
type IdOf = (field: string, target: RecordKind, id: number) => number | undefined

function resolveOne(of: RecordKind, statement: Statement, idOf: IdOf): Statement {
  let { values } = statement
  for (const { column, target, field } of shapeOf(of).references) {
    const id = values[column]
    const meant = typeof id === 'number' ? idOf(field, target, id) : undefined
    if (typeof id !== 'number' || meant === id) continue
    const { [column]: _nowhere, ...others } = values
    values = meant === undefined ? others : { ...others, [column]: meant }
  }
  const parts = new Map<PartName, EntriesStatement>()
  for (const { name, store, references, columns } of shapeOf(of).storedParts) {
    const given = statement.parts.get(name)
    if (!given) continue
    const existing = given.entries.flatMap((entry) => {
      let told = entry
      for (const [column, target] of references) {
        const id = entry[column] as number
        const meant = idOf(name, target, id)
        if (meant === undefined) return []
        if (meant !== id) told = { ...told, [column]: meant }
      }
      return [told]
    })
    // Only entries that come with something new have more than the stored columns.
    const hasMore = store.prepare ?? store.newWords
    parts.set(name, { ...given, entries: hasMore ? existing.map((entry) => pick(entry, columns)) : existing })
  }
  return { ...statement, values, parts }
}

function pick(entry: StoredEntry, columns: readonly string[]): StoredEntry {
  const kept: Record<string, unknown> & { source_id: string } = { source_id: entry.source_id }
  for (const column of columns) kept[column] = entry[column]
  return kept
}

/** Finds the records that statements refer to: those of these ids, or the survivors of merged ones that stay so. */
async function meantTargets(
  db: Reader,
  of: RecordKind,
  statements: readonly Statement[],
  isToCome: (target: RecordKind, id: number) => boolean,
) {
  const wanted = new Map<RecordKind, Set<number>>()
  for (const [target, id] of referencesOf(of, statements)) {
    const ids = wanted.get(target)
    if (ids) ids.add(id)
    else wanted.set(target, new Set([id]))
  }
  const meant = new Map<RecordKind, Map<number, number>>()
  for (const [target, ids] of wanted) {
    const present = await presentAmong(db, target, [...ids])
    const ofTarget = new Map([...present].map((id) => [id, id]))
    const absent = [...ids].filter((id) => !present.has(id))
    const survivors = [...(await survivorsOf(db, target, absent))]
    const there = await presentAmong(
      db,
      target,
      survivors.map(([, { id }]) => id),
    )
    for (const [id, survivor] of survivors)
      if (there.has(survivor.id) && !isToCome(target, id)) ofTarget.set(id, survivor.id)
    meant.set(target, ofTarget)
  }
  return (target: RecordKind, id: number) => meant.get(target)?.get(id)
}

async function presentAmong(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await db.all(Id, sql`select id from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`)
  return new Set(found.map(({ id }) => id))
}

function* referencesOf(of: RecordKind, statements: readonly Statement[]): Generator<[RecordKind, number]> {
  const fields = shapeOf(of).references
  for (const { values, parts } of statements) {
    for (const { column, target } of fields) {
      const id = values[column]
      if (typeof id === 'number') yield [target, id]
    }
    for (const { name, references } of shapeOf(of).storedParts) {
      for (const [column, target] of references) {
        for (const entry of parts.get(name)?.entries ?? []) yield [target, entry[column] as number]
      }
    }
  }
}
