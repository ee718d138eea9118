import { Type } from 'typebox'
import { ACT_DAYS } from '#src/audit/acts.ts'
import { EVENT_DAYS } from '#src/audit/security-events.ts'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { REPEATED_EDIT_DAYS } from '#src/contributions/editing/repeated.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { JOB_DAYS } from '#src/jobs/jobs.ts'
import { deleteExpiredGuests } from '#src/kept/guests.ts'
import { EXPIRED_TOKEN_DAYS } from '#src/keys/access-tokens.ts'
import { KEPT_MINUTES } from '#src/keys/recent-requests.ts'
import { NOTIFICATION_DAYS } from '#src/mail/notifications.ts'
import { hourMs } from '#src/reference/days.ts'
import { deleteOfStoppedKeys } from '#src/webhooks/hooks.ts'
import { EXPIRY_HOURS } from './attempts.ts'
import { LIFETIME_DAYS } from './browser-sessions.ts'
import { PLACE_DAYS } from './places.ts'
import { sessionLifetimeDays } from './sessions.ts'

/** What expires after a time that is a setting. */
type Lifetimes = { sessionDays: number }
type Expiring = { key: string; time: string; hours: number }

/**
 * Tables of what expires: the key of their rows, the column of a time, and how many hours after it a row has expired.
 */
const tables = ({ sessionDays }: Lifetimes) => ({
  attempt: { key: 'subject', time: 'last_at', hours: EXPIRY_HOURS },
  browser_session: { key: 'id', time: 'created_at', hours: LIFETIME_DAYS * 24 },
  passkey_challenge: { key: 'id', time: 'expires_at', hours: 0 },
  sign_in_step: { key: 'id', time: 'expires_at', hours: 0 },
  totp: { key: 'account_id', time: 'expires_at', hours: 0 },
  sign_in_place: { key: 'id', time: 'last_at', hours: PLACE_DAYS * 24 },
  act: { key: 'id', time: 'at', hours: ACT_DAYS * 24 },
  job: { key: 'id', time: 'ended_at', hours: JOB_DAYS * 24 },
  security_event: { key: 'id', time: 'at', hours: EVENT_DAYS * 24 },
  invitation: { key: 'id', time: 'expires_at', hours: 0 },
  mailed_link: { key: 'digest', time: 'expires_at', hours: 0 },
  notification: { key: 'id', time: 'at', hours: NOTIFICATION_DAYS * 24 },
  recent_request: { key: 'slot', time: 'slot', hours: KEPT_MINUTES / 60 },
  record_lock: { key: 'id', time: 'ends_at', hours: 0 },
  repeatable_edit: { key: 'key', time: 'at', hours: REPEATED_EDIT_DAYS * 24 },
  request_token: { key: 'digest', time: 'expires_at', hours: 0 },
  unsubscribe_link: { key: 'digest', time: 'expires_at', hours: 0 },
  access_token: { key: 'id', time: 'ends_at', hours: EXPIRED_TOKEN_DAYS * 24 },
  session: { key: 'digest', time: 'last_used_on', hours: sessionLifetimeDays(sessionDays) * 24 },
})

/** Rows deleted in one transaction, which other writers have to wait for. */
export const EXPIRED_ROWS = 100
/**
 * How long to rest after everything expired was deleted. Nothing depends on it: expired rows do not count, deleted or
 * not.
 */
const REST_MS = 60_000

const Row = Type.Object({ key: Type.Union([Type.Integer(), Type.String()]) })

/** Deletes what has expired, such as request tokens that nobody used in time. */
export async function deleteExpired(
  db: Database,
  now: Date,
  lifetimes: Lifetimes,
  signal?: AbortSignal,
): Promise<void> {
  for (const [name, expiring] of Object.entries(tables(lifetimes)))
    while (!signal?.aborted && (await deleteExpiredRows(db, name, expiring, now)));
  await deleteExpiredGuests(db, now, signal)
  await deleteOfStoppedKeys(db, now)
}

/**
 * Deletes some of the expired rows of a table; true if there may be more. They are looked up first, so that no engine
 * scans the table.
 */
async function deleteExpiredRows(db: Database, name: string, expiring: Expiring, now: Date): Promise<boolean> {
  const { hours } = expiring
  const [table, key, time] = [name, expiring.key, expiring.time].map(raw) as [Sql, Sql, Sql]
  const before = new Date(now.getTime() - hours * hourMs).toISOString()
  const over = await db.all(
    Row,
    sql`select ${key} as key from ${table} where ${time} <= ${before} order by ${time} ${limit(EXPIRED_ROWS)}`,
  )
  if (over.length === 0) return false
  const keys = over.map((row) => row.key)
  // A row that was renewed meanwhile stays.
  await db.run(sql`delete from ${table} where ${db.engine.anyOf(key, keys)} and ${time} <= ${before}`)
  return over.length === EXPIRED_ROWS
}

type ExpiryOptions = Lifetimes & Looping & { clock(): Date; restMs?: number }

/** Deletes what expires until `signal` is aborted; `failed` gets errors, after which it goes on. */
export const runExpiry = (
  db: Database,
  { clock, restMs = REST_MS, sessionDays, ...looping }: ExpiryOptions,
): Promise<void> => runLoop(() => deleteExpired(db, clock(), { sessionDays }, looping.signal), { ...looping, restMs })
