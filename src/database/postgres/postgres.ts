import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { DatabaseBusyError, DatabaseOverloadedError, isConflict } from '../errors.ts'
import type { Migratable } from '../migratable.ts'
import { type Sql, sql } from '../sql.ts'
import type { Topic } from '../topics.ts'
import { MIGRATION_TIMEOUT_MS, refusedOutside, runInScope, TRANSACTION_TIMEOUT_MS } from '../transaction-scope.ts'
import {
  asker,
  checkServer,
  openPool,
  type PostgresOptions,
  type Rows,
  reachable,
  type Tag,
  whileReachable,
  withinBegin,
} from './driver.ts'
import { engine, insertion } from './engine.ts'
import { CHANNEL } from './listener.ts'

/** Transactions in progress or waiting for a connection. */
const WAITING_TRANSACTIONS = 10_000
/** Reads in progress or waiting for a connection. */
const WAITING_READS = 10_000
/** Attempts of a transaction that conflicts with others. */
const TRANSACTION_ATTEMPTS = 20
/** After so many, new transactions of this process wait for it: a long one would meet a short one each time. */
const ATTEMPTS_BESIDE_OTHERS = 10
/** The pause grows with each attempt and is random, so that conflicting transactions do not meet again. */
const RETRY_DELAY_MS = 10
/** Keys of the advisory locks: arbitrary numbers, different from each other. */
const CHANGE_LOCK = 1_936_026_701
const MIGRATION_LOCK = 1_936_026_702

/** The time for what is in progress when the database is closed. */
const CLOSE_TIMEOUT_MS = 5_000

/** Opens a pool of connections. Refuses a database that would not give the same answers as SQLite. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Migratable> {
  const { transactionTimeoutMs = TRANSACTION_TIMEOUT_MS } = options
  const pool = openPool(url, { ...options, transactionTimeoutMs })
  try {
    await checkServer(pool)
  } catch (error) {
    await pool.end({ timeout: 0 })
    throw reachable(error)
  }
  const ask = asker()
  const reach = whileReachable()
  const sendTo =
    (tag: () => Tag): Send =>
    (query) =>
      ask(tag(), query)

  const reads = bounded(sendTo(() => pool))

  // At this level reads see no concurrent writes, and a conflicting write fails and is run again.
  const level = 'isolation level repeatable read'
  const begin = <Result>(work: (db: Database) => Promise<Result>, mode = level): Promise<Result> =>
    withinBegin(pool, mode, (tag) => runInScope(sendTo(tag), transactionTimeoutMs, (send) => work(inTransaction(send))))

  const transactions = retried((work) => reach(() => begin(work)))
  const snapshots = retried((work) => reach(() => begin(work, `${level} read only`)))
  const db: Migratable = {
    ...statements((query) => reach(() => onceMore(() => reads.send(query)))),
    engineName: 'postgres',
    // The server takes care that no read waits for another.
    get wide() {
      return db
    },
    transaction: transactions.run,
    snapshot: snapshots.run,
    workload: () => ({ reads: reads.count(), transactions: transactions.count() + snapshots.count() }),
    // At the default level, reads after the lock was taken are not older than the lock.
    exclusively: <Result>(work: Parameters<Migratable['exclusively']>[0]) =>
      withinBegin(pool, '', async (tag) => {
        await tag().unsafe(`set local statement_timeout = ${MIGRATION_TIMEOUT_MS}`)
        await tag()`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
        const script = async (text: string) => void (await tag().unsafe(text).simple())
        return runInScope(sendTo(tag), MIGRATION_TIMEOUT_MS, (send) => work(inTransaction(send), script))
      }) as Promise<Result>,
    ...refusedOutside,
    close: () => pool.end({ timeout: CLOSE_TIMEOUT_MS / 1000 }),
  }
  return db
}

/** Runs a single statement again after a conflict, such as with a migration: it has done nothing. */
const onceMore = <Result>(run: () => Promise<Result>): Promise<Result> =>
  run().catch((error) => {
    if (!isConflict(error)) throw error
    return run()
  })

/** Runs transactions again after conflicts, and counts them. */
function retried(begin: Database['transaction']) {
  let transactions = 0
  /** The end of one that kept conflicting: no other begins before it. */
  let alone: Promise<unknown> | undefined

  /** The result, or the last conflict if so many attempts had nothing else. */
  async function within<Result>(attempts: number, work: (db: Database) => Promise<Result>) {
    let conflict: unknown
    for (let attempt = 1; attempt <= attempts; attempt++) {
      try {
        return { result: await begin(work) }
      } catch (error) {
        if (!isConflict(error)) throw reachable(error)
        conflict = error
      }
      await sleep(Math.random() * RETRY_DELAY_MS * attempt)
    }
    return { conflict }
  }

  async function byItself<Result>(work: () => Promise<Result>): Promise<Result> {
    while (alone) await alone
    const working = work()
    alone = working.catch(() => {})
    try {
      return await working
    } finally {
      alone = undefined
    }
  }

  async function attempts<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    while (alone) await alone
    const beside = await within(ATTEMPTS_BESIDE_OTHERS, work)
    if ('result' in beside) return beside.result
    const outcome = await byItself(() => within(TRANSACTION_ATTEMPTS - ATTEMPTS_BESIDE_OTHERS, work))
    if ('result' in outcome) return outcome.result
    throw new DatabaseBusyError('A transaction kept conflicting with others', { cause: outcome.conflict })
  }

  async function run<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    if (transactions >= WAITING_TRANSACTIONS) {
      throw new DatabaseOverloadedError(`${WAITING_TRANSACTIONS} transactions wait for the database`)
    }
    transactions++
    try {
      return await attempts(work)
    } finally {
      transactions--
    }
  }
  return { run, count: () => transactions }
}

/** Refuses reads when too many wait. */
function bounded(send: Send) {
  let asked = 0
  async function sendOne(query: Sql): Promise<Rows> {
    if (asked >= WAITING_READS) throw new DatabaseOverloadedError(`${WAITING_READS} reads wait for the database`)
    asked++
    try {
      return await send(query)
    } finally {
      asked--
    }
  }
  return { send: sendOne, count: () => asked }
}

type Send = (query: Sql) => Promise<Rows>

function statements(send: Send) {
  return {
    engine,
    // If a query of the same connection failed while its rows arrived, the driver leaves gaps in the rows of the next
    // one.
    all: async (_row, query) => (await send(query)).filter((row) => row !== undefined) as never,
    one: async (_row, query) => (await send(query)).find((row) => row !== undefined) as never,
    run: async (query) => (await send(query)).count ?? 0,
    put: async (table, rows) => void (await send(insertion(table, rows))),
  } satisfies Partial<Database>
}

function inTransaction(send: Send): Database {
  const db: Database = {
    ...statements(send),
    get wide() {
      return db
    },
    transaction: (work) => work(db),
    snapshot: (work) => work(db),
    async lockChanges() {
      await send(sql`select pg_advisory_xact_lock(${CHANGE_LOCK}), pg_notify(${CHANNEL}, ${'changes' satisfies Topic})`)
    },
    announce: async (topic) => void (await send(sql`select pg_notify(${CHANNEL}, ${topic})`)),
    async close() {
      throw new Error('A transaction cannot close its database')
    },
  }
  return db
}
