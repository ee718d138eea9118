import { openRefresh } from '#src/background/refresh.ts'
import type { DialectName } from '#src/contract/dialects.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { revise, revisionOf } from '#src/database/revisions.ts'
import { findKey, findPlexKey, findSharedKey, type Key } from './find-key.ts'

/** How often keys are checked for changes: a key that another process revokes stops working within this time. */
export const KEY_CHECK_MS = 1_000
/** Keys in memory. Beyond that, the one that was looked up longest ago is forgotten. */
export const REMEMBERED_KEYS = 10_000

/** Stands before the secrets of addresses for Plex in memory: nothing that arrives as a secret begins like this. */
const plex = '\0plex '
/** Under what the shared key is remembered: no text that a request brings. */
const shared = Symbol('shared')

type Remembered = { key: Key; revision: number; revocations: number }

/** Changes by this process. A key that was looked up before the last one is not used any more. */
let revocations = 0

/** Announces a change of keys to other processes, in the transaction that makes it. */
export const announceKeyChange = (tx: Database) => revise(tx, 'keys')

/** To be called after keys were changed in this process, so that it takes effect at once. */
export const dropKnownKeys = () => void revocations++

/**
 * Valid keys. They are looked up once, not for each request, until some key changes. Secrets that open nothing are not
 * remembered.
 */
export function openKnownKeys(db: Database, clock: () => Date, now?: () => number, dialect?: DialectName) {
  const bySecret = new Map<string | symbol, Remembered>()
  let revision = -1
  const revisions = openRefresh(
    async () => {
      revision = await revisionOf(db, 'keys')
    },
    { validMs: KEY_CHECK_MS, isAway: isUnavailable, ...(now && { now }) },
  )

  /** The key that a secret opens, if known without asking the database. */
  function known(secret: string): Key | undefined {
    return revisions.isFresh() ? remembered(secret) : undefined
  }

  function remembered(secret: string | symbol): Key | undefined {
    const found = bySecret.get(secret)
    if (found === undefined || found.revocations !== revocations || found.revision !== revision) return undefined
    // The end of a replaced key is known in advance.
    const { ends_at } = found.key
    return ends_at === null || ends_at > clock().toISOString() ? found.key : undefined
  }

  function remember(secret: string | symbol, found: Remembered) {
    // A map keeps the order of insertion, so its first secret is the one that was looked up longest ago.
    bySecret.delete(secret)
    bySecret.set(secret, found)
    if (bySecret.size > REMEMBERED_KEYS) bySecret.delete(bySecret.keys().next().value as string | symbol)
  }

  async function lookUp(secret: string | symbol, look: () => Promise<Key | undefined>): Promise<Key | undefined> {
    if (!revisions.isFresh()) await revisions.refresh()
    const before = remembered(secret)
    if (before) return before
    // Read before the database is asked: what changes meanwhile makes the answer too old.
    const asked = { revision, revocations }
    const key = await look()
    if (key) remember(secret, { key, ...asked })
    return key
  }

  return {
    known,
    /** Checks whether keys have changed. */
    refresh: (): Promise<void> => revisions.refreshNow(),
    /** The key that a secret opens, while it is valid. */
    find: (secret: string): Promise<Key | undefined> => lookUp(secret, () => findKey(db, secret, clock(), dialect)),
    /** The key that the secret in an address for Plex opens, while it is valid. */
    findPlex: (secret: string): Promise<Key | undefined> =>
      lookUp(`${plex}${secret}`, () => findPlexKey(db, secret, clock())),
    /** The key that requests under the names of `appHosts` share, while it is valid. */
    findShared: (): Promise<Key | undefined> => lookUp(shared, () => findSharedKey(db, clock(), dialect ?? 'neutral')),
  }
}
