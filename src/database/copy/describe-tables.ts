import { Type } from 'typebox'
import { readMigrations } from '../migrate.ts'
import { raw, sql } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite.ts'

type TableColumn = { name: string; type: 'boolean' | 'integer' | 'json' | 'number' | 'string' }

/** A table as the migrations create it. */
export type TableDescription = {
  name: string
  columns: readonly TableColumn[]
  /** The columns of its primary key, in order. */
  key: readonly string[]
  /** The column that the engine numbers, if any. */
  identity: string | undefined
  /** Columns that refer to rows of the same table. */
  selfReferences: readonly string[]
  /** How many rows the migrations themselves add. */
  initialRows: number
}

const Column = Type.Object({ table: Type.String(), name: Type.String(), type: Type.String(), place: Type.Integer() })
const Reference = Type.Object({ table: Type.String(), target: Type.String(), column: Type.String() })
const Count = Type.Object({ count: Type.Integer() })
type Reference = Type.Static<typeof Reference>

/** What the tokens of migrations stand for here: the purpose of a column rather than an engine's type. */
const purposes = { boolean: 'boolean', identity: 'identity primary key', json: 'json', without_rowid: '' }
const types: Readonly<Record<string, TableColumn['type']>> = {
  bigint: 'integer',
  boolean: 'boolean',
  float8: 'number',
  identity: 'integer',
  integer: 'integer',
  json: 'json',
  text: 'string',
}

/**
 * All tables that the migrations of a folder create, up to the number `last`, each after those that it refers to. They
 * are read from a database in memory on which the migrations have run, so that no second description can differ.
 */
export async function describeTables(folder: string, last: number): Promise<TableDescription[]> {
  const migrations = await readMigrations(folder, 'sqlite', purposes)
  const db = await openSqlite(':memory:', { writes: 'inline' })
  try {
    await db.exclusively(async (_tx, script) => {
      for (const { number, text } of migrations) if (number <= last) await script(text)
    })
    const columns = await db.all(
      Column,
      sql`
      select t.name as "table", c.name, lower(c.type) as type, c.pk as place
      from sqlite_schema t, pragma_table_info(t.name) c
      where t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_' order by t.rowid, c.cid`,
    )
    const references = await db.all(
      Reference,
      sql`
      select t.name as "table", r."table" as target, r."from" as "column"
      from sqlite_schema t, pragma_foreign_key_list(t.name) r where t.type = 'table'`,
    )
    const described: TableDescription[] = []
    for (const [name, columnsOfTable] of Map.groupBy(columns, ({ table }) => table)) {
      const rows = await db.one(Count, sql`select count(*) as count from ${raw(`"${name}"`)}`)
      described.push({
        name,
        columns: columnsOfTable.map(({ name, type }) => ({ name, type: typeOf(type) })),
        key: columnsOfTable
          .filter(({ place }) => place > 0)
          .sort((a, b) => a.place - b.place)
          .map(({ name }) => name),
        identity: columnsOfTable.find(({ type }) => type === 'identity')?.name,
        selfReferences: references.filter((one) => one.table === name && one.target === name).map((one) => one.column),
        initialRows: rows?.count ?? 0,
      })
    }
    return inOrder(described, references)
  } finally {
    await db.close()
  }
}

function typeOf(declared: string): TableColumn['type'] {
  const type = Object.hasOwn(types, declared) ? types[declared] : undefined
  if (!type) throw new Error(`A migration makes a column of the type ${declared}, which has no meaning here`)
  return type
}

function inOrder(tables: readonly TableDescription[], references: readonly Reference[]): TableDescription[] {
  const ordered: TableDescription[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const isFree = ({ name }: TableDescription) =>
      !references.some((one) => one.table === name && one.target !== name && isWaiting(one.target))
    const isWaiting = (name: string) => [...waiting].some((table) => table.name === name)
    const next = [...waiting].find(isFree)
    if (!next) throw new Error('Tables refer to one another in a circle')
    waiting.delete(next)
    ordered.push(next)
  }
  return ordered
}
