import type { Database } from '../database.ts'
import { raw, sql } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import { Count } from '../table.ts'
import { readMigrations } from './migrations.ts'
import { readSchema, type SchemaReference } from './read-schema.ts'

const types = {
  bigint: 'integer',
  boolean: 'boolean',
  float8: 'number',
  identity: 'integer',
  integer: 'integer',
  json: 'json',
  text: 'string',
} as const

/** A type as migrations write it, or the token that stands for one. */
export type DeclaredType = keyof typeof types

type TableColumn = {
  name: string
  type: (typeof types)[DeclaredType]
  declared: DeclaredType
  isNullable: boolean
}

/** Columns that refer to those of another table, and what happens to the row when what they refer to is deleted. */
export type Reference = { columns: readonly string[]; table: string; to: readonly string[]; onDelete: string }

/** A table as the migrations create it. */
export type TableDescription = {
  name: string
  columns: readonly TableColumn[]
  /** The columns that the engine computes from others. */
  computed: readonly string[]
  /** The columns of its primary key, in order. */
  key: readonly string[]
  /** The column that the engine numbers, if any. */
  identity: string | undefined
  references: readonly Reference[]
  indexes: readonly { name: string; isUnique: boolean }[]
  /** Columns that refer to rows of the same table. */
  selfReferences: readonly string[]
  /** How many rows the migrations themselves add. */
  initialRows: number
}

/** What the tokens of migrations stand for here: the purpose of a column rather than an engine's type. */
const purposes = {
  boolean: 'boolean',
  identity: 'identity primary key',
  json: 'json',
  numbered: 'identity primary key',
  without_rowid: '',
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
    return inOrder(await describe(db))
  } finally {
    await db.close()
  }
}

async function describe(db: Database): Promise<TableDescription[]> {
  const schema = await readSchema(db, 'sqlite')
  const described: TableDescription[] = []
  for (const [name, columns] of Map.groupBy(schema.columns, ({ table }) => table)) {
    const rows = await db.one(Count, sql`select count(*) as count from ${raw(`"${name}"`)}`)
    const stored = columns.filter((column) => !column.is_generated)
    const references = referencesOf(schema.references.filter(({ table }) => table === name))
    described.push({
      name,
      columns: stored.map((column) => {
        const declared = declaredOf(column.type)
        return { name: column.name, type: types[declared], declared, isNullable: column.is_nullable }
      }),
      computed: columns.filter((column) => column.is_generated).map((column) => column.name),
      key: stored
        .filter(({ place }) => place > 0)
        .sort((a, b) => a.place - b.place)
        .map((column) => column.name),
      identity: stored.find(({ type }) => type === 'identity')?.name,
      references,
      indexes: schema.indexes
        .filter(({ table }) => table === name)
        .map((index) => ({ name: index.name, isUnique: index.is_unique })),
      selfReferences: references.filter(({ table }) => table === name).flatMap((reference) => reference.columns),
      initialRows: rows?.count ?? 0,
    })
  }
  return described
}

function declaredOf(type: string): DeclaredType {
  if (Object.hasOwn(types, type)) return type as DeclaredType
  throw new Error(`A migration makes a column of the type ${type}, which has no meaning here`)
}

/** References of a table, each from its columns. */
export const referencesOf = (rows: readonly SchemaReference[]): Reference[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map((columns) => ({
    columns: columns.map(({ column }) => column),
    table: columns[0]?.target ?? '',
    to: columns.map(({ to }) => to),
    onDelete: columns[0]?.on_delete ?? '',
  }))

function inOrder(tables: readonly TableDescription[]): TableDescription[] {
  const ordered: TableDescription[] = []
  const left = new Map(tables.map((table) => [table.name, table]))
  const isFree = ({ name, references }: TableDescription) =>
    !references.some(({ table }) => table !== name && left.has(table))
  while (left.size > 0) {
    const next = left.values().find(isFree)
    if (!next) throw new Error('Tables refer to one another in a circle')
    left.delete(next.name)
    ordered.push(next)
  }
  return ordered
}
