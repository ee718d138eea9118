import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import type { Database } from './database.ts'
import { sql } from './sql.ts'
import type { Writer } from './statement.ts'

type EngineName = 'sqlite' | 'postgres'

/** What an engine offers beyond `Database`, to change the tables themselves. */
export type Migratable = Database & {
  readonly engineName: EngineName
  /** Runs `work` in a transaction while no other migration runs. `script` takes several statements at once. */
  exclusively<Result>(work: (db: Database, script: (text: string) => Promise<void>) => Promise<Result>): Promise<Result>
  /** The single writer for the transactions of all processes of the server; absent if there is none. */
  readonly writer?: Pick<Writer, 'transaction'>
  /** Reads and transactions in progress or waiting; absent if nothing waits for a connection. */
  workload?(): { reads: number; transactions: number }
}

type Tokens = Readonly<Record<string, string>>

/** Everything that a migration may leave to the engine. */
const tokens: Record<EngineName, Tokens> = {
  sqlite: { boolean: 'integer', identity: 'integer primary key', json: 'text', without_rowid: 'without rowid' },
  postgres: {
    boolean: 'boolean',
    identity: 'bigint generated always as identity primary key',
    json: 'json',
    without_rowid: '',
  },
}

type Migration = { number: number; name: string; text: string; digest: string }

const Applied = Type.Object({ number: Type.Integer(), name: Type.String(), digest: Type.String() })
const appliedMigrations = sql`select number, name, digest from migration order by number`
const Count = Type.Object({ count: Type.Integer() })

/**
 * Brings the tables to the state that the files of `folder` describe: `NNNN-name.sql` for both engines, or
 * `NNNN-name.sqlite.sql` and `NNNN-name.postgres.sql`. Each runs once, in one transaction; none is ever undone.
 * Processes that start at the same time wait for one another. Returns the names of the migrations that it applied.
 * Migrations after the number `last` are left out. Where none is missing, nothing is written, so that a catalogue can
 * be read on a full disk, too.
 */
export async function migrate(db: Migratable, folder: string, last = Number.POSITIVE_INFINITY): Promise<string[]> {
  const all = await readMigrations(folder, db.engineName)
  const migrations = all.filter(({ number }) => number <= last)
  const names: string[] = []
  if ((await hasTable(db, 'migration')) && missingOf(await db.all(Applied, appliedMigrations), migrations).length === 0)
    return names
  for (;;) {
    const name = await applyNext(db, migrations)
    if (name === undefined) return names
    names.push(name)
  }
}

/**
 * The number of the last migration of a database; 0 if there is none. Throws if this version does not know all of them.
 */
export async function lastMigration(db: Migratable, folder: string): Promise<number> {
  if (!(await hasTable(db, 'migration'))) return 0
  const migrations = await readMigrations(folder, db.engineName)
  const applied = await db.all(Applied, appliedMigrations)
  for (const row of applied) refuseDifference(row, migrations)
  return applied.at(-1)?.number ?? 0
}

export async function hasTable(db: Migratable, name: string): Promise<boolean> {
  const found =
    db.engineName === 'sqlite'
      ? sql`select count(*) as count from sqlite_schema where type = 'table' and name = ${name}`
      : sql`select count(*) as count from pg_tables where schemaname = current_schema() and tablename = ${name}`
  return (await db.one(Count, found))?.count !== 0
}

/** Applies the first migration that the database lacks, and returns its name; undefined if it has them all. */
function applyNext(db: Migratable, migrations: readonly Migration[]): Promise<string | undefined> {
  return db.exclusively(async (tx, script) => {
    await tx.run(sql`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        digest text not null,
        at text not null
      )`)
    const [next] = missingOf(await tx.all(Applied, appliedMigrations), migrations)
    if (!next) return undefined
    await script(next.text)
    await tx.run(sql`
      insert into migration (number, name, digest, at)
      values (${next.number}, ${next.name}, ${next.digest}, ${new Date().toISOString()})`)
    return next.name
  })
}

/** The migrations that a database lacks, in order. Throws if it has others than these. */
function missingOf(applied: readonly Static<typeof Applied>[], migrations: readonly Migration[]): Migration[] {
  for (const row of applied) refuseDifference(row, migrations)
  const last = applied.at(-1)?.number ?? 0
  return migrations.filter(({ number }) => number > last)
}

function refuseDifference(applied: { number: number; name: string; digest: string }, migrations: readonly Migration[]) {
  const ours = migrations.find(({ number }) => number === applied.number)
  if (!ours) {
    throw new Error(
      `The database has migration ${applied.name}, which this version of Reelcommons lacks: install a newer version.`,
    )
  }
  if (ours.digest !== applied.digest) {
    throw new Error(`Migration ${applied.name} was changed after it was applied; put the change into a new migration.`)
  }
}

/** The migrations of a folder for an engine, in order; `words` replace their tokens. */
export async function readMigrations(folder: string, engine: EngineName, words = tokens[engine]): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.sql')) continue
    const [, name, only] = /^(\d{4}-[a-z0-9-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file) ?? []
    if (!name) throw new Error(`A migration is named NNNN-name.sql or NNNN-name.{sqlite,postgres}.sql, not ${file}`)
    if (only && only !== engine) continue
    const source = await readFile(join(folder, file), 'utf8')
    const number = Number(name.slice(0, 4))
    if (migrations.at(-1)?.number === number) throw new Error(`Two migrations have the number of ${file}`)
    const digest = createHash('sha256').update(source).digest('hex')
    migrations.push({ number, name, text: fillTokens(source, words, file), digest })
  }
  return migrations
}

function fillTokens(source: string, words: Tokens, file: string): string {
  return source.replaceAll(/\{\{([^{}]*)\}\}/g, (token, name: string) => {
    const text = Object.hasOwn(words, name) ? words[name] : undefined
    if (text === undefined) throw new Error(`${file} has the unknown token ${token}`)
    return text
  })
}
