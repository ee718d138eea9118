import postgres from 'postgres'
import { DatabaseUnreachableError } from '../errors.ts'
import type { Sql } from '../sql.ts'
import { type Plain, plain } from '../values.ts'
import { encryptionOf } from './encryption.ts'

/**
 * How many composed texts are prepared. A connection keeps its prepared statements until it ends, so further texts are
 * sent unprepared. The number of literals is limited by the source code.
 */
const COMPOSED_STATEMENTS = 1_000
/** Default number of connections, and how long one statement may take. */
const CONNECTIONS = 10
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
/** Idle time after which the other end of a connection is probed. */
const KEEP_ALIVE_MS = 10_000
/** How often connecting is tried while a server takes no connections. */
const RECONNECT_MS = 100
/** Statements of a single-purpose connection are answered quickly or not at all. */
const SESSION_TIMEOUT_MS = 5_000
const OLDEST_VERSION = 15
/** The name of our connections, which distinguishes them from those of others. */
export const APPLICATION_NAME = 'reelcommons'

/** How the driver, the network, and a server that starts, stops or is full say that it cannot be reached. */
const UNREACHABLE =
  /^(CONNECT(ION)?_\w+|E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|(08|53|57P)\w+)$/

/** Those of them that mean that there was no connection yet. */
const NOT_THERE = /^(CONNECT_TIMEOUT|E(AI_AGAIN|CONNREFUSED|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT)|57P03)$/

export type PostgresOptions = {
  connections?: number
  statementTimeoutMs?: number
  transactionTimeoutMs?: number
}

type Pool = postgres.Sql
/** What sends a query: the pool, or a transaction. */
export type Tag = postgres.ISql
export type Rows = postgres.RowList<postgres.Row[]>

// Values arrive as texts from `plain`, and numbers are returned as numbers. All our tables store dates as text.
const types = {
  json: { to: 114, from: [114, 3802], serialize: String, parse: JSON.parse },
  boolean: { to: 16, from: [16], serialize: String, parse: (text: string) => text === 't' },
  bigint: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
}

export function openPool(url: string, options: PostgresOptions & { transactionTimeoutMs: number }) {
  try {
    return postgres(url, {
      ...encryptionOf(url),
      max: options.connections ?? CONNECTIONS,
      connect_timeout: CONNECT_TIMEOUT_MS / 1000,
      keep_alive: KEEP_ALIVE_MS / 1000,
      // The driver's default waits longer and longer, up to 20 s, and queued queries wait with it.
      backoff: () => RECONNECT_MS / 1000,
      // Its errors would contain values, and errors are logged.
      debug: false,
      fetch_types: false,
      onnotice() {},
      types,
      connection: {
        application_name: APPLICATION_NAME,
        statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
        // We end transactions whose work hangs; the server ends those of a process that hangs as a whole.
        idle_in_transaction_session_timeout: options.transactionTimeoutMs * 2,
        // PostgreSQL compiles what it thinks dear, which takes longer than it saves. The driver drops falsy settings.
        jit: 'off',
      },
    })
  } catch (cause) {
    throw new Error(
      'The address of the database cannot be read; percent-encode special characters in its name and password.',
      {
        cause,
      },
    )
  }
}

type SessionOptions = {
  onLoss?(): void
  onNotification?(payload: string): void
  /** The server ends a connection that was silent for this long; 0 is never. */
  silenceMs?: number
  timeoutMs?: number
}

/**
 * A single connection, which the first query opens and which stays open until it is lost; then `onLoss` is called. Its
 * statements are short, and the server notices by itself when this machine is gone.
 */
export function openSession(url: string, options: SessionOptions = {}) {
  const { onLoss, onNotification, silenceMs = 0, timeoutMs = SESSION_TIMEOUT_MS } = options
  const session = postgres(url, {
    ...encryptionOf(url),
    max: 1,
    max_lifetime: null,
    connect_timeout: timeoutMs / 1000,
    backoff: () => RECONNECT_MS / 1000,
    debug: false,
    fetch_types: false,
    types,
    onnotice() {},
    onclose: () => onLoss?.(),
    // Documented, but missing in the types.
    ...({ onnotify: (_channel: string, payload: string) => onNotification?.(payload) } as object),
    connection: {
      application_name: APPLICATION_NAME,
      statement_timeout: timeoutMs,
      idle_session_timeout: silenceMs,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
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
 * Runs `work` between `begin` and its end. If a connection is lost, anything that is sent through the driver ends the
 * process. So the work gets a new tag for each statement, and its outcome after a loss is hidden from the driver.
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

/** Sends a query through the driver's tag, which caches statements by the identity of their strings. */
export function asker() {
  const composed = new Map<string, TemplateStringsArray>()

  function stringsOf({ strings }: Sql): TemplateStringsArray | undefined {
    if ('raw' in strings) return strings as TemplateStringsArray
    const text = strings.join('$?')
    const known = composed.get(text)
    if (known || composed.size >= COMPOSED_STATEMENTS) return known
    const remembered = Object.assign([...strings], { raw: strings })
    composed.set(text, remembered)
    return remembered
  }

  return async (tag: Tag, query: Sql) => {
    const strings = stringsOf(query)
    // As texts, all values leave their types to the server; native booleans would prepare one statement per type.
    const values = query.values.map((value) => textOrNull(plain(value)))
    try {
      if (strings) return await tag(strings, ...values)
      const text = query.strings.reduce((sum, part, index) => `${sum}$${index}${part}`)
      return await tag.unsafe(text, values, { prepare: false })
    } catch (error) {
      // They repeat whole rows, which must not be logged.
      if (error instanceof postgres.PostgresError) Object.assign(error, { detail: undefined, where: undefined })
      throw reachable(error)
    }
  }
}

/** The error, or a DatabaseUnreachableError if it means that. */
export function reachable(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  if (!UNREACHABLE.test(String(code))) return error
  // If a name has several addresses, the error for all of them has no message.
  return new DatabaseUnreachableError(`PostgreSQL cannot be reached: ${message || code}`, { cause: error })
}

/**
 * Runs work while the server takes connections. While it does not, work is refused at once instead of waiting in a
 * queue; only from time to time one piece tries whether the server is back.
 */
export function whileReachable() {
  let nextTryMs: number | undefined
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (nextTryMs !== undefined) {
      const nowMs = performance.now()
      if (nowMs < nextTryMs) throw new DatabaseUnreachableError('PostgreSQL accepts no connections at the moment')
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

/** Whether an error means that the server takes no connections. The loss of a single connection does not. */
function takesNone(error: unknown): boolean {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown }
  return error instanceof DatabaseUnreachableError && NOT_THERE.test(String(code))
}

/** Whether the connection is lost with this error; of the server's errors only the fatal ones end it. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof DatabaseUnreachableError)) return false
  const { cause } = error
  return !(cause instanceof postgres.PostgresError) || /^(FATAL|PANIC)$/.test(cause.severity)
}

const textOrNull = (value: Plain) => (value === null ? null : String(value))

export async function checkServer(pool: Pool) {
  const [found] = await pool`
    select current_setting('server_version_num')::int as version, to_jsonb(pg_database) as database,
           pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`
  const { version, database, encoding } = found as postgres.Row
  if (version < OLDEST_VERSION * 10_000) throw new Error(`PostgreSQL ${OLDEST_VERSION} or newer is required`)
  if (encoding === 'UTF8' && ordersByCodePoint(database)) return
  throw new Error(
    `The database ${database.datname} must keep text as UTF8 and order it by code point; create it with: ` +
      `createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 ${database.datname}`,
  )
}

/** The server's own locales (provider `b`) are all fine; of the operating system's (`c`) only the ones named here. */
const ordersByCodePoint = ({ datlocprovider, datcollate }: { datlocprovider: string; datcollate: string }) =>
  datlocprovider === 'b' || (datlocprovider === 'c' && /^(C|POSIX|ucs_basic|C\.utf-?8)$/i.test(datcollate))
