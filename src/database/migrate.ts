import { countRows } from './count-rows.ts'
import type { Database } from './database.ts'
import type { EngineName, Migratable } from './migratable.ts'
import { adopt, areFormer, LAST_ADOPTED } from './schema/former.ts'
import { Applied, type Migration, readMigrations } from './schema/migrations.ts'
import { readSchema } from './schema/read-schema.ts'
import { sql } from './sql.ts'

const appliedMigrations = sql`select number, name, digest from migration order by number`
/**
 * Brings the tables to the state that the files of `folder` describe: `NNNN-name.sql` for both engines, or
 * `NNNN-name.sqlite.sql` and `NNNN-name.postgres.sql`. Each runs once, in one transaction; none is ever undone.
 * Processes that start at the same time wait for one another. Returns the names of the migrations that it applied.
 * Migrations after the number `last` are left out. Where none is missing, nothing is written, so that a catalogue can
 * be read on a full disk, too. A catalogue of before 0.1.0 is adopted first.
 */
export async function migrate(db: Migratable, folder: string, last = Number.POSITIVE_INFINITY): Promise<string[]> {
  const { all, applied, isFormer } = await compare(db, folder)
  const migrations = all.filter(({ number }) => number <= last)
  const names: string[] = []
  if (isFormer) await adoptOnce(db, folder, all)
  else if (applied && missingOf(applied, migrations).length === 0) return names
  for (;;) {
    const name = await applyNext(db, migrations)
    if (name === undefined) return names
    names.push(name)
  }
}

/**
 * The number of the last migration of a database, 0 if there is none, and whether it is of before 0.1.0: then it has
 * the tables of the last migration that adopting it gives it, some under other names. Throws if this version does not
 * know all migrations.
 */
export async function migrationState(db: Migratable, folder: string): Promise<{ last: number; isFormer: boolean }> {
  const { all, applied = [], isFormer } = await compare(db, folder)
  if (isFormer) return { last: LAST_ADOPTED, isFormer }
  for (const row of applied) refuseDifference(row, all)
  return { last: applied.at(-1)?.number ?? 0, isFormer }
}

/** The migrations of the folder, and those of the database, if it has such a list. */
async function compare(db: Migratable, folder: string) {
  const all = await readMigrations(folder, db.engineName)
  const applied = (await hasTable(db, 'migration')) ? await db.all(Applied, appliedMigrations) : undefined
  return { all, applied, isFormer: applied !== undefined && areFormer(applied, all, db.engineName) }
}

export async function hasTable(db: Migratable, name: string): Promise<boolean> {
  const found =
    db.engineName === 'sqlite'
      ? sql`from sqlite_schema where type = 'table' and name = ${name}`
      : sql`from pg_tables where schemaname = current_schema() and tablename = ${name}`
  return (await countRows(db, found)) > 0
}

/** Of several processes that open the same catalogue, the first one adopts it. */
function adoptOnce(db: Migratable, folder: string, migrations: readonly Migration[]): Promise<void> {
  return db.exclusively(async (tx, script) => {
    const applied = await tx.all(Applied, appliedMigrations)
    if (areFormer(applied, migrations, db.engineName))
      await adopt(tx, { engine: db.engineName, folder, migrations, script })
  })
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
    if (next === migrations[0]) await refuseTables(tx, db.engineName, next)
    await script(next.text)
    await tx.run(sql`
      insert into migration (number, name, digest, at)
      values (${next.number}, ${next.name}, ${next.digest}, ${new Date().toISOString()})`)
    return next.name
  })
}

/** Refuses a database that has tables of the first migration although its list of migrations is empty. */
async function refuseTables(tx: Database, engine: EngineName, { name, text }: Migration) {
  const { columns } = await readSchema(tx, engine)
  const tables = new Set(columns.map(({ table }) => table))
  const [found] = [...text.matchAll(/^create table (\w+)/gm)].flatMap(([, table = '']) =>
    tables.has(table) ? table : [],
  )
  if (found === undefined) return
  throw new Error(
    `The list of migrations is empty, but there is the table ${found}, which migration ${name} makes: ` +
      'it is a catalogue whose list was lost, or the tables are those of another program. Nothing was changed. ' +
      'Restore a backup, or use an empty database.',
  )
}

/** The migrations that a database lacks, in order. Throws if it has others than these. */
function missingOf(applied: readonly Applied[], migrations: readonly Migration[]): Migration[] {
  for (const row of applied) refuseDifference(row, migrations)
  const last = applied.at(-1)?.number ?? 0
  return migrations.filter(({ number }) => number > last)
}

function refuseDifference(applied: Applied, migrations: readonly Migration[]) {
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
