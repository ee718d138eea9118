import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { PartName } from '../kinds.ts'
import type { RecordKind } from '../record-kinds.ts'
import { shapeOf } from './kind-shape.ts'
import type { EntriesStatement, Statement } from './merge.ts'
import type { StoredEntry } from './record-loader.ts'

/** A reference to something that does not exist. */
export type MissingReference = { statement: Statement; field: string; target: RecordKind; id: number }

const Id = Type.Object({ id: Type.Integer() })

/**
 * Creates the accounts that entries bring along, and drops references to what does not exist. The entries of the
 * resulting statements have exactly the stored columns. `isExpected` knows about what is still to come.
 */
export async function resolveReferences(
  db: Database,
  of: RecordKind,
  statements: readonly Statement[],
  now: Date,
  isExpected: (target: RecordKind, id: number) => boolean = () => false,
): Promise<{ resolved: Statement[]; missing: MissingReference[] }> {
  for (const { name, store } of shapeOf(of).storedParts) {
    if (!store.prepare) continue
    const entries = statements.flatMap(({ parts }) => parts.get(name)?.entries ?? [])
    if (entries.length > 0) await store.prepare(db, entries as StoredEntry[], now)
  }
  const present = await presentTargets(db, of, statements)
  const missing: MissingReference[] = []
  const resolved = statements.map((statement) => {
    const exists = (field: string, target: RecordKind, id: number) => {
      if (present.get(target)?.has(id) || isExpected(target, id)) return true
      missing.push({ statement, field, target, id })
      return false
    }
    return resolveOne(of, statement, exists)
  })
  return { resolved, missing }
}

type Exists = (field: string, target: RecordKind, id: number) => boolean

function resolveOne(of: RecordKind, statement: Statement, exists: Exists): Statement {
  let { values } = statement
  for (const { column, target, field } of shapeOf(of).references) {
    const id = values[column]
    if (typeof id !== 'number' || exists(field, target, id)) continue
    const { [column]: _nowhere, ...others } = values
    values = others
  }
  const parts = new Map<PartName, EntriesStatement>()
  for (const { name, store, references, columns } of shapeOf(of).storedParts) {
    const given = statement.parts.get(name)
    if (!given) continue
    const existing = given.entries.filter((entry) =>
      references.every(([column, target]) => exists(name, target, entry[column] as number)),
    )
    // Only entries that bring something along have more than the stored columns.
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

/** Which of the records that statements refer to exist. */
async function presentTargets(db: Database, of: RecordKind, statements: readonly Statement[]) {
  const wanted = new Map<RecordKind, Set<number>>()
  for (const [target, id] of referencesOf(of, statements)) {
    const ids = wanted.get(target)
    if (ids) ids.add(id)
    else wanted.set(target, new Set([id]))
  }
  const present = new Map<RecordKind, ReadonlySet<number>>()
  for (const [target, ids] of wanted) {
    const found = await db.all(Id, sql`select id from ${raw(target)} where ${db.engine.anyOf(raw('id'), [...ids])}`)
    present.set(target, new Set(found.map(({ id }) => id)))
  }
  return present
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
