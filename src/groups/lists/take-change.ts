import { takeFromHour } from '#src/accounts/hourly-limits.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'

/** Counts a change of a list; throws `too_many_requests` if the account has changed enough for now. */
export async function takeChange(db: Database, account_id: number, now: Date): Promise<void> {
  const waitSeconds = await takeFromHour(db, account_id, 'list_change', now)
  if (waitSeconds > 0) throw new ApiError('too_many_requests', waitSeconds)
}
