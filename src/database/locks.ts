import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder } from '#src/files/make-folder.ts'
import { isUrl } from './open.ts'
import { openSession } from './postgres/driver.ts'
import { openConnection } from './sqlite/connection.ts'
import { refusalOf } from './sqlite/unwritable.ts'

/** Numbers of advisory locks on PostgreSQL; the change log and migrations have others of this series. */
const numbers = {
  import: 1_936_026_703,
  background: 1_936_026_704,
  start: 1_936_026_705,
  'search-index': 1_936_026_706,
  publishing: 1_936_026_707,
}
export type LockName = keyof typeof numbers

/** How often the holder renews a lock, and how often others try to get it. */
const HOLD_MS = 2_000
const LOOK_MS = 500
/** After this silence the server gives the lock to others, because its holder hangs. */
const SILENCE_MS = 8_000
/** The pause after a process has lost the leadership, or could not try for it. */
const RETRY_MS = 1_000

const SQLITE_BUSY = 5

/** A lock that one of all processes that share a catalogue holds until it releases it or ends, however it ends. */
export type Lock = {
  /** Aborted if the lock is lost, together with the connection to PostgreSQL. Somebody else may hold it then. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Takes a lock of the catalogue at a location, a folder or an address; undefined if another process holds it. */
export const tryLock = (location: string, name: LockName): Promise<Lock | undefined> =>
  lockWhere(location, name, async () => false)

/** Waits for a lock; undefined if `signal` is aborted first. */
export const waitForLock = (location: string, name: LockName, signal: AbortSignal): Promise<Lock | undefined> =>
  lockWhere(location, name, async () => {
    await delay(LOOK_MS, undefined, { signal }).catch(() => {})
    return !signal.aborted
  })

/** Tries until the lock is taken, or `goesOn` says no. */
async function lockWhere(location: string, name: LockName, goesOn: () => Promise<boolean>): Promise<Lock | undefined> {
  if (isUrl(location)) return takeAdvisoryLock(location, numbers[name], goesOn)
  await makeFolder(location)
  const path = join(location, `${name}.lock`)
  let release = tryFileLock(path)
  while (!release && (await goesOn())) release = tryFileLock(path)
  return release && { lost: new AbortController().signal, release: async () => release() }
}

/**
 * Does `work` in one of all processes that share a catalogue, until its signal is aborted: when that process ends or
 * loses the database, another one takes over. `failed` gets errors, after which it is tried again.
 */
export async function whileLeading(
  location: string,
  name: LockName,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const lock = await waitForLock(location, name, signal)
      if (!lock) return
      try {
        await work(AbortSignal.any([signal, lock.lost]))
      } finally {
        await lock.release()
      }
    } catch (error) {
      failed(error)
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => {})
  }
}

/** The lock belongs to a connection and ends with it. */
async function takeAdvisoryLock(
  url: string,
  number: number,
  goesOn: () => Promise<boolean>,
): Promise<Lock | undefined> {
  const losing = new AbortController()
  const session = openSession(url, { onLoss: () => losing.abort(), silenceMs: SILENCE_MS })
  try {
    const take = async () => (await session.ask(`select pg_try_advisory_lock(${number}) as is_held`)) === true
    let isHeld = await take()
    while (!isHeld && (await goesOn())) isHeld = await take()
    if (!isHeld) {
      await session.close()
      return undefined
    }
  } catch (error) {
    await session.close()
    throw error
  }
  // If the server or the network hangs, the lock counts as lost before the server gives it to another process.
  const holding = setInterval(() => void session.ask('select 1').catch(lose), HOLD_MS)
  const end = () => {
    clearInterval(holding)
    return session.close()
  }
  // Explicitly, because the server notices the end of a connection later: the lock has to be free when this resolves.
  async function release() {
    const unlocked = session.ask(`select pg_advisory_unlock(${number})`).catch(() => {})
    await Promise.race([unlocked, delay(RETRY_MS, undefined, { ref: false })])
    await end()
  }
  function lose() {
    losing.abort()
    void end()
  }
  losing.signal.addEventListener('abort', () => clearInterval(holding))
  return { lost: losing.signal, release }
}

/**
 * Locks an SQLite file. The system releases it when the process ends; undefined if another process holds it. The file
 * stays, because others may have it open.
 */
export function tryFileLock(path: string): (() => void) | undefined {
  let lock: ReturnType<typeof openConnection> | undefined
  try {
    lock = openConnection(path, { readOnly: false, busyTimeoutMs: 0 })
    lock.script('begin exclusive')
  } catch (error) {
    lock?.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined
    throw refusalOf(path, error) ?? error
  }
  const held = lock
  return () => {
    held.script('rollback')
    held.close()
  }
}
