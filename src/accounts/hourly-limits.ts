import { type Static, Type } from 'typebox'
import { hourlyLimits, limitAges, type Made } from '#src/contract/hourly-limits.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { CLOCKS_DIFFER_MS } from './attempts.ts'

const Used = Type.Object({
  created_at: Type.String(),
  used_until: nullable(Type.String()),
  taken_at: nullable(Type.String()),
})

/**
 * Counts what an account is about to make, one or several, and returns 0, or the seconds to wait. It is counted before
 * it is made, so that parallel requests cannot exceed the limit. Of those, one counts and the others look again, which
 * happens to a request as often as the limit allows at most.
 */
export async function takeFromHour(
  db: Database,
  account_id: number,
  thing: Made,
  now: Date,
  several = 1,
): Promise<number> {
  const nowMs = now.getTime()
  for (;;) {
    const used = await db.one(
      Used,
      sql`
      select account.created_at, hourly_use.used_until, hourly_use.taken_at from account
      left join hourly_use on hourly_use.account_id = account.id and hourly_use.thing = ${thing}
      where account.id = ${account_id}`,
    )
    if (!used) return 0
    const putBackMs = putBackSince(used, nowMs)
    const knownMs = used.used_until === null ? nowMs : Date.parse(used.used_until) - putBackMs
    const takenMs = (several * hourMs) / limitAt(thing, Date.parse(used.created_at), nowMs)
    const usedUntilMs = Math.max(nowMs, knownMs) + takenMs
    const waitMs = usedUntilMs - nowMs - hourMs
    // Times are stored in whole milliseconds.
    const waitSeconds = waitMs > 1 ? Math.ceil(waitMs / 1_000) : 0
    if (waitSeconds > 0 && putBackMs === 0) return waitSeconds
    const until = new Date(waitSeconds > 0 ? knownMs : usedUntilMs).toISOString()
    const changed = await db.run(changing(account_id, thing, used.used_until, { until, at: now.toISOString() }))
    if (changed === 1) return waitSeconds
  }
}

/**
 * How far the clock was put back since the last use. What was used then counts as used now, so that nobody gains or
 * loses anything. Where the time of that use is not known, it was at most an hour before the end.
 */
function putBackSince({ used_until, taken_at }: Static<typeof Used>, nowMs: number): number {
  if (used_until === null) return 0
  const takenMs = taken_at === null ? Date.parse(used_until) - hourMs : Date.parse(taken_at)
  return takenMs - nowMs > CLOCKS_DIFFER_MS ? takenMs - nowMs : 0
}

type Use = { until: string; at: string }

/** Changes a row unless somebody else has done so since it was read. */
const changing = (account_id: number, thing: Made, before: string | null, { until, at }: Use) =>
  before === null
    ? sql`
      insert into hourly_use (account_id, thing, used_until, taken_at)
      select id, ${thing}, ${until}, ${at} from account where id = ${account_id}
      on conflict do nothing`
    : sql`
      update hourly_use set used_until = ${until}, taken_at = ${at}
      where account_id = ${account_id} and thing = ${thing} and used_until = ${before}`

/** The same, and throws `too_many_requests` where the account has to wait. */
export async function spendFromHour(
  db: Database,
  account_id: number,
  thing: Made,
  now: Date,
  several = 1,
): Promise<void> {
  const waitSeconds = await takeFromHour(db, account_id, thing, now, several)
  if (waitSeconds > 0) throw new ApiError('too_many_requests', waitSeconds)
}

function limitAt(thing: Made, createdMs: number, nowMs: number): number {
  const ageDays = (nowMs - createdMs) / dayMs
  return hourlyLimits[thing][limitAges.filter((days) => ageDays >= days).length as 0 | 1 | 2]
}
