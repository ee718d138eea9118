import type { TObject } from 'typebox'
import type { Engine } from '../database.ts'
import { empty, namedValues, raw, type Sql, sql } from '../sql.ts'
import { quoted, replacing, type Table } from '../table.ts'
import { columnsOf } from '../values.ts'

/** The parts of a query that are specific to PostgreSQL. */
export const engine: Engine = {
  // The name of a log file begins with the timeline, which changes with each promotion.
  instance: sql`(
    select case when not pg_is_in_recovery()
      then oid || ' ' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end
    from pg_database where datname = current_database())`,
  bytes: sql`(select pg_database_size(current_database()))`,
  anyOf(column, values) {
    if (values.length === 0) return sql`false`
    const type = typeof values[0] === 'string' ? 'text' : values.every(Number.isSafeInteger) ? 'bigint' : 'float8'
    return sql`${column} = any(cast(${arrayOf(values)} as ${raw(type)}[]))`
  },
  through: () => empty,
  listText: (alias, column) => raw(`${alias}.${column}_text`),
  list: (query) => sql`(select coalesce(json_agg(value), '[]') from (${query}) as listed)`,
  object: (values) => sql`json_build_object(${namedValues(values)})`,
  rows(schema, rows) {
    return sql`(select * from json_to_recordset(${rows}) as given(${raw(definitionsOf(schema))}))`
  },
}

const columnTypes: Record<string, string> = {
  boolean: 'boolean',
  integer: 'bigint',
  json: 'json',
  number: 'float8',
  string: 'text',
}

const definitionsOf = (schema: TObject) =>
  columnsOf(schema)
    .map(({ name, type }) => `"${name}" ${columnTypes[type]}`)
    .join(', ')

const arrayOf = (values: readonly (number | string)[]) =>
  `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/** Inserts rows with one statement, or updates those with the same key. */
export function insertion(table: Table, rows: readonly object[]): Sql {
  const columns = raw(quoted(Object.keys(table.row.properties)))
  // Appended rows are numbered in their order.
  const order = raw(table.key.length === 0 ? 'order by "ordinality"' : '')
  return sql`
    insert into ${raw(table.name)} (${columns})
    select ${columns} from rows from (json_to_recordset(${rows}) as (${raw(definitionsOf(table.row))}))
      with ordinality as given(${columns}, "ordinality")
    where true ${order} ${raw(replacing(table))}`
}
