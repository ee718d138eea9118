import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { isConflict, isUnavailable } from '../errors.ts'
import type { Replica } from './replica.ts'

type Work<Result> = (db: Database) => Promise<Result>
type Read = <Result>(work: Work<Result>, isWide: boolean) => Promise<Result>

/** The server that answers reads at the moment: a replica, or the primary. */
export function openReadSource(db: Database) {
  let current: Replica | undefined
  let hasWritten = false
  /** Reads wait for it while the server is switched. */
  let switching: Promise<void> | undefined
  let onPrimary = 0

  async function read<Result>(work: Work<Result>, isWide: boolean): Promise<Result> {
    if (switching && !isWide) await switching
    const replica = current
    if (replica) {
      try {
        return await replica.read(work)
      } catch (error) {
        // The primary has everything that a replica has.
        if (isUnavailable(error)) abandon(replica)
        else if (!isConflict(error)) throw error
      }
    }
    if (!isWide) onPrimary++
    try {
      return await work(db)
    } finally {
      if (!isWide) onPrimary--
    }
  }

  function abandon(replica: Replica) {
    if (current === replica) current = undefined
  }

  /** Switches to a replica once it is certain to have everything that was read from the primary. */
  async function switchTo(replica: Replica, catchesUp: () => Promise<boolean>, withinMs: number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    switching = promise
    hasWritten = false
    try {
      const endMs = performance.now() + withinMs
      while (onPrimary > 0) {
        if (performance.now() > endMs) return
        await delay(1)
      }
      if ((await catchesUp()) && !hasWritten) current = replica
    } finally {
      switching = undefined
      resolve()
    }
  }

  return {
    database: readingDatabase(db, read),
    get current() {
      return current
    },
    abandon,
    switchTo,
    wrote() {
      hasWritten = true
      current = undefined
    },
  }
}

/** The database, with its reads going through `read`. */
function readingDatabase(db: Database, read: Read): Database {
  const reading = (isWide: boolean): Pick<Database, 'all' | 'one'> => ({
    all: (row, query) => read((server) => (isWide ? server.wide : server).all(row, query), isWide),
    one: (row, query) => read((server) => (isWide ? server.wide : server).one(row, query), isWide),
  })
  const wide: Database = {
    ...db.wide,
    ...reading(true),
    get wide() {
      return wide
    },
  }
  return { ...db, ...reading(false), wide }
}
