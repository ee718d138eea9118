import type { Reader } from './database.ts'
import { type Sql, sql } from './sql.ts'
import { Count } from './table.ts'

/** The number of rows that `from …` has. */
export async function countRows(db: Reader, from: Sql): Promise<number> {
  const row = await db.one(Count, sql`select count(*) as count ${from}`)
  return row?.count ?? 0
}
