import { createHash, type Hash } from 'node:crypto'
import { type TObject, type TProperties, Type } from 'typebox'
import type { Database } from '../database.ts'
import type { EngineName, Migratable } from '../migratable.ts'
import { hasTable } from '../migrate.ts'
import type { TableDescription } from '../schema/describe-tables.ts'
import { type Names, namesOfToday } from '../schema/former.ts'
import { join as joined, limit, raw, type Sql, sql } from '../sql.ts'
import { Count, quoted } from '../table.ts'
import { continueNumbering, type Place } from './numbering.ts'

/** Rows that are read at once and written in one transaction. */
const PAGE_ROWS = 2_000

type Row = Record<string, string | number | boolean | null>

type CopyProgress = { phase: 'copying' | 'verifying'; done: number; of: number }
export type CopyOptions = {
  onProgress?(progress: CopyProgress): void
  /** Rows of a page, so that a test can have many pages. */
  pageRows?: number
  /** What tables and columns are called in the source. */
  names?: Names
  /** The engine of the source, if it notes which numbers it has given to rows. */
  noting?: EngineName | undefined
}

/** How many rows a table has, and a digest of all of them in the order of their key. */
export type CopiedTable = { name: string; rows: number; digest: string }

/** A table of the target while it is being filled: how far the copy of each table has come. */
const PROGRESS_TABLE = 'copy_progress'
const Progress = Type.Object({ name: Type.String(), rows: Type.Integer(), digest: Type.String() })
type Progress = Type.Static<typeof Progress>
/** The source, or a row of it, is not what it was when the copy began. */
export class CopyError extends Error {
  override name = 'CopyError'
}

/**
 * Copies all rows of `tables`, then compares the target with the source by number and digest. The source is one
 * transaction, so it does not change meanwhile. The target has the same tables, empty or with what an interrupted copy
 * of the same source has left: that is verified, and the rest is added.
 */
export async function copyTables(
  source: Database,
  target: Migratable,
  tables: readonly TableDescription[],
  options: CopyOptions = {},
): Promise<CopiedTable[]> {
  const { onProgress = () => {}, pageRows = PAGE_ROWS, names = namesOfToday, noting } = options
  const from = { db: source, names, noting }
  const begun = await begin(target, tables)
  let of = 0
  for (const { name } of tables) of += await countOf(source, names.table(name))
  const progressOf = (phase: CopyProgress['phase']) => {
    let done = 0
    return (rows: number) => {
      done += rows
      onProgress({ phase, done, of })
    }
  }
  const copied: CopiedTable[] = []
  const onCopied = progressOf('copying')
  for (const table of tables) {
    const before = begun.get(table.name) ?? { name: table.name, rows: 0, digest: '' }
    copied.push(await copyTable(from, target, table, { before, pageRows, onRows: onCopied }))
  }
  for (const table of tables) if (table.identity) await continueNumbering(from, target, table.name, table.identity)
  await verify(target, tables, copied, { pageRows, onRows: progressOf('verifying') })
  await target.run(sql`drop table ${raw(PROGRESS_TABLE)}`)
  if (target.engineName === 'postgres') await target.run(sql`analyze`)
  return copied
}

/** Whether a copy into the database was begun and not completed. */
export const isUnfinishedCopy = (db: Migratable): Promise<boolean> => hasTable(db, PROGRESS_TABLE)

/** Returns what an earlier copy has done, or prepares an empty target. */
async function begin(target: Migratable, tables: readonly TableDescription[]): Promise<Map<string, Progress>> {
  if (!(await isUnfinishedCopy(target))) {
    for (const table of tables) await refuseRows(target, table)
    await target.transaction(async (tx) => {
      await tx.run(sql`
        create table ${raw(PROGRESS_TABLE)} (name text primary key, rows bigint not null, digest text not null)`)
      // Rows that the migrations have added come from the source as well.
      for (const { name } of tables.toReversed()) await tx.run(sql`delete from ${raw(quoted([name]))}`)
    })
  }
  const rows = await target.transaction(async (tx) => {
    // PostgreSQL completes a commit that a killed copy has sent; this waits for it.
    if (target.engineName === 'postgres') await tx.run(sql`lock table ${raw(PROGRESS_TABLE)} in exclusive mode`)
    return tx.all(Progress, sql`select name, rows, digest from ${raw(PROGRESS_TABLE)}`)
  })
  return new Map(rows.map((row) => [row.name, row]))
}

async function refuseRows(target: Database, table: TableDescription) {
  const rows = await countOf(target, table.name, limit(table.initialRows + 1))
  if (rows === table.initialRows) return
  throw new CopyError(`The target is not empty: its table ${table.name} has rows.`)
}

async function countOf(db: Database, name: string, bound?: Sql): Promise<number> {
  const from = bound ? sql`(select 1 from ${raw(quoted([name]))} ${bound}) as counted` : raw(quoted([name]))
  return (await db.one(Count, sql`select count(*) as count from ${from}`))?.count ?? 0
}

type Reading = { pageRows: number; onRows(rows: number): void }

/** Copies what the target lacks of one table, after verifying that the source still agrees with the rest. */
async function copyTable(
  source: Place,
  target: Migratable,
  table: TableDescription,
  { before, pageRows, onRows }: Reading & { before: Progress },
): Promise<CopiedTable> {
  const writing = writtenColumns(table)
  const hash = createHash('sha256')
  let done = 0
  let written = before
  for await (const page of pagesOf(source, table, pageRows)) {
    const known = page.slice(0, Math.max(before.rows - done, 0))
    const rows = page.slice(known.length)
    add(hash, known)
    done += known.length
    if (known.length > 0 && done === before.rows) refuseDifference(hash, before)
    if (rows.length > 0) {
      add(hash, rows)
      done += rows.length
      const now = { name: table.name, rows: done, digest: digestOf(hash) }
      await writePage(target, writing, rows, written, now)
      written = now
    }
    onRows(page.length)
  }
  if (done < before.rows) refuseDifference(hash, before)
  await writeSelfReferences(source, target, table, pageRows)
  return { name: table.name, rows: done, digest: digestOf(hash) }
}

const add = (hash: Hash, rows: readonly Row[]) =>
  hash.update(rows.map((row) => `${JSON.stringify(Object.values(row))}\n`).join(''))
const digestOf = (hash: Hash) => hash.copy().digest('hex')

function refuseDifference(hash: Hash, { name, digest }: Progress) {
  if (digestOf(hash) === digest) return
  throw new CopyError(
    `The copy in the target is of another source, or the source has changed since: ${name} differs. ` +
      'Copy into an empty target.',
  )
}

/** Rows without the columns that refer to rows of the same table, which may not exist yet. */
function writtenColumns(table: TableDescription) {
  const columns = table.columns.filter(({ name }) => !table.selfReferences.includes(name))
  return { name: table.name, columns, row: rowsOf(columns) }
}

type Writing = ReturnType<typeof writtenColumns>

/** The page and the progress are written in one transaction, so that an interrupted copy can be resumed. */
async function writePage(
  target: Migratable,
  { name, columns, row }: Writing,
  rows: readonly Row[],
  before: Progress,
  now: Progress,
) {
  await target.transaction(async (tx) => {
    if (target.engineName === 'sqlite') await tx.put({ name: quoted([name]), key: [], row }, rows as never)
    else {
      const values = columns.map(({ name, type }) => (type === 'json' ? `cast("${name}" as json)` : `"${name}"`))
      await tx.run(sql`
        insert into ${raw(quoted([name]))} (${raw(quoted(Object.keys(row.properties)))}) overriding system value
        select ${raw(values.join(', '))} from ${tx.engine.rows(row, rows as never)} as r`)
    }
    if (before.rows === 0) {
      await tx.run(sql`
        insert into ${raw(PROGRESS_TABLE)} (name, rows, digest) values (${now.name}, ${now.rows}, ${now.digest})`)
      return
    }
    const moved = await tx.run(sql`
      update ${raw(PROGRESS_TABLE)} set rows = ${now.rows}, digest = ${now.digest}
      where name = ${now.name} and rows = ${before.rows}`)
    if (moved !== 1) throw new CopyError('Another copy into the same target is running.')
  })
}

async function writeSelfReferences(source: Place, target: Database, table: TableDescription, pageRows: number) {
  const { name, key, selfReferences } = table
  if (selfReferences.length === 0) return
  const columns = table.columns.filter((column) => [...key, ...selfReferences].includes(column.name))
  const some = raw(selfReferences.map((column) => `"${column}" is not null`).join(' or '))
  const set = raw(selfReferences.map((column) => `"${column}" = r."${column}"`).join(', '))
  const same = raw(key.map((column) => `${quoted([name])}."${column}" = r."${column}"`).join(' and '))
  for await (const rows of pagesOf(source, { ...table, columns }, pageRows, some)) {
    await target.run(sql`
      update ${raw(quoted([name]))} set ${set} from ${target.engine.rows(rowsOf(columns), rows as never)} as r
      where ${same}`)
  }
}

/** Rows as they are copied: JSON as the text that the database stores. */
function rowsOf(columns: TableDescription['columns']) {
  const schemaOf = (type: string) => Type.Unsafe({ type: [type === 'json' ? 'string' : type, 'null'] })
  return Type.Object(Object.fromEntries(columns.map(({ name, type }) => [name, schemaOf(type)])) as TProperties)
}

/** The rows of a table in the order of its key. The next page is read while one is processed. */
async function* pagesOf(
  { db, names }: Place,
  { name, columns, key }: TableDescription,
  pageRows: number,
  where: Sql = sql`true`,
): AsyncGenerator<Row[]> {
  const row: TObject = rowsOf(columns)
  const values = columns.map((column) => {
    const there = names.column(name, column.name)
    return `${column.type === 'json' ? `cast(${there} as text)` : there} as "${column.name}"`
  })
  const keyThere = key.map((column) => names.column(name, column))
  const [from, selected, order] = [quoted([names.table(name)]), values.join(', '), keyThere.join(', ')].map(raw) as [
    Sql,
    Sql,
    Sql,
  ]

  function read(last: Row | undefined): Promise<Row[]> {
    const places = key.map((column) => sql`${last?.[column]}`)
    const after = last ? sql`and (${order}) > (${joined(places)})` : sql``
    const query = sql`select ${selected} from ${from} where (${where}) ${after} order by ${order} ${limit(pageRows)}`
    return db.all(row, query) as Promise<Row[]>
  }

  let page = await read(undefined)
  while (page.length > 0) {
    const next = page.length < pageRows ? Promise.resolve([]) : read(page.at(-1))
    // If processing a page fails, nobody waits for the next one.
    next.catch(() => {})
    yield page
    page = await next
  }
}

async function verify(
  target: Database,
  tables: readonly TableDescription[],
  copied: readonly CopiedTable[],
  { pageRows, onRows }: Reading,
) {
  const differences: string[] = []
  for (const [index, table] of tables.entries()) {
    const wanted = copied[index] as CopiedTable
    const hash = createHash('sha256')
    let rows = 0
    for await (const page of pagesOf({ db: target, names: namesOfToday }, table, pageRows)) {
      add(hash, page)
      rows += page.length
      onRows(page.length)
    }
    if (rows === wanted.rows && digestOf(hash) === wanted.digest) continue
    differences.push(
      rows === wanted.rows ? table.name : `${table.name} (${wanted.rows} rows in the source, ${rows} here)`,
    )
  }
  if (differences.length === 0) return
  throw new CopyError(`The copy differs from its source: ${differences.join(', ')}. Copy into an empty target.`)
}
