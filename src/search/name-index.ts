import { Type } from 'typebox'
import { keepFollowing } from '#src/background/follow.ts'
import type { LogFollower } from '#src/background/log-follower.ts'
import type { Database } from '#src/database/database.ts'
import { type Lock, tryLock, waitForLock } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import { followerName, followLog } from './generations.ts'
import { buildIndex, isUsable } from './tables/build.ts'

/** A follower that is further behind, after a large import, builds the index anew, which is faster. */
const maxBehind = 200_000

const Behind = Type.Object({ changes: Type.Integer() })

/** The lock that whoever builds the index holds. */
const lockName = 'search-index'
/** Takes it at once, for a command. Undefined if another process builds the index. */
export const tryToBuild = (location: string): Promise<Lock | undefined> => tryLock(location, lockName)

/**
 * Keeps the index: builds it where there is none, and follows the change log, so that every record is found. Of several
 * processes that share the catalogue at `location` one builds it, and the others wait; without it, there are none.
 */
export function followNames(db: Database, location?: string): LogFollower {
  const follower = followLog(db)
  const isNeeded = async () => !(await isUsable(db)) || (await changesBehind(db)) > maxBehind
  async function build(signal: AbortSignal) {
    const lock = location === undefined ? undefined : await waitForLock(location, lockName, signal)
    if (signal.aborted) return lock?.release()
    try {
      // Another process may have built it meanwhile.
      const lost = lock ? [lock.lost] : []
      if (await isNeeded()) await buildIndex(db, { signal: AbortSignal.any([signal, ...lost]) })
    } finally {
      await lock?.release()
    }
  }
  const catchUp = async (signal = new AbortController().signal) => {
    if (await isNeeded()) await build(signal)
    await follower.catchUp(signal)
  }
  return { ...follower, catchUp, run: (options) => keepFollowing(catchUp, options) }
}

async function changesBehind(db: Database): Promise<number> {
  const row = await db.one(
    Behind,
    sql`
    select (select coalesce(max(seq), 0) from change) - seq as changes from follower where name = ${followerName}`,
  )
  return row?.changes ?? 0
}

/** Follows the change log to its end. */
export const updateNameIndex = (db: Database): Promise<void> => followNames(db).catchUp()
