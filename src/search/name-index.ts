import { Type } from 'typebox'
import { keepFollowing } from '#src/background/follow.ts'
import type { LogFollower } from '#src/background/log-follower.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { DatabaseUnreachableError } from '#src/database/errors.ts'
import { type Lock, tryLock, waitForLock } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import { buildIndex, hasOthers, isUsable, removeOthers } from './build.ts'
import { followerName, followLog } from './generations.ts'
import { indexState } from './index-state.ts'
import type { BuildOptions } from './tables/build-options.ts'

/** A follower that is further behind, because of a large import, builds the index anew, which is faster. */
const MAX_BEHIND = 200_000
/** How often a follower that is at work looks whether it is so far behind: imports go on while it follows. */
const LOOK_MS = 10_000

/** How often a server looks whether somebody is still at work on a generation that does not answer. */
const LEFTOVERS_MS = 10_000

const Behind = Type.Object({ changes: Type.Integer() })

/** The lock that whoever builds the index holds. */
const lockName = 'search-index'
/** Takes it at once, for a command. Undefined if another process builds the index. */
export const tryToBuild = (location: string): Promise<Lock | undefined> => tryLock(location, lockName)

/** Is told when an index is built, and when it is complete. */
export type Told = {
  /** Until it is complete, the previous index answers, or none. */
  building(about: { records: number; answering: 'previous' | 'none' }): void
  complete(about: { records: number; seconds: number }): void
}
type Following = Parameters<typeof keepFollowing>[1]
type NameFollower = Omit<LogFollower, 'run' | 'catchUp'> & {
  catchUp(signal?: AbortSignal): Promise<void>
  run(options: Following & { told?: Told }): Promise<void>
}

/**
 * Keeps the index: builds it where there is none, and follows the change log, so that every record is found. Of several
 * processes that share the catalogue at `location` one builds it, and the others wait; without it, there are none.
 */
export function followNames(
  db: Database,
  location?: string,
  { maxBehind = MAX_BEHIND, lookMs = LOOK_MS } = {},
): NameFollower {
  const follower = followLog(db)
  const isNeeded = async () => !(await isUsable(db)) || (await changesBehind(db)) > maxBehind
  const removeLeftovers = location === undefined ? undefined : openLeftovers(db, location)
  async function build(signal: AbortSignal, told: Told | undefined) {
    const lock = location === undefined ? undefined : await waitForLock(location, lockName, signal)
    if (signal.aborted) return lock?.release()
    try {
      // Another process may have built it meanwhile.
      const lost = lock ? [lock.lost] : []
      if (await isNeeded()) await buildTelling(db, { signal: AbortSignal.any([signal, ...lost]), maxBehind }, told)
      if (lock?.lost.aborted) throw new DatabaseUnreachableError('The connection to the database was lost.')
    } finally {
      await lock?.release()
    }
  }
  const catchUp = async (signal = new AbortController().signal, told?: Told) => {
    do
      if (await isNeeded()) await build(signal, told)
      else await removeLeftovers?.(signal)
    while (!((await follower.catchUp(signal, lookMs)) || signal.aborted))
  }
  return {
    ...follower,
    catchUp: (signal) => catchUp(signal),
    run: ({ told, ...options }) => keepFollowing((signal) => catchUp(signal, told), options),
  }
}

async function buildTelling(db: Database, options: BuildOptions, told: Told | undefined) {
  const beganMs = performance.now()
  const answering = (await indexState(db)) === 'missing' ? 'none' : 'previous'
  let records = 0
  await buildIndex(db, {
    ...options,
    onBegin(count) {
      records = count
      told?.building({ records, answering })
    },
    onComplete: () => told?.complete({ records, seconds: Math.round((performance.now() - beganMs) / 1_000) }),
  })
}

/** Removes what a command has left that was stopped while it built the index: otherwise it looks as if it still did. */
function openLeftovers(db: Database, location: string) {
  let lookedMs = Number.NEGATIVE_INFINITY
  return async (signal: AbortSignal) => {
    if (performance.now() - lookedMs < LEFTOVERS_MS || !(await hasOthers(db))) return
    lookedMs = performance.now()
    const lock = await tryToBuild(location)
    try {
      if (lock) await removeOthers(db, AbortSignal.any([signal, lock.lost]))
    } finally {
      await lock?.release()
    }
  }
}

async function changesBehind(db: Reader): Promise<number> {
  const row = await db.one(
    Behind,
    sql`
    select (select coalesce(max(seq), 0) from change) - seq as changes from follower where name = ${followerName}`,
  )
  return row?.changes ?? 0
}

export type UpdateOptions = {
  /** Where other processes may be building the index, too; without it, there are none. */
  location?: string | undefined
  signal?: AbortSignal | undefined
}

/** Follows the change log to its end. Throws if `signal` is aborted first: the index lacks something then. */
export async function updateNameIndex(db: Database, { location, signal }: UpdateOptions = {}): Promise<void> {
  await followNames(db, location).catchUp(signal)
  signal?.throwIfAborted()
}
