import { Type } from 'typebox'
import { runLoop } from '#src/background/loop.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { EXPIRY_HOURS } from './attempts.ts'
import { LIFETIME_DAYS } from './browser-sessions.ts'

/** Tables of what ends by itself: the key of their rows, the column of a time, and how long after it they are over. */
const tables = {
  attempt: { key: 'subject', time: 'last_at', hours: EXPIRY_HOURS },
  browser_session: { key: 'id', time: 'created_at', hours: LIFETIME_DAYS * 24 },
  mailed_link: { key: 'digest', time: 'expires_at', hours: 0 },
  request_token: { key: 'digest', time: 'expires_at', hours: 0 },
} as const

/** Rows that go in one transaction, which others that write have to wait for. */
export const EXPIRED_ROWS = 100
/** How long a server rests when it has forgotten all that was over. Nothing that is over counts, forgotten or not. */
const REST_MS = 60_000

const Row = Type.Object({ key: Type.Union([Type.Integer(), Type.String()]) })

/** Deletes what is over, such as request tokens that nobody used in time. */
export async function deleteExpired(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  for (const name of Object.keys(tables) as (keyof typeof tables)[])
    while (!signal?.aborted && (await deleteExpiredRows(db, name, now)));
}

/** Deletes a part of them; whether there may be more. They are looked up first, so that no engine reads all rows. */
async function deleteExpiredRows(db: Database, name: keyof typeof tables, now: Date): Promise<boolean> {
  const { hours } = tables[name]
  const [table, key, time] = [name, tables[name].key, tables[name].time].map(raw) as [Sql, Sql, Sql]
  const before = new Date(now.getTime() - hours * 3_600_000).toISOString()
  const over = await db.all(
    Row,
    sql`select ${key} as key from ${table} where ${time} <= ${before} order by ${time} ${limit(EXPIRED_ROWS)}`,
  )
  if (over.length === 0) return false
  const keys = over.map((row) => row.key)
  // What came again meanwhile stays.
  await db.run(sql`delete from ${table} where ${db.engine.anyOf(key, keys)} and ${time} <= ${before}`)
  return over.length === EXPIRED_ROWS
}

type ExpiryOptions = { clock(): Date; signal: AbortSignal; failed(error: unknown): void; restMs?: number }

/** Goes on forgetting until `signal` is aborted; `failed` is told what went wrong, after which it is tried again. */
export const runExpiry = (db: Database, { clock, signal, failed, restMs = REST_MS }: ExpiryOptions): Promise<void> =>
  runLoop(async () => deleteExpired(db, clock(), signal), { restMs, signal, failed })
