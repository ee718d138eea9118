import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { addWatched, maxWatched, type WatchedEntry } from '#src/kept/watched.ts'
import { type WatchedTime, watchedSometime, watchedTime } from '#src/kept/watched-time.ts'
import { dayMs } from '#src/reference/days.ts'

/**
 * When an entry was watched; if that is still to come, the reason why it is refused. The day on which something was
 * ticked as watched is not that on which it was watched: it has no day then, as where the file says nothing of when.
 */
export function watchedIn({ at, on }: Pick<KeptEntry, 'at' | 'on'>, now: Date): WatchedTime | 'future_date' {
  if (at === undefined) return watchedSometime
  const time = watchedTime(at, now)
  if (!time) return 'future_date'
  return { ...time, watched_on: on !== undefined && isNextTo(on, time.watched_on) ? on : time.watched_on }
}

/** Whether a day can be that of a moment which is on another day in UTC. */
const isNextTo = (day: string, of: string) => Math.abs(Date.parse(day) - Date.parse(of)) <= dayMs

/** Adds entries of an account; returns for how many of them, from the first one on, there was room. */
export async function addFitting(
  tx: Database,
  account_id: number,
  entries: readonly WatchedEntry[],
  now: Date,
): Promise<number> {
  const known = await countRows(tx, sql`from watched where account_id = ${account_id}`)
  const fitting = entries.slice(0, Math.max(0, maxWatched - known))
  if (fitting.length > 0) await addWatched(tx, account_id, fitting, now)
  return fitting.length
}
