import type { Database } from '#src/database/database.ts'
import { findKey, type Key } from './access.ts'

/** How long a key that was found valid counts as valid: what another process revokes stops within this time. */
export const KEY_MEMORY_MS = 1_000
/** Keys in memory. Beyond them, the one that was looked up longest ago is looked up again with its next request. */
export const REMEMBERED_KEYS = 10_000

type Remembered = { key: Key; endMs: number; revocations: number }

/** Revocations of this process. A key that was looked up before the last one is no longer known. */
let revocations = 0

/** Whoever revokes a key in this process calls it once that is written, so that the key stops at once. */
export const forgetKeys = () => void revocations++

/**
 * Valid keys, which are looked up in the database once in a second and not with each request. That a secret opens
 * nothing is not remembered. The time only has to go forward, so it is not that of day.
 */
export function knownKeys(db: Database, clock: () => Date, now = () => performance.now()) {
  const bySecret = new Map<string, Remembered>()

  /** The key that a secret opens, where that is known without asking the database. */
  function known(secret: string): Key | undefined {
    const found = bySecret.get(secret)
    if (found === undefined || found.revocations !== revocations || now() >= found.endMs) return undefined
    // The end of a key that was replaced is known beforehand.
    const { ends_at } = found.key
    return ends_at === null || ends_at > clock().toISOString() ? found.key : undefined
  }

  function remember(secret: string, found: Remembered) {
    // A map keeps the order of insertion, so its first secret is the one that was looked up longest ago.
    bySecret.delete(secret)
    bySecret.set(secret, found)
    if (bySecret.size > REMEMBERED_KEYS) bySecret.delete(bySecret.keys().next().value as string)
  }

  return {
    known,
    /** The key that a secret opens, while it is valid. */
    async find(secret: string): Promise<Key | undefined> {
      const before = known(secret)
      if (before) return before
      // What is revoked while the database answers was asked for too early.
      const asked = { endMs: now() + KEY_MEMORY_MS, revocations }
      const key = await findKey(db, secret, clock())
      if (key) remember(secret, { key, ...asked })
      return key
    },
  }
}
