import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'

/** Tables of what ends by itself: the key of their rows, and the column that says when it was or ends. */
const tables = {
  attempt: { key: 'subject', time: 'last_at' },
  browser_session: { key: 'id', time: 'created_at' },
  mailed_link: { key: 'digest', time: 'expires_at' },
} as const

/** Rows that go with each new one: more than one, so that they do not pile up. */
const FORGOTTEN_ROWS = 100

const Row = Type.Object({ key: Type.Union([Type.Integer(), Type.String()]) })

/** Deletes some of the rows that are over. They are looked up first, so that no engine reads a whole table for it. */
export async function forgetBefore(tx: Database, table: keyof typeof tables, before: string) {
  const [name, key, time] = [table, tables[table].key, tables[table].time].map(raw) as [Sql, Sql, Sql]
  const over = await tx.all(
    Row,
    sql`select ${key} as key from ${name} where ${time} <= ${before} order by ${time} ${limit(FORGOTTEN_ROWS)}`,
  )
  if (over.length === 0) return
  await tx.run(
    sql`delete from ${name} where ${tx.engine.anyOf(
      key,
      over.map((row) => row.key),
    )}`,
  )
}
