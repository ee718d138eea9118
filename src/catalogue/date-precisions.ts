import { type TObject, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
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
  const precisions = Object.fromEntries(columns.map((column) => [column, Type.String()]))
  const row = Type.Object({ id: Type.Integer(), ...precisions })
  rows.set(of, row)
  return row
}

/** How much is known of each date of a record, by the name of the date. */
export type DatePrecisions = Readonly<Record<string, DatePrecision>>

/** How precisely the dates of records are known, by id. Replies have whole days and do not say so. */
export async function precisionsById(
  db: Reader,
  of: Kind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DatePrecisions>> {
  if (ids.length === 0) return new Map()
  const row = rowOf(of)
  const rows = (await db.all(
    row,
    sql`select ${names(row.properties)} from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`,
  )) as ({ id: number } & Record<string, DatePrecision>)[]
  return new Map(
    rows.map(({ id, ...precisions }) => [
      id,
      Object.fromEntries(
        Object.entries(precisions).map(([column, precision]) => [column.slice(0, -ending.length), precision]),
      ),
    ]),
  )
}

/** The same of one record. */
export const datePrecisions = async (db: Reader, of: Kind, id: number): Promise<DatePrecisions> =>
  (await precisionsById(db, of, [id])).get(id) ?? {}
