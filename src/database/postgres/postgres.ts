import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Topic } from '../database.ts'
import { DatabaseBusyError } from '../errors.ts'
import type { Migratable } from '../migrate.ts'
import { type Sql, sql } from '../sql.ts'
import { MIGRATION_TIMEOUT_MS, refusedOutside, runInScope, TRANSACTION_TIMEOUT_MS } from '../transaction-scope.ts'
import {
  asker,
  checkServer,
  isConflict,
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

/** Transactions at hand or waiting for a connection. */
const WAITING_TRANSACTIONS = 10_000
/** Reads at hand or waiting for a connection. */
const WAITING_READS = 10_000
/** How often a transaction runs that others got in the way of. */
const TRANSACTION_ATTEMPTS = 20
/** They wait for longer after each attempt, by chance, so that they do not meet again. */
const RETRY_DELAY_MS = 10
/** Keys of the advisory locks: any numbers, as long as they differ and nobody else uses them on our database. */
const CHANGE_LOCK = 1_936_026_701
const MIGRATION_LOCK = 1_936_026_702

/** What is under way when the database is closed has this long to end. */
const CLOSE_TIMEOUT_MS = 5_000

/** Opens a pool of connections, and refuses a database that would not give the same answers as SQLite. */
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

  // Under this level reads see no concurrent writes, and a write that would undo one fails and is run again.
  const begin = <Result>(work: (db: Database) => Promise<Result>): Promise<Result> =>
    withinBegin(pool, 'isolation level repeatable read', (tag) =>
      runInScope(sendTo(tag), transactionTimeoutMs, (send) => work(inTransaction(send))),
    )

  const transactions = retried((work) => reach(() => begin(work)))
  const db: Migratable = {
    ...statements((query) => reach(() => onceMore(() => reads.send(query)))),
    engineName: 'postgres',
    // It is the server's to see that nobody waits for another's read.
    get wide() {
      return db
    },
    transaction: transactions.run,
    workload: () => ({ reads: reads.count(), transactions: transactions.count() }),
    // The level is the ordinary one, under which what is read after the lock was given is not older than the lock.
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

/** Runs a statement again that others got in the way of, as a migration may: it has done nothing. */
const onceMore = <Result>(run: () => Promise<Result>): Promise<Result> =>
  run().catch((error) => {
    if (!isConflict(error)) throw error
    return run()
  })

/** Runs transactions again that others got in the way of, and counts them. */
function retried(begin: Database['transaction']) {
  let transactions = 0

  async function attempts<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    let conflict: unknown
    for (let attempt = 1; attempt <= TRANSACTION_ATTEMPTS; attempt++) {
      try {
        return await begin(work)
      } catch (error) {
        if (!isConflict(error)) throw reachable(error)
        conflict = error
      }
      await sleep(Math.random() * RETRY_DELAY_MS * attempt)
    }
    throw new DatabaseBusyError('Other transactions kept getting in the way of one', { cause: conflict })
  }

  async function run<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    if (transactions >= WAITING_TRANSACTIONS) {
      throw new DatabaseBusyError(`${WAITING_TRANSACTIONS} transactions wait for the database`)
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

/** Refuses what would wait behind very many others. */
function bounded(send: Send) {
  let asked = 0
  async function sendOne(query: Sql): Promise<Rows> {
    if (asked >= WAITING_READS) throw new DatabaseBusyError(`${WAITING_READS} reads wait for the database`)
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
    // The driver leaves places empty behind a query of the same connection that failed in the midst of its rows.
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
