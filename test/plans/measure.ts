import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { catalogueFile } from '#src/database/open.ts'
import { raw } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { packageRoot } from '#src/package-root.ts'
import { catalogueDay } from '../../bench/generator/days.ts'
import { testDay } from '../support/world.ts'
import type { ColumnStatistics, TableStatistics } from './statistics.ts'

/**
 * Measures what planners have to know of a catalogue and writes test/plans/measured.json:
 * `node test/plans/measure.ts DATA-FOLDER`. It reads every table several times, and changes nothing. Tables whose
 * rows assumed.json tells are left out: nobody uses a catalogue that was made to be measured.
 */
const folder = join(packageRoot, 'test/plans')

/** Values of a column with more of them than this are not listed. */
const maxCommon = 12

const Name = Type.Object({ name: Type.String() })
const Column = Type.Object({ name: Type.String(), type: Type.String() })
const Index = Type.Object({ name: Type.String(), columns: Type.String(), condition: Type.String() })
const Count = Type.Object({ count: Type.Integer() })
const Measured = Type.Object({ distinct: Type.Integer(), nulls: Type.Integer(), bytes: Type.Number() })
const Bound = Type.Object({ bound: Type.String() })
const Common = Type.Object({ value: Type.String(), count: Type.Integer() })

const countOf = async (db: Database, from: string): Promise<number> =>
  (await db.one(Count, raw(`select count(*) as count from ${from}`)))!.count

/** Three digits are enough for a planner, and let a new measurement differ where something did. */
const rounded = (number: number): number => Number(number.toPrecision(3))

/** Columns of which statements ask for a range. */
const isTime = (column: string) => /(^|_)(date|day|at)$/.test(column)
const ranges = 20
const shiftMs = Date.parse(testDay.slice(0, 10)) - Date.parse(catalogueDay)

/** What was on the catalogue's day is on the day of the scenarios, so that they ask for what there is. */
const moved = (time: string) =>
  time === '' ? '' : new Date(Date.parse(time.slice(0, 10)) + shiftMs).toISOString().slice(0, 10) + time.slice(10)

async function boundsOf(db: Database, table: string, column: string): Promise<string[]> {
  const rows = await db.all(
    Bound,
    raw(`
    select bound from (
      select ${column} as bound, row_number() over (order by ${column}) - 1 as place, count(*) over () - 1 as last,
        max(1, (count(*) over () - 1) / ${ranges}) as step
      from ${table} where ${column} is not null
    ) where place = last or (place % step = 0 and place + step <= last) order by place`),
  )
  return [...new Set(rows.map(({ bound }) => moved(bound)))]
}

async function columnOf(db: Database, table: string, rows: number, { name, type }: { name: string; type: string }) {
  const column = `"${name}"`
  const measured = (await db.one(
    Measured,
    raw(`
    select count(distinct ${column}) as "distinct", count(*) - count(${column}) as nulls,
      coalesce(avg(octet_length(${column})), 0) as bytes from ${table}`),
  ))!
  const found: ColumnStatistics = { distinct: measured.distinct }
  if (measured.nulls > 0) found.nulls = rounded(measured.nulls / rows)
  if (type.toLowerCase() === 'text') found.bytes = Math.ceil(measured.bytes)
  if (isTime(name) && measured.distinct > maxCommon) found.bounds = await boundsOf(db, table, name)
  if (measured.distinct === 0 || measured.distinct > maxCommon) return found
  const values = await db.all(
    Common,
    raw(`
    select cast(${column} as text) as value, count(*) as count from ${table}
    where ${column} is not null group by ${column} order by count(*) desc`),
  )
  return { ...found, common: Object.fromEntries(values.map(({ value, count }) => [value, rounded(count / rows)])) }
}

/** As `analyze` counts: the entries, and those that have the same first column, first two columns and so on. */
async function indexOf(db: Database, table: string, { columns, condition }: { columns: string; condition: string }) {
  const from = `${table} ${condition}`
  const rows = await countOf(db, from)
  const names = columns.split(',')
  const numbers = [rows]
  for (const last of names.keys()) {
    const distinct = await countOf(db, `(select distinct ${names.slice(0, last + 1)} from ${from})`)
    numbers.push(Math.ceil(rows / Math.max(distinct, 1)))
  }
  return numbers
}

async function tableOf(db: Database, table: string): Promise<TableStatistics> {
  const rows = await countOf(db, table)
  const columns: Record<string, ColumnStatistics> = {}
  for (const column of await db.all(Column, raw(`select name, type from pragma_table_info('${table}') order by cid`))) {
    columns[column.name] = await columnOf(db, table, rows, column)
  }
  const known = await db.all(
    Index,
    raw(`
    select case origin when 'pk' then '${table}' else i.name end as name,
      (select group_concat('"' || name || '"' order by seqno) from pragma_index_info(i.name)) as columns,
      coalesce(substr(m.sql, nullif(instr(m.sql, 'where '), 0)), '') as condition
    from pragma_index_list('${table}') i left join sqlite_master m on m.type = 'index' and m.name = i.name
    order by 1`),
  )
  const indexes: Record<string, readonly number[]> = {}
  for (const index of known) indexes[index.name] = await indexOf(db, table, index)
  return { rows, columns, indexes }
}

/** One line for each column and index, so that a difference can be read. */
function textOf(tables: Readonly<Record<string, TableStatistics>>): string {
  const spaced = (value: unknown) =>
    JSON.stringify(value, null, 1)
      .replace(/\n\s*/g, ' ')
      .replace(/\[ | \]/g, (bracket) => bracket.trim())
  const linesOf = (values: object) =>
    Object.entries(values).map(([name, value]) => `      ${JSON.stringify(name)}: ${spaced(value)}`)
  const block = (name: string, values: object) => {
    const lines = linesOf(values)
    return lines.length ? `    "${name}": {\n${lines.join(',\n')}\n    }` : `    "${name}": {}`
  }
  const texts = Object.entries(tables).map(
    ([name, { rows, columns, indexes }]) =>
      `  "${name}": {\n    "rows": ${rows},\n${block('columns', columns)},\n${block('indexes', indexes)}\n  }`,
  )
  return `{\n${texts.join(',\n')}\n}\n`
}

const { positionals } = parseArgs({ allowPositionals: true })
const assumptions: Record<string, { rows?: number }> = JSON.parse(readFileSync(join(folder, 'assumed.json'), 'utf8'))
const assumed = Object.keys(assumptions).filter((table) => assumptions[table]?.rows !== undefined)
const db = await openSqlite(join(positionals[0] as string, catalogueFile), { writes: 'none' })
const tables: Record<string, TableStatistics> = {}
const names = await db.all(Name, raw("select name from sqlite_master where type = 'table' order by name"))
for (const { name } of names) {
  if (name === 'migration' || name.startsWith('sqlite_') || assumed.includes(name)) continue
  tables[name] = await tableOf(db, name)
  process.stderr.write(`${name}: ${tables[name].rows} rows\n`)
}
await db.close()
writeFileSync(join(folder, 'measured.json'), textOf(tables))
