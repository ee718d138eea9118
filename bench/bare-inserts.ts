/**
 * What an import is measured against: `node bench/bare-inserts.ts FROM TO` reads the rows of the catalogue in the data
 * folder FROM and inserts them into a new one in the folder TO, in the order in which an import writes them. Reading is
 * not counted. It prints how many rows there were, and how long it took.
 */
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { migrate } from '#src/database/migrate.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { raw } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import { packageRoot } from '#src/package-root.ts'
import { commonTables, ownReferences, tablesOfRecords } from './support/catalogue-tables.ts'

const TRANSACTION_ROWS = 10_000
/** Records whose rows are read at once, and then inserted table by table. */
const BLOCK_RECORDS = 1_000
const READER_CACHE_KIB = 262_144
/** Whatever the connection of an import may have set. */
const pragmas = [
  ...['journal_mode', 'synchronous', 'cache_size', 'journal_size_limit', 'wal_autocheckpoint', 'foreign_keys'],
  ...['trusted_schema', 'mmap_size', 'temp_store'],
]

type Row = SQLInputValue[]
type Column = { name: string; pk: number }

const [from = '', to = ''] = process.argv.slice(2).map((folder) => join(folder, catalogueFile))
const source = new DatabaseSync(from, { readOnly: true })
source.exec(`pragma cache_size = -${READER_CACHE_KIB}`)
const target = await openTarget(to)
const inserts = openInserts(target)

for (const table of commonTables) inserts.put(insertionInto(table), rowsOf(table, 'true').all() as unknown as Row[])
for (const of of recordKindNames) copyRecords(of)
inserts.end()
refuseDifferences()
console.log(JSON.stringify({ rows: inserts.rows, seconds: inserts.seconds }))

async function openTarget(path: string): Promise<DatabaseSync> {
  const empty = await openDatabase(dirname(path), { writes: 'inline' })
  await migrate(empty, join(packageRoot, 'migrations'))
  await empty.close()
  const database = new DatabaseSync(path)
  // As that of an import, which waits for the disk once, when it ends.
  const model = openConnection(path, { readOnly: false, busyTimeoutMs: 0, syncsCommits: false })
  for (const name of pragmas) {
    const [value] = Object.values(model.one(raw(`pragma ${name}`)) ?? {})
    database.exec(`pragma ${name} = ${value}`)
  }
  model.close()
  return database
}

/** Runs a statement once for each row, and takes the time of that. Rows are counted when they are inserted. */
function openInserts(database: DatabaseSync) {
  const counts = { rows: 0, seconds: 0 }
  let open = 0
  function run(statement: StatementSync, rows: readonly Row[]) {
    const startMs = performance.now()
    for (const row of rows) {
      if (open === 0) database.exec('begin immediate')
      statement.run(...row)
      if (++open === TRANSACTION_ROWS) {
        database.exec('commit')
        open = 0
      }
    }
    counts.seconds += (performance.now() - startMs) / 1000
  }
  return Object.assign(counts, {
    put(statement: StatementSync, rows: readonly Row[]) {
      run(statement, rows)
      counts.rows += rows.length
    },
    update: run,
    /** Commits, and brings what is in the log into the file, as the end of an import does. */
    end() {
      const startMs = performance.now()
      if (open > 0) database.exec('commit')
      database.close()
      counts.seconds += (performance.now() - startMs) / 1000
    },
  })
}

/** Writes the records of a kind with all that belongs to them, in the order of their ids. */
function copyRecords(of: RecordKind) {
  const tables = [
    { insertion: insertionInto('record'), rows: rowsOf('record', `kind = '${of}' and id between ? and ?`) },
    { insertion: insertionInto(of), rows: rowsOf(of, 'id between ? and ?', ownReferences(of)) },
    ...tablesOfRecords(of).map((table) => ({
      insertion: insertionInto(table),
      rows: rowsOf(table, `kind = '${of}' and entity_id between ? and ?`),
    })),
  ]
  const block = source.prepare(`
    select min(id) as first, max(id) as last from (
      select id from ${of} where id > ? order by id limit ${BLOCK_RECORDS}
    )`)
  for (let after = 0; ; ) {
    const { first, last } = block.get(after) as { first: number | null; last: number }
    if (first === null) break
    for (const { insertion, rows } of tables) inserts.put(insertion, rows.all(first, last) as unknown as Row[])
    after = last
  }
  for (const column of ownReferences(of)) {
    const later = source.prepare(`select ${column}, id from ${of} where ${column} > id`, { returnArrays: true })
    inserts.update(target.prepare(`update ${of} set ${column} = ? where id = ?`), later.all() as unknown as Row[])
  }
}

function columnsOf(table: string): Column[] {
  return source.prepare(`pragma table_info(${table})`).all() as Column[]
}

function insertionInto(table: string): StatementSync {
  const names = columnsOf(table).map(({ name }) => `"${name}"`)
  return target.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`)
}

/** Rows as arrays, by their key. A reference of `own` to a later record of the same kind is null for now. */
function rowsOf(table: string, where: string, own: readonly string[] = []): StatementSync {
  const columns = columnsOf(table)
  const values = columns.map(({ name }) =>
    own.includes(name) ? `case when "${name}" <= id then "${name}" end` : `"${name}"`,
  )
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  return source.prepare(
    `select ${values} from ${table} where ${where} order by ${key.map(({ name }) => `"${name}"`)}`,
    { returnArrays: true },
  )
}

/** A measurement of other work would be worth nothing. */
function refuseDifferences() {
  const copy = new DatabaseSync(to, { readOnly: true })
  const countIn = (database: DatabaseSync, table: string) =>
    database.prepare(`select count(*) as n from ${table}`).get()?.n
  const tables = source
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`)
    .all()
  for (const { name } of tables as { name: string }[]) {
    if (countIn(source, name) !== countIn(copy, name)) throw new Error(`${name} has not the same rows in both`)
  }
  copy.close()
}
