import { type TObject, Type } from 'typebox'
import { columnsOf, type Plain } from './values.ts'

/** A table to put rows into: its columns, and those of its key; without a key, rows are appended. */
export type Table<Row extends TObject = TObject> = { name: string; key: readonly string[]; row: Row }

export const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** The clause that makes a row replace the one with the same key. */
export function replacing({ key, row }: Table): string {
  if (key.length === 0) return ''
  const others = Object.keys(row.properties).filter((column) => !key.includes(column))
  const values = others.map((column) => `"${column}" = excluded."${column}"`)
  return `on conflict (${quoted(key)}) do ${others.length === 0 ? 'nothing' : `update set ${values.join(', ')}`}`
}

const texts = new WeakMap<TObject, string>()

/** The statement that puts one row, with values in the order of the columns. */
export function rowStatement(table: Table): string {
  const known = texts.get(table.row)
  if (known) return known
  const columns = Object.keys(table.row.properties)
  const places = columns.map(() => '?').join(', ')
  const text = `insert into ${table.name} (${quoted(columns)}) values (${places}) ${replacing(table)}`
  texts.set(table.row, text)
  return text
}

/** A value as SQLite stores it. */
export type Cell = string | number | null

/** The values of rows in the order of the columns. */
export function cellsOf(schema: TObject, rows: readonly object[]): Cell[][] {
  const columns = columnsOf(schema)
  return rows.map((row) => columns.map(({ name, type }) => cellOf(type, (row as Record<string, Plain>)[name] ?? null)))
}

function cellOf(type: string, value: Plain): Cell {
  if (value === null) return null
  if (type === 'json') return JSON.stringify(value)
  return type === 'boolean' ? Number(value) : (value as Cell)
}

/** A row of which only the id is wanted. */
export const Id = Type.Object({ id: Type.Integer() })

/** A row that counts others, as `count`. */
export const Count = Type.Object({ count: Type.Integer() })
