import postgres from 'postgres'
import { DatabaseUnreachableError } from '../errors.ts'
import type { Sql } from '../sql.ts'
import { type Plain, plain } from '../values.ts'

/**
 * Composed texts that are prepared. A connection keeps each statement that it prepared until it ends, so texts beyond
 * these are sent unprepared. Literals are as many as the source code has.
 */
const COMPOSED_STATEMENTS = 1_000
/** Connections of a pool, and how long one statement may take, unless said otherwise. */
const CONNECTIONS = 10
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
/** How long an idle connection is silent before the other end is asked whether it is still there. */
const KEEP_ALIVE_MS = 10_000
/** How often it is tried to connect to a server that does not take connections. */
const RECONNECT_MS = 100
/** What is asked on a connection for one purpose is answered in a moment or not at all. */
const SESSION_TIMEOUT_MS = 5_000
const OLDEST_VERSION = 15
/** What connections of ours call themselves, so that they can be told from those of others. */
export const APPLICATION_NAME = 'reelcommons'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
/** How the driver, the network and a server that starts, stops or is full say that it cannot be reached. */
const UNREACHABLE =
  /^(CONNECT(ION)?_\w+|E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|(08|53|57P)\w+)$/

/** Those of them that come before there is a connection. */
const NOT_THERE = /^(CONNECT_TIMEOUT|E(AI_AGAIN|CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT)|57P03)$/

export type PostgresOptions = {
  connections?: number
  statementTimeoutMs?: number
  transactionTimeoutMs?: number
}

export type Pool = postgres.Sql
/** What sends a query: the pool, or a transaction. */
export type Tag = postgres.ISql
export type Rows = postgres.RowList<postgres.Row[]>

// Values arrive as texts from `plain` and numbers leave as numbers. Dates are texts in every table of ours.
const types = {
  json: { to: 114, from: [114, 3802], serialize: String, parse: JSON.parse },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
}

export function openPool(url: string, options: PostgresOptions & { transactionTimeoutMs: number }) {
  try {
    return postgres(url, {
      max: options.connections ?? CONNECTIONS,
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      keep_alive: KEEP_ALIVE_MS / 1000,
      // By itself it waits for ever longer, up to 20 s, and with it what was asked meanwhile.
      backoff: () => RECONNECT_MS / 1000,
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

type SessionOptions = {
  onLoss?(): void
  onNotification?(payload: string): void
  /** The server ends it where nothing is asked for so long; 0 is never. */
  silenceMs?: number
  timeoutMs?: number
}

/**
 * One connection, which is made by the first question and stays the same one until it is lost, which `onLoss` is told.
 * What it is asked takes a moment, and the server notices by itself when the machine at this end is gone.
 */
export function openSession(url: string, options: SessionOptions = {}) {
  const { onLoss, onNotification, silenceMs = 0, timeoutMs = SESSION_TIMEOUT_MS } = options
  const session = postgres(url, {
    ...{ max: 1, max_lifetime: null, connect_timeout: timeoutMs / 1000, backoff: () => RECONNECT_MS / 1000 },
    ...{ debug: false, fetch_types: false, types, onnotice() {}, onclose: () => onLoss?.() },
    // Its types lack what its documents name.
    ...({ onnotify: (_channel: string, payload: string) => onNotification?.(payload) } as object),
    connection: {
      application_name: APPLICATION_NAME,
      ...{ statement_timeout: timeoutMs, idle_session_timeout: silenceMs },
      ...{ tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 },
    },
  })
  return {
    /** The first column of the first row that a statement returns. */
    async ask(text: string): Promise<unknown> {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new DatabaseUnreachableError('PostgreSQL does not answer')), timeoutMs)
      try {
        const rows = await Promise.race([session.unsafe(text), late])
        return Object.values(rows[0] ?? {})[0]
      } catch (error) {
        throw reachable(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => session.end({ timeout: 0 }),
  }
}

/**
 * Runs `work` between `begin` and its end. On a connection that is lost, whatever the driver sends ends the process. So
 * the work gets its tag for each statement anew, and what becomes of it after the loss is kept from the driver.
 */
export async function withinBegin<Result>(
  pool: Pool,
  level: string,
  work: (tag: () => Tag) => Promise<Result>,
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

/** Hands a query to the tag of the driver, which keeps what it knows of a text by the identity of its strings. */
export function asker() {
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

  return async (tag: Tag, query: Sql) => {
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
export function reachable(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (!UNREACHABLE.test(String(code))) return error
  // Where a name has several addresses the error about all of them has no message.
  return new DatabaseUnreachableError(`PostgreSQL cannot be reached: ${message || code}`, { cause: error })
}

/**
 * Lets work through to a server that takes connections. While it takes none, work is refused at once instead of waiting
 * in a queue for its turn to fail; only now and then something tries whether the server is back.
 */
export function whileReachable() {
  let nextTryMs: number | undefined
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (nextTryMs !== undefined) {
      const nowMs = performance.now()
      if (nowMs < nextTryMs) throw new DatabaseUnreachableError('PostgreSQL takes no connections at the moment')
      nextTryMs = nowMs + RECONNECT_MS
    }
    try {
      const result = await work()
      nextTryMs = undefined
      return result
    } catch (error) {
      if (takesNone(error)) nextTryMs ??= performance.now() + RECONNECT_MS
      throw error
    }
  }
}

/** Whether an error says that the server takes no connections. That one was lost says nothing of the others. */
function takesNone(error: unknown): boolean {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
  return error instanceof DatabaseUnreachableError && NOT_THERE.test(String(code))
}

/** Whether the connection is gone with this error; of those of the server only the fatal ones end it. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof DatabaseUnreachableError)) return false
  const { cause } = error
  return !(cause instanceof postgres.PostgresError) || /^(FATAL|PANIC)$/.test(cause.severity)
}

/** Other transactions, or on a replica what it is sent by the primary, got in the way. */
export const isConflict = (error: unknown) =>
  error instanceof postgres.PostgresError && [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(error.code)

const textOrNull = (value: Plain) => (value === null ? null : String(value))

export async function checkServer(pool: Pool) {
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
