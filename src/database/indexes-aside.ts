import { Type } from 'typebox'
import type { Database } from './database.ts'
import type { Migratable } from './migratable.ts'
import { hasTable } from './migrate.ts'
import { raw, sql } from './sql.ts'

/** Holds the indexes that were set aside, as the statements that make them, and is only there while there are any. */
const TABLE = 'index_aside'
const makeTable = `create table if not exists ${TABLE} (name text primary key, statement text not null)`

/** An index that makes nothing unique, with the statement that makes it. */
const Index = Type.Object({ name: Type.String(), made_on: Type.String(), statement: Type.String() })

/** Says how many of the indexes are built. */
type OnBuilt = (done: number, of: number) => void

/**
 * Drops the indexes of some tables but those `kept`, so that many rows can be written without each of them going into
 * all of these. Nothing is dropped if `unless` says so, which is asked when nobody else writes. `buildIndexes` brings
 * them back; so does whoever opens the catalogue next, if this process is killed before.
 */
export function setIndexesAside(
  db: Migratable,
  tables: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  unless: (tx: Database) => Promise<boolean>,
): Promise<void> {
  const found =
    db.engineName === 'sqlite'
      ? sql`select name, tbl_name as made_on, sql as statement from sqlite_schema
          where type = 'index' and sql is not null`
      : sql`select indexname as name, tablename as made_on, indexdef as statement from pg_indexes
          where schemaname = current_schema()`
  return db.exclusively(async (tx, script) => {
    if (await unless(tx)) return
    const indexes = (await tx.all(Index, sql`${found} order by 1`)).filter(
      ({ name, made_on, statement }) =>
        tables.has(made_on) && !kept.has(name) && !statement.toUpperCase().startsWith('CREATE UNIQUE'),
    )
    await script(makeTable)
    for (const { name, statement } of indexes) {
      await tx.run(sql`insert into ${raw(TABLE)} (name, statement) values (${name}, ${statement})`)
      await script(`drop index ${name}`)
    }
  })
}

/** Builds all indexes that are set aside, each in a transaction of its own. */
export async function buildIndexes(db: Migratable, onBuilt: OnBuilt = () => {}): Promise<void> {
  if (!(await hasTable(db, TABLE))) return
  const { length } = await db.all(Name, names)
  onBuilt(0, length)
  for (let done = 1; await buildNext(db); done++) onBuilt(done, length)
}

const Name = Type.Object({ name: Type.String() })
const names = sql`select name from ${raw(TABLE)} order by name`

/** Builds the next one, and removes the table with the last one; false if there is none any more. */
function buildNext(db: Migratable): Promise<boolean> {
  return db.exclusively(async (tx, script) => {
    // Whoever built the last one has dropped the table.
    await script(makeTable)
    const [next] = await tx.all(Statement, sql`select name, statement from ${raw(TABLE)} order by name limit 1`)
    if (!next) {
      await script(`drop table ${TABLE}`)
      return false
    }
    await script(next.statement)
    await tx.run(sql`delete from ${raw(TABLE)} where name = ${next.name}`)
    return true
  })
}

const Statement = Type.Object({ name: Type.String(), statement: Type.String() })
