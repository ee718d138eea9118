import type { Database } from '#src/database/database.ts'
import { keyToTest } from '#src/keys/account-keys.ts'
import { sharedKeyId } from '#src/keys/keys-of-apps.ts'
import { recentOf, recentRefusals } from '#src/keys/recent-requests.ts'
import { openUsage, usageOf } from '#src/keys/usage.ts'
import { testDay } from '../support/world.ts'

/** What keys were used for, and whether an app arrives. */
export async function usesOfKeys(db: Database) {
  const now = new Date(testDay)
  const usage = openUsage(db, () => now)
  usage.count(1, false)
  usage.refuse('unknown_key', '192.0.2.1')
  await usage.write()
  for (const account_id of [undefined, 1]) await keyToTest(db, { id: 1, account_id })
  await recentOf(db, 1, now)
  await recentRefusals(db, () => true, now)
  await sharedKeyId(db)
  await usageOf(db, [1, 2], now)
}
