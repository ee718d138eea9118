import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isUrl } from './open.ts'
import { openSession } from './postgres/driver.ts'
import { openConnection } from './sqlite/sqlite.ts'

/** Numbers of the locks on PostgreSQL, where those of the change log and of migrations are taken. */
const numbers = { import: 1_936_026_703, background: 1_936_026_704, start: 1_936_026_705 }
export type LockName = keyof typeof numbers

/** How often a holder makes sure that it still is one, and how often others look whether the lock is free. */
const HOLD_MS = 2_000
const LOOK_MS = 500
/** The server gives the lock of a holder that is silent for so long to others: its process hangs. */
const SILENCE_MS = 8_000
/** How long a process waits that has stopped leading, or could not try to. */
const RETRY_MS = 1_000

const SQLITE_BUSY = 5

/** A lock that one process has, of all that share a catalogue, until it gives it back or ends, however it ends. */
export type Lock = {
  /** Aborted where the lock is lost: with the connection to PostgreSQL. Somebody else may have it then. */
  lost: AbortSignal
  release(): Promise<void>
}

/** Takes a lock of the catalogue at a location, a folder or an address; undefined where another process has it. */
export const tryLock = (location: string, name: LockName): Promise<Lock | undefined> =>
  lockWhere(location, name, async () => false)

/** Waits for a lock; undefined where `signal` is aborted before. */
export const waitForLock = (location: string, name: LockName, signal: AbortSignal): Promise<Lock | undefined> =>
  lockWhere(location, name, async () => {
    await delay(LOOK_MS, undefined, { signal }).catch(() => {})
    return !signal.aborted
  })

/** Tries until the lock is taken, or `goesOn` says no. */
async function lockWhere(location: string, name: LockName, goesOn: () => Promise<boolean>): Promise<Lock | undefined> {
  if (isUrl(location)) return takeAdvisoryLock(location, numbers[name], goesOn)
  await mkdir(location, { recursive: true, mode: 0o700 })
  const path = join(location, `${name}.lock`)
  let release = tryFileLock(path)
  while (!release && (await goesOn())) release = tryFileLock(path)
  return release && { lost: new AbortController().signal, release: async () => release() }
}

/**
 * Does `work` in one process at a time of all that share a catalogue, for as long as its signal is not aborted: when a
 * process ends or loses the database, another goes on. `failed` is told what goes wrong, after which it is tried again.
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

/** It belongs to a connection, and goes with it. */
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
  // Where the server or the network hangs, the lock counts as lost before the server gives it to another.
  const holding = setInterval(() => void session.ask('select 1').catch(lose), HOLD_MS)
  const end = () => {
    clearInterval(holding)
    return session.close()
  }
  // The server notices later that a connection has ended: whoever is told that the lock is free finds it so.
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
 * Holds a file of SQLite, which the system gives back when the process ends; undefined where another holds it. The file
 * stays: others may have it open.
 */
export function tryFileLock(path: string): (() => void) | undefined {
  let lock: ReturnType<typeof openConnection> | undefined
  try {
    lock = openConnection(path, { readOnly: false, busyTimeoutMs: 0 })
    lock.script('begin exclusive')
  } catch (error) {
    lock?.close()
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined
    throw error
  }
  const held = lock
  return () => {
    held.script('rollback')
    held.close()
  }
}
