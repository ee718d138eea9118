import { type Engine, LIST_TEXT_LENGTH } from '../database.ts'
import { namedValues, raw, sql } from '../sql.ts'
import { columnsOf } from '../values.ts'

/** The parts of a query that are specific to SQLite. */
export const engine: Engine = {
  instance: sql`(select file from pragma_database_list where name = 'main')`,
  bytes: sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
  anyOf(column, values) {
    if (values.length === 1) return sql`${column} = ${values[0]}`
    return sql`${column} in (select value from json_each(${values}))`
  },
  through: (index) => raw(`indexed by ${index}`),
  listText: (alias, column) => raw(`substr(cast(${alias}.${column} as text), 1, ${LIST_TEXT_LENGTH})`),
  // SQLite keeps the order of a sub-query in aggregates other than count, min and max.
  list: (query) => sql`(select json_group_array(value) from (${query}))`,
  object: (values) => sql`json_object(${namedValues(values)})`,
  // Rows travel as arrays: access by index takes a third of the time of access by name.
  rows(schema, rows) {
    const columns = columnsOf(schema)
    const texts = columns.map(({ name, type }, place) => {
      if (type === 'number') return `cast(value ->> ${place} as real) as "${name}"`
      // A text inside JSON stays one, and JSON's null becomes the null of SQL.
      return type === 'json' ? `nullif(value -> ${place}, 'null') as "${name}"` : `value ->> ${place} as "${name}"`
    })
    const values = rows.map((row) => columns.map(({ name }) => (row as Record<string, unknown>)[name]))
    return sql`(select ${raw(texts.join(', '))} from json_each(${values}))`
  },
}
