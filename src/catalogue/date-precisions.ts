import { type TObject, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type Kind, kind } from './kinds.ts'
import { names } from './part.ts'

/** How much is known of a date; '' if no source says it. */
export type DatePrecision = '' | 'day' | 'month' | 'year'

const ending = '_precision'
const rows = new Map<Kind, TObject>()

/** The columns of a kind with the precision of its dates; made once for each kind. */
function rowOf(of: Kind): TObject {
  const known = rows.get(of)
  if (known) return known
  const columns = Object.keys(kind(of).fields).filter((column) => column.endsWith(ending))
  const row = Type.Object(Object.fromEntries(columns.map((column) => [column, Type.String()])))
  rows.set(of, row)
  return row
}

/** How much is known of each date of a record, by the name of the date. Replies have whole days and do not say it. */
export async function datePrecisions(db: Database, of: Kind, id: number): Promise<Record<string, DatePrecision>> {
  const row = rowOf(of)
  const found = await db.one(row, sql`select ${names(row.properties)} from ${raw(of)} where id = ${id}`)
  const precisions = Object.entries((found ?? {}) as Record<string, DatePrecision>)
  return Object.fromEntries(precisions.map(([column, precision]) => [column.slice(0, -ending.length), precision]))
}
