import type { Database } from '../database.ts'
import { DatabaseUnreachableError } from '../errors.ts'
import type { Migratable } from '../migratable.ts'
import { openSession, type PostgresOptions } from '../postgres/driver.ts'
import { openPostgres } from '../postgres/postgres.ts'

/** A server that takes longer for its position does not answer. */
const ANSWER_MS = 1_000

/**
 * The position of a replica in the write-ahead log, in bytes. The same query checks that it is still a replica: a
 * promoted one follows nobody.
 */
const replayed = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end`
const written = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')`

/** Sizes of the headers of a page and of a segment of the log, which are written before anything follows them. */
const PAGE_BYTES = 8_192
const PAGE_HEADER_BYTES = 24
const SMALLEST_SEGMENT_BYTES = 1_048_576
const SEGMENT_HEADER_BYTES = 40

/** Asks the primary for the end of its log: everything that anybody has read there is before it. */
export function openPrimary(url: string) {
  const session = openSession(url, { timeoutMs: ANSWER_MS })
  return {
    async position(): Promise<number> {
      const next = (await session.ask(written)) as number
      if (next % SMALLEST_SEGMENT_BYTES === SEGMENT_HEADER_BYTES) return next - SEGMENT_HEADER_BYTES
      return next % PAGE_BYTES === PAGE_HEADER_BYTES ? next - PAGE_HEADER_BYTES : next
    },
    close: () => session.close(),
  }
}

export type Primary = ReturnType<typeof openPrimary>
export type Replica = ReturnType<typeof openReplica>

/** A replica, which need not be running yet. */
export function openReplica(url: string, options: PostgresOptions) {
  const session = openSession(url, { timeoutMs: ANSWER_MS })
  const waiting = new Set<(error: Error) => void>()
  let database: Migratable | undefined

  return {
    /** Its address, without secrets. */
    name: new URL(url).host,

    /** Its position. Afterwards its database can be read. */
    async position(): Promise<number> {
      const position = (await session.ask(replayed)) as number | null
      if (position === null) throw new Error('The server is not a replica')
      database ??= await openPostgres(url, options)
      return position
    },

    /** Reads from it. Reads that are unanswered when it is given up fail. */
    async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      if (!database) throw new DatabaseUnreachableError('The replica was not there yet')
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      waiting.add(reject)
      work(database).then(resolve, reject)
      return promise.finally(() => waiting.delete(reject))
    },

    giveUp(): void {
      for (const reject of waiting) reject(new DatabaseUnreachableError('The replica does not answer'))
    },

    async close(): Promise<void> {
      await Promise.all([session.close(), database?.close()])
    },
  }
}
