import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { exportLines } from '#src/import/export.ts'
import { type ImportOptions, importLines } from '#src/import/import.ts'
import { packageRoot } from '#src/package-root.ts'
import type { TestEngine } from './engines.ts'
import { assertWorded } from './foreign/worded.ts'
import { shared } from './run/template.ts'

/** Makes an empty catalogue, as the server does when it starts for the first time. */
export const emptyCatalogue = shared('empty_catalogue', async (db) => {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db, new Date('2026-02-01T08:00:00.000Z'))
})

/** Has all tables and no rows but those of migrations. */
export const migrated = shared('migrated', async (db) => void (await migrate(db, join(packageRoot, 'migrations'))))

/** A catalogue that is closed when the test ends, however it ends. */
export async function openFor(context: TestContext, engine: TestEngine): Promise<Migratable> {
  const db = await engine.open()
  context.after(() => db.close())
  return db
}

const Index = Type.Object({ name: Type.String(), statement: Type.String() })

/** All indexes that have a name of their own, each with the statement that makes it. */
export function indexesOf(db: Migratable) {
  const found =
    db.engineName === 'sqlite'
      ? sql`select name, sql as statement from sqlite_schema where type = 'index' and sql is not null`
      : sql`select indexname as name, indexdef as statement from pg_indexes
          where schemaname = current_schema() and tablename <> 'index_aside'`
  return db.all(Index, sql`${found} order by 1`)
}

export type AnyLine = Record<string, any>

const source = (id: string, rank: number) => ({ kind: 'source', id, name: id, licence: 'CC0-1.0', rank })

/** The sources of these tests, the lowest first; `twin` ranks like `middle`. */
export const sources: readonly AnyLine[] = [
  source('low', 10),
  source('middle', 20),
  source('twin', 20),
  source('high', 30),
]

/** Imports lines, and tells what became of them: the summary in one line, refusals and left-out references as texts. */
export async function importInto(db: Database, lines: Iterable<object | string>, options: ImportOptions = {}) {
  const refused: string[] = []
  const unresolved: string[] = []
  const summary = await importLines(db, lines, {
    now: () => new Date('2026-03-01T08:00:00.000Z'),
    ...options,
    onRefused({ line, field, reason }) {
      assertWorded(reason)
      refused.push(`${line} ${field}: ${reason}`)
    },
    onUnresolved: ({ line, field, target, id }) => unresolved.push(`${line} ${field}: ${target} ${id}`),
  })
  const { created, changed, unchanged } = summary
  return { summary, records: { created, changed, unchanged }, refused, unresolved }
}

export async function exportOf(db: Database): Promise<string> {
  let text = ''
  for await (const lines of exportLines(db)) text += lines
  return text
}

/** The lines of an export but for those of sources, with all that they say. */
export async function wholeLinesOf(db: Database): Promise<AnyLine[]> {
  const lines = (await exportOf(db)).split('\n').slice(0, -1)
  return lines.map((line): AnyLine => JSON.parse(line)).filter(({ kind }) => kind !== 'source')
}

/** The values of records as an export has them, without who gave single ones and what was removed. */
export async function linesOf(db: Database): Promise<AnyLine[]> {
  const lines = (await wholeLinesOf(db)).filter(({ kind }) => kind !== 'gone')
  return lines.map(({ sources: _sources, removed: _removed, ...line }) => line)
}
