import { BEGIN } from './writer.ts'

/** How often a write tries to get the lock from another process. */
const LOCK_POLL_MS = 1

const SQLITE_BUSY = 5
export const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
const pause = new Int32Array(new SharedArrayBuffer(4))

type Executing = { exec(statement: string): void }

/** How a connection begins transactions that write. */
export function openBeginning(database: Executing, busyTimeoutMs: number) {
  let refusal: unknown
  return {
    begin(): void {
      refusal = undefined
      try {
        beginWriting(database, busyTimeoutMs)
      } catch (error) {
        refusal = error
        throw error
      }
    },
    /** Why no transaction could begin, the last time; undefined if one could. */
    get refusal() {
      return refusal
    },
  }
}

/**
 * SQLite itself tries for the lock less and less often, and would hardly ever hit the gap between two chunks of another
 * process's import.
 */
function beginWriting(database: Executing, busyTimeoutMs: number) {
  const endMs = performance.now() + busyTimeoutMs
  database.exec('pragma busy_timeout = 0')
  try {
    for (;;) {
      try {
        database.exec(BEGIN)
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() >= endMs) throw error
        Atomics.wait(pause, 0, 0, LOCK_POLL_MS)
      }
    }
  } finally {
    database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  }
}
