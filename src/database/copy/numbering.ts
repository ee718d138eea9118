import { Type } from 'typebox'
import type { Database } from '../database.ts'
import type { EngineName, Migratable } from '../migratable.ts'
import type { Names } from '../schema/former.ts'
import { raw, sql } from '../sql.ts'
import { quoted } from '../table.ts'

/** What is read, what its tables and columns are called there, and its engine if it notes the numbers of rows. */
export type Place = { db: Database; names: Names; noting?: EngineName | undefined }

const Last = Type.Object({ last: Type.Integer() })

/**
 * New rows are numbered after all rows that are there and all numbers that the source has ever given, so that those of
 * deleted rows do not come again. A table of SQLite whose rows are never deleted notes none.
 */
export async function continueNumbering(from: Place, target: Migratable, table: string, column: string) {
  const last = await lastGiven(from, table, column)
  if (target.engineName === 'sqlite') {
    if (last > 0) await target.run(sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`)
    return
  }
  const number = raw(quoted([column]))
  await target.run(sql`
    select setval(sequence, greatest(last, 1), last > 0)
    from (
      select pg_get_serial_sequence(${table}, ${column}) as sequence, greatest(${last}, max(${number}), 0) as last
      from ${raw(quoted([table]))}
    ) as numbered`)
}

/** The highest number that a table has given to a row; 0 where its database does not note it. */
async function lastGiven({ db, names, noting }: Place, name: string, column: string): Promise<number> {
  if (!noting) return 0
  const table = names.table(name)
  const noted =
    noting === 'sqlite'
      ? sql`select seq as last from sqlite_sequence where name = ${table}`
      : sql`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass), 0) as last`
  return (await db.one(Last, noted))?.last ?? 0
}
