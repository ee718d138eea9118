import type { Database } from '../database.ts'
import { DatabaseUnreachableError } from '../errors.ts'
import type { Migratable } from '../migrate.ts'
import { openSession, type PostgresOptions } from '../postgres/driver.ts'
import { openPostgres } from '../postgres/postgres.ts'

/** A server that takes longer to say how far it has come does not answer. */
const ANSWER_MS = 1_000

/**
 * How far into the write-ahead log a replica has come, in bytes. It is asked in one word for whether it is a replica
 * at all: one that was promoted goes its own way.
 */
const replayed = `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end`
const written = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')`

/** Bytes of the headers of a page and of a segment of the log, which are there before anything is behind them. */
const PAGE_BYTES = 8_192
const PAGE_HEADER_BYTES = 24
const SMALLEST_SEGMENT_BYTES = 1_048_576
const SEGMENT_HEADER_BYTES = 40

/** Asks the primary how far its log goes: all that anybody has read there by now is before that. */
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

/** A replica, which need not be there yet. */
export function openReplica(url: string, options: PostgresOptions) {
  const session = openSession(url, { timeoutMs: ANSWER_MS })
  const waiting = new Set<(error: Error) => void>()
  let database: Migratable | undefined

  return {
    /** Where it is, without what is secret about it. */
    name: new URL(url).host,

    /** How far it has come; its database can be read from then on. */
    async position(): Promise<number> {
      const position = (await session.ask(replayed)) as number | null
      if (position === null) throw new Error('It is no replica')
      database ??= await openPostgres(url, options)
      return position
    },

    /** Reads from it. What it has not answered when it is given up fails then. */
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
