import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Database } from './database.ts'
import { DatabaseBusyError, DatabaseUnreachableError } from './errors.ts'
import type { Migratable } from './migrate.ts'
import { engine, insertion } from './postgres-engine.ts'
import { type Sql, sql } from './sql.ts'
import { MIGRATION_TIMEOUT_MS, TRANSACTION_TIMEOUT_MS, takeTurn } from './turn.ts'
import { type Plain, plain } from './values.ts'

/**
 * Composed texts that are prepared. A connection keeps each statement that it prepared until it ends, so texts beyond
 * these are sent unprepared. Literals are as many as the source code has.
 */
const COMPOSED_STATEMENTS = 1_000
/** Transactions at hand or waiting for a connection. */
const WAITING_TRANSACTIONS = 10_000
/** How often a transaction runs that others got in the way of. */
const TRANSACTION_ATTEMPTS = 20
/** They wait for longer after each attempt, by chance, so that they do not meet again. */
const RETRY_DELAY_MS = 10
/** Connections of a pool, and how long one statement may take, unless said otherwise. */
const CONNECTIONS = 10
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const OLDEST_VERSION = 15
/** What connections of ours call themselves, so that they can be told from those of others. */
export const APPLICATION_NAME = 'reelcommons'
/** Keys of the advisory locks: any numbers, as long as they differ and nobody else uses them on our database. */
const CHANGE_LOCK = 1_936_026_701
const MIGRATION_LOCK = 1_936_026_702

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
/** How the driver, the network and a server that starts, stops or is full say that it cannot be reached. */
const UNREACHABLE =
  /^(CONNECT(ION)?_\w+|E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|(08|53|57P)\w+)$/
/** What is under way when the database is closed has this long to end. */
const CLOSE_TIMEOUT_MS = 5_000

export type PostgresOptions = {
  connections?: number
  statementTimeoutMs?: number
  transactionTimeoutMs?: number
}

// Values arrive as texts from `plain` and numbers leave as numbers. Dates are texts in every table of ours.
const types = {
  json: { to: 114, from: [114, 3802], serialize: String, parse: JSON.parse },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
}

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
  const sendTo =
    (tag: () => postgres.ISql): Send =>
    (query) =>
      ask(tag(), query)

  // Under this level reads see no concurrent writes, and a write that would undo one fails and is run again.
  const begin = <Result>(work: (db: Database) => Promise<Result>): Promise<Result> =>
    withinBegin(pool, 'isolation level repeatable read', (tag) =>
      takeTurn(sendTo(tag), transactionTimeoutMs, (send) => work(inTransaction(send))),
    )

  const db: Migratable = {
    ...statements(sendTo(() => pool)),
    engineName: 'postgres',
    // It is the server's to see that nobody waits for another's read.
    get wide() {
      return db
    },
    transaction: retried(begin),
    // The level is the ordinary one, under which what is read after the lock was given is not older than the lock.
    exclusively: <Result>(work: Parameters<Migratable['exclusively']>[0]) =>
      withinBegin(pool, '', async (tag) => {
        await tag().unsafe(`set local statement_timeout = ${MIGRATION_TIMEOUT_MS}`)
        await tag()`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
        const script = async (text: string) => void (await tag().unsafe(text).simple())
        return takeTurn(sendTo(tag), MIGRATION_TIMEOUT_MS, (send) => work(inTransaction(send), script))
      }) as Promise<Result>,
    async lockChanges() {
      throw new Error('The lock of the change log is taken inside a transaction')
    },
    close: () => pool.end({ timeout: CLOSE_TIMEOUT_MS / 1000 }),
  }
  return db
}

function openPool(url: string, options: PostgresOptions & { transactionTimeoutMs: number }) {
  try {
    return postgres(url, {
      max: options.connections ?? CONNECTIONS,
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      // Its errors would show values, and errors are logged.
      debug: false,
      fetch_types: false,
      onnotice() {},
      types,
      connection: {
        application_name: APPLICATION_NAME,
        statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
        // Ours to end are transactions whose work hangs; the server ends those of a process that hangs as a whole.
        idle_in_transaction_session_timeout: options.transactionTimeoutMs * 2,
      },
    })
  } catch (cause) {
    throw new Error('The address of the database cannot be read; a name or password is percent-encoded in it.', {
      cause,
    })
  }
}

/**
 * Runs `work` between `begin` and its end. On a connection that is lost, whatever the driver sends ends the process. So
 * the work gets its tag for each statement anew, and what becomes of it after the loss is kept from the driver.
 */
async function withinBegin<Result>(
  pool: postgres.Sql,
  level: string,
  work: (tag: () => postgres.ISql) => Promise<Result>,
): Promise<Result> {
  let isLost = false
  const ended = pool.begin(level, async (open) => {
    const tag = () => {
      if (isLost) throw new DatabaseUnreachableError('The connection of the transaction was lost')
      return open
    }
    try {
      const result = await work(tag)
      if (!isLost) return result
    } catch (error) {
      if (!isLost && !isLoss(reachable(error))) throw error
    }
    return new Promise<never>(() => {})
  })
  try {
    return (await ended) as Result
  } catch (error) {
    isLost = true
    throw error
  }
}

function retried(begin: Database['transaction']): Database['transaction'] {
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

  return async (work) => {
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
}

type Send = (query: Sql) => Promise<postgres.RowList<postgres.Row[]>>

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
    lockChanges: async () => void (await send(sql`select pg_advisory_xact_lock(${CHANGE_LOCK})`)),
    async close() {
      throw new Error('A transaction cannot close its database')
    },
  }
  return db
}

/** Hands a query to the tag of the driver, which keeps what it knows of a text by the identity of its strings. */
function asker() {
  const composed = new Map<string, TemplateStringsArray>()

  function stringsOf({ strings }: Sql): TemplateStringsArray | undefined {
    if ('raw' in strings) return strings as TemplateStringsArray
    const text = strings.join('$?')
    const known = composed.get(text)
    if (known || composed.size >= COMPOSED_STATEMENTS) return known
    const kept = Object.assign([...strings], { raw: strings })
    composed.set(text, kept)
    return kept
  }

  return async (tag: postgres.ISql, query: Sql) => {
    const strings = stringsOf(query)
    // As texts, all values leave their types to the server: booleans as they are would prepare a statement per type.
    const values = query.values.map((value) => textOrNull(plain(value)))
    try {
      if (strings) return await tag(strings, ...values)
      const text = query.strings.reduce((sum, part, index) => `${sum}$${index}${part}`)
      return await tag.unsafe(text, values, { prepare: false })
    } catch (error) {
      // They repeat whole rows, and with them what must not stand in logs.
      if (error instanceof postgres.PostgresError) Object.assign(error, { detail: undefined, where: undefined })
      throw reachable(error)
    }
  }
}

/** The error, or what it means where the server cannot be reached. */
function reachable(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (!UNREACHABLE.test(String(code))) return error
  // Where a name has several addresses the error about all of them has no message.
  return new DatabaseUnreachableError(`PostgreSQL cannot be reached: ${message || code}`, { cause: error })
}

/** Whether the connection is gone with this error; of those of the server only the fatal ones end it. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof DatabaseUnreachableError)) return false
  const { cause } = error
  return !(cause instanceof postgres.PostgresError) || /^(FATAL|PANIC)$/.test(cause.severity)
}

const isConflict = (error: unknown) =>
  error instanceof postgres.PostgresError && [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(error.code)

const textOrNull = (value: Plain) => (value === null ? null : String(value))

async function checkServer(pool: postgres.Sql) {
  const [found] = await pool`
    select current_setting('server_version_num')::int as version, to_jsonb(pg_database) as database,
           pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`
  const { version, database, encoding } = found as postgres.Row
  if (version < OLDEST_VERSION * 10_000) throw new Error(`PostgreSQL ${OLDEST_VERSION} or newer is needed`)
  if (encoding === 'UTF8' && ordersByCodePoint(database)) return
  throw new Error(
    `The database ${database.datname} must keep text as UTF8 and order it by code point; create it with: ` +
      `createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 ${database.datname}`,
  )
}

/** The server's own locales (provider `b`) all do; of those of the operating system (`c`) the ones named here. */
const ordersByCodePoint = ({ datlocprovider, datcollate }: { datlocprovider: string; datcollate: string }) =>
  datlocprovider === 'b' || (datlocprovider === 'c' && /^(C|POSIX|ucs_basic|C\.utf-?8)$/i.test(datcollate))
