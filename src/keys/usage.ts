import { Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { dayAfter, dayMs, hourMs, utcDay } from '#src/reference/days.ts'
import { type Noted, openIgnored, openRefusals, type Refusal, storeRecent } from './recent-requests.ts'

/** How often counts are written. */
export const usageIntervalMs = 10_000
/** How far back the usage of a key is shown, today included. */
const usageDays = 30
/** Counts that wait to be written; so many gather only while the database cannot be reached. */
const maxWaitingCounts = 100_000
/** Old hours deleted with each write: more than are added, so that they do not pile up. */
const DELETED_HOURS = 1_000

/** `YYYY-MM-DDTHH`. */
const hourOf = (ms: number): string => new Date(ms).toISOString().slice(0, 13)

const Count = Type.Object({
  key_id: Type.Integer(),
  hour: Type.String(),
  requests: Type.Integer(),
  refused: Type.Integer(),
  last_used_at: Type.String(),
})
type Count = { key_id: number; hourStartMs: number; requests: number; refused: number; lastMs: number }

export type Usage = {
  /** Counts a request of a key, and whether it exceeded the limit. */
  count(key_id: number, isExceeded: boolean, nowMs?: number): void
  /** Counts a request that no key of ours came with, and where it came from. */
  refuse(refusal: Refusal, address: string): void
  /** Counts parameters that were ignored in a request of a key, because they cannot be read. */
  ignore(key_id: number, names: readonly string[]): void
  /** Writes the counts. What cannot be written is kept for the next time. */
  write(): Promise<void>
}

/** Counts in memory, so that a request costs no write; the last counts of a process are lost if it is killed. */
export function openUsage(db: Database, clock: () => Date, maxWaiting = maxWaitingCounts): Usage {
  let hourStartMs = 0
  let current = new Map<number, Count>()
  /** Counts of past hours, and those that could not be written, by key and hour. */
  const waiting = new Map<string, Count>()
  const refusals = openRefusals()
  const ignored = openIgnored()
  let writing: Promise<void> = Promise.resolve()

  function addWaiting(counts: Iterable<Count>) {
    for (const count of counts) {
      const name = `${count.key_id} ${count.hourStartMs}`
      const known = waiting.get(name)
      if (known) {
        known.requests += count.requests
        known.refused += count.refused
        known.lastMs = Math.max(known.lastMs, count.lastMs)
      } else if (waiting.size < maxWaiting) waiting.set(name, count)
    }
  }

  function rotate() {
    addWaiting(current.values())
    current = new Map()
  }

  async function writeWaiting() {
    rotate()
    // Those that cannot be written are of no use later.
    const noted = { refused: refusals.take(), ignored: ignored.take() }
    if (waiting.size === 0 && noted.refused.length === 0 && noted.ignored.length === 0) return
    const counts = [...waiting.values()]
    waiting.clear()
    try {
      await store(db, counts, noted, clock())
    } catch (error) {
      addWaiting(counts)
      throw error
    }
  }

  return {
    count(key_id, isExceeded, nowMs = clock().getTime()) {
      if (nowMs < hourStartMs || nowMs >= hourStartMs + hourMs) {
        rotate()
        hourStartMs = nowMs - (nowMs % hourMs)
      }
      let count = current.get(key_id)
      if (!count) {
        count = { key_id, hourStartMs, requests: 0, refused: 0, lastMs: nowMs }
        current.set(key_id, count)
      }
      count.requests++
      if (isExceeded) count.refused++
      count.lastMs = nowMs
    },
    refuse: refusals.count,
    ignore: ignored.count,
    write() {
      writing = writing.catch(() => {}).then(writeWaiting)
      return writing
    },
  }
}

/**
 * Adds to the stored counts, because other processes count the same keys. All use the same order, so that none blocks
 * another.
 */
async function store(db: Database, counts: readonly Count[], noted: Noted, now: Date) {
  const rows = counts
    .toSorted((one, other) => one.key_id - other.key_id || one.hourStartMs - other.hourStartMs)
    .map(({ key_id, hourStartMs, requests, refused, lastMs }) => {
      return { key_id, hour: hourOf(hourStartMs), requests, refused, last_used_at: new Date(lastMs).toISOString() }
    })
  const counted = db.engine.rows(Count, rows)
  await db.transaction(async (tx) => {
    await storeRecent(tx, counts, noted, now)
    if (counts.length === 0) return
    // A key may have been deleted with its account.
    await tx.run(sql`
      insert into key_usage (key_id, hour, requests, refused)
      select r.key_id, r.hour, r.requests, r.refused from ${counted} as r join api_key on api_key.id = r.key_id
      where true order by r.key_id, r.hour
      on conflict (key_id, hour) do update set
        requests = key_usage.requests + excluded.requests, refused = key_usage.refused + excluded.refused`)
    await tx.run(sql`
      update api_key set last_used_at = r.last_used_at
      from (select key_id, max(last_used_at) as last_used_at from ${counted} as counted group by key_id) as r
      where api_key.id = r.key_id and coalesce(api_key.last_used_at, '') < r.last_used_at`)
    await tx.run(sql`
      delete from key_usage where (key_id, hour) in (
        select key_id, hour from key_usage where hour < ${dayAfter(utcDay(now), -usageDays)}
        order by hour ${limit(DELETED_HOURS)})`)
  })
}

const Hours = Type.Object({ key_id: Type.Integer(), requests: Type.Integer() })
const Days = Type.Object({
  key_id: Type.Integer(),
  day: Type.String(),
  requests: Type.Integer(),
  refused: Type.Integer(),
})

/** The usage of a key; `days` has an entry for each day, the oldest first. */
export type KeyUsage = {
  lastDay: number
  lastMonth: number
  refused: number
  days: { day: string; requests: number }[]
}

/** The usage of keys by their id, as far as it is written. */
export async function usageOf(db: Reader, key_ids: readonly number[], now: Date): Promise<Map<number, KeyUsage>> {
  const firstDay = dayAfter(utcDay(now), 1 - usageDays)
  const days = Array.from({ length: usageDays }, (_, index) => dayAfter(firstDay, index))
  const [lastHours, stored] = await Promise.all([
    db.all(
      Hours,
      sql`
      select key_id, cast(sum(requests) as bigint) as requests from key_usage
      where ${db.engine.anyOf(sql`key_id`, key_ids)} and hour > ${hourOf(now.getTime() - dayMs)}
      group by key_id`,
    ),
    db.all(
      Days,
      sql`
      select key_id, substr(hour, 1, 10) as day,
        cast(sum(requests) as bigint) as requests, cast(sum(refused) as bigint) as refused
      from key_usage where ${db.engine.anyOf(sql`key_id`, key_ids)} and hour >= ${firstDay}
      group by key_id, substr(hour, 1, 10)`,
    ),
  ])
  return new Map(
    key_ids.map((key_id) => {
      const own = stored.filter((row) => row.key_id === key_id)
      const byDay = new Map(own.map(({ day, requests }) => [day, requests]))
      return [
        key_id,
        {
          lastDay: lastHours.find((row) => row.key_id === key_id)?.requests ?? 0,
          lastMonth: own.reduce((sum, { requests }) => sum + requests, 0),
          refused: own.reduce((sum, { refused }) => sum + refused, 0),
          days: days.map((day) => ({ day, requests: byDay.get(day) ?? 0 })),
        },
      ]
    }),
  )
}
