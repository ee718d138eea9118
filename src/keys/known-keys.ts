import { openRefresh } from '#src/background/refresh.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { revise, revisionOf } from '#src/database/revisions.ts'
import { findKey, type Key } from './find-key.ts'

/** How often it is looked whether keys have changed: what another process revokes stops within this time. */
export const KEY_CHECK_MS = 1_000
/** Keys in memory. Beyond them, the one that was looked up longest ago is looked up again with its next request. */
export const REMEMBERED_KEYS = 10_000

type Remembered = { key: Key; revision: number; revocations: number }

/** Revocations of this process. A key that was looked up before the last one is no longer known. */
let revocations = 0

/** Tells other processes that keys have changed. It belongs into the transaction that changes them. */
export const announceKeyChange = (tx: Database) => revise(tx, 'keys')

/** Whoever changes keys in this process calls it once that is written, so that it counts at once. */
export const dropKnownKeys = () => void revocations++

/**
 * Valid keys, which are looked up once, and not with each request, until some key changes. That a secret opens nothing
 * is not remembered.
 */
export function openKnownKeys(db: Database, clock: () => Date, now?: () => number) {
  const bySecret = new Map<string, Remembered>()
  let revision = -1
  const revisions = openRefresh(
    async () => {
      revision = await revisionOf(db, 'keys')
    },
    { validMs: KEY_CHECK_MS, isAway: isUnavailable, ...(now && { now }) },
  )

  /** The key that a secret opens, where that is known without asking the database. */
  function known(secret: string): Key | undefined {
    return revisions.isFresh() ? remembered(secret) : undefined
  }

  function remembered(secret: string): Key | undefined {
    const found = bySecret.get(secret)
    if (found === undefined || found.revocations !== revocations || found.revision !== revision) return undefined
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
    /** Looks whether keys have changed. */
    refresh: (): Promise<void> => revisions.refreshNow(),
    /** The key that a secret opens, while it is valid. */
    async find(secret: string): Promise<Key | undefined> {
      if (!revisions.isFresh()) await revisions.refresh()
      const before = remembered(secret)
      if (before) return before
      // What changes while the database answers was asked for too early.
      const asked = { revision, revocations }
      const key = await findKey(db, secret, clock())
      if (key) remember(secret, { key, ...asked })
      return key
    },
  }
}
