import type { Engine } from '../database.ts'
import { raw, sql } from '../sql.ts'
import { columnsOf } from '../values.ts'

/** What of a query is SQLite's own. */
export const engine: Engine = {
  place: sql`(select file from pragma_database_list where name = 'main')`,
  anyOf(column, values) {
    if (values.length === 1) return sql`${column} = ${values[0]}`
    return sql`${column} in (select value from json_each(${values}))`
  },
  // SQLite keeps the order of a sub-query whose rows an aggregate other than count, min and max takes.
  list: (query) => sql`(select json_group_array(value) from (${query}))`,
  // Rows travel as arrays: finding a value by its place costs a third of finding it by its name.
  rows(schema, rows) {
    const columns = columnsOf(schema)
    const texts = columns.map(({ name, type }, place) => {
      if (type === 'number') return `cast(value ->> ${place} as real) as "${name}"`
      // A text that is kept as JSON has to stay one, and JSON's null is the null of SQL.
      return type === 'json' ? `nullif(value -> ${place}, 'null') as "${name}"` : `value ->> ${place} as "${name}"`
    })
    const values = rows.map((row) => columns.map(({ name }) => (row as Record<string, unknown>)[name]))
    return sql`(select ${raw(texts.join(', '))} from json_each(${values}))`
  },
}
