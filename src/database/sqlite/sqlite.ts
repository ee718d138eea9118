import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { sync } from '#src/files/lasting.ts'
import { DatabaseBusyError, DatabaseClosedError } from '../errors.ts'
import type { Migratable } from '../migratable.ts'
import { remember } from '../remember.ts'
import { Sql } from '../sql.ts'
import type { Send, Statement, Writer } from '../statement.ts'
import type { Cell } from '../table.ts'
import { MIGRATION_TIMEOUT_MS, refusedOutside, TRANSACTION_TIMEOUT_MS } from '../transaction-scope.ts'
import { decoder, plain } from '../values.ts'
import { isBusy, openBeginning } from './begin-transaction.ts'
import { CHECKPOINT_PAGES } from './checkpoints.ts'
import { freeBytesOf, keepRoom } from './free-space.ts'
import { openOwnWriter } from './own-writer.ts'
import { openReader } from './reader.ts'
import { openFor, type Reading } from './reading.ts'
import { shareReads } from './shared-reads.ts'
import { inTransaction, statements, withWideReads } from './statements.ts'
import { refusalOf } from './unwritable.ts'
import { BEGIN, type Trace } from './writer.ts'
import { openWriting } from './writing.ts'

/**
 * How many statements are kept for texts that are composed at run time. The number of literals is limited by the source
 * code.
 */
const COMPOSED_STATEMENTS = 500
/** Longer patterns of `like` are refused: matching takes time in proportion to their length. */
const LIKE_PATTERN_BYTES = 1_000
const CACHE_KIB = 32_768
/** What the write-ahead log shrinks to after a large transaction. */
const JOURNAL_BYTES = 67_108_864
/** If checkpoints are made alongside the writes, a commit makes one itself when they cannot keep up. */
const MOST_LOGGED_PAGES = 4 * CHECKPOINT_PAGES
/** An import changes pages all over the file; if very many are copied together, most of them are next to each other. */
const BULK_CHECKPOINT_PAGES = 256_000
/** How long a write waits for another process that writes, by default. */
const BUSY_TIMEOUT_MS = 5_000
/** Readers wait, and block their thread, while another process recovers or removes the write-ahead log. */
const READER_BUSY_TIMEOUT_MS = 250

type Row = Record<string, unknown>
type Prepared = { statement: StatementSync; rowOf: (values: unknown) => Row }
export type ConnectionOptions = {
  readOnly: boolean
  busyTimeoutMs: number
  /** Whether a commit is on the disk when it ends; true by default. */
  syncsCommits?: boolean
  /** Whether another connection copies the log into the file (`checkpoints.ts`). */
  checkpointsBeside?: boolean
  /** Reads in one turn of the event loop see the same state. Only for connections that never write. */
  sharesReads?: boolean
}
type Connection = ReturnType<typeof openConnection>

/** A synchronous connection. Rows come as SQLite stores them. */
export function openConnection(place: string | URL, options: ConnectionOptions) {
  const { readOnly, busyTimeoutMs, sharesReads = false } = options
  const database = new DatabaseSync(place, {
    readOnly,
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
    limits: { likePatternLength: LIKE_PATTERN_BYTES },
  })
  try {
    database.exec(`pragma trusted_schema = off; pragma cache_size = -${CACHE_KIB}`)
    if (!readOnly) prepareWrites(database, options)
  } catch (error) {
    database.close()
    throw error
  }
  const reads = sharesReads ? shareReads(database) : undefined

  // The names of the columns are fixed here, so a query has to list its columns: `select *` would go wrong after a
  // migration.
  function prepare(text: string): Prepared {
    const statement = database.prepare(text, { returnArrays: true })
    return { statement, rowOf: rowMaker(statement.columns().map(({ name }) => name)) }
  }

  const beginning = openBeginning(database, busyTimeoutMs)
  const literals = new WeakMap<object, Prepared>()
  const composed = remember(COMPOSED_STATEMENTS, prepare)

  function prepared({ strings }: Sql): Prepared {
    const known = literals.get(strings)
    if (known) return known
    const text = strings.join('?')
    const found = Object.isFrozen(strings) ? prepare(text) : composed(text)
    literals.set(strings, found)
    return found
  }

  return {
    get isTransaction() {
      return database.isTransaction
    },
    all(query: Sql): Row[] {
      const { statement, rowOf } = prepared(query)
      reads?.begin()
      return statement.all(...query.values.map(bound)).map(rowOf)
    },
    one(query: Sql): Row | undefined {
      const { statement, rowOf } = prepared(query)
      reads?.begin()
      const values = statement.get(...query.values.map(bound))
      return values && rowOf(values)
    },
    run: (query: Sql): number => Number(prepared(query).statement.run(...query.values.map(bound)).changes),
    /** Runs a statement once for each row. Its columns have types, so numbers need not be bound as integers. */
    each(text: string, rows: readonly Cell[][]): void {
      const { statement } = composed(text)
      for (const row of rows) statement.run(...row)
    },
    /** The next read sees everything that is written by now. */
    endReads: (): void => reads?.end(),
    beginning,
    /** Runs several statements, which take no values. */
    script: (text: string): void => database.exec(text),
    migrate: (text: string): void => migrateTables(database, text),
    close: () => database.close(),
  }
}

/** Runs several statements of a migration, which may change how a table is defined. */
function migrateTables(database: DatabaseSync, text: string) {
  database.enableDefensive(false)
  try {
    database.exec(text)
  } finally {
    database.enableDefensive(true)
  }
}

/** A connection that only reads, on a full or read-only disk, too. */
export const openReading = (path: string, options: Omit<ConnectionOptions, 'readOnly'>): Reading =>
  openFor(path, (place) => openConnection(place, { ...options, readOnly: true }))

function prepareWrites(database: DatabaseSync, { syncsCommits = true, checkpointsBeside = false }: ConnectionOptions) {
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${syncsCommits ? 'full' : 'normal'}`)
  const pagesOfOwn = checkpointsBeside ? MOST_LOGGED_PAGES : CHECKPOINT_PAGES
  const pages = syncsCommits ? pagesOfOwn : BULK_CHECKPOINT_PAGES
  database.exec(`pragma journal_size_limit = ${JOURNAL_BYTES}; pragma wal_autocheckpoint = ${pages}`)
}

/** Whole numbers are bound as integers: as a floating-point number 3 would be written '3.0' and divide differently. */
function bound(value: unknown): string | number | bigint | null {
  const known = plain(value)
  if (typeof known === 'boolean') return known ? 1n : 0n
  return Number.isSafeInteger(known) ? BigInt(known as number) : (known as string | number | null)
}

/**
 * Makes rows from arrays of values with an object literal of the column names. Objects that get more than a dozen
 * properties one by one become hash tables, which are slow to make, copy and read.
 */
function rowMaker(names: readonly string[]): (values: unknown) => Row {
  const properties = names.map((name, place) => `${JSON.stringify(name)}: values[${place}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as (values: unknown) => Row
}

/** Runs one statement of a transaction. */
export function perform(connection: Connection, { verb, text, values, rows = [] }: Statement): unknown {
  try {
    if (text === BEGIN) return connection.beginning.begin()
    // Statements come behind a beginning without waiting for it.
    if (!connection.isTransaction) throw connection.beginning.refusal ?? new Error('SQLite rolled the transaction back')
    if (verb === 'script' || verb === 'migrate') return connection[verb](text)
    return verb === 'each' ? connection.each(text, rows) : connection[verb](new Sql([text], values))
  } catch (error) {
    if (!isBusy(error)) throw error
    throw new DatabaseBusyError('Another process has held the database for too long', { cause: error })
  }
}

export type SqliteOptions = {
  /**
   * `thread`: writes run on a separate thread. `inline`: one connection in the calling thread reads and writes, for the
   * command line and databases in memory. `bulk`: like `inline`, but commits are only certain to be on the disk when
   * the database has been closed. `beside`: one connection writes and another reads, both in the calling thread, for
   * work that nobody waits for beside a server. `none`: nothing is written. A writer: all processes of a server write
   * through the same one.
   */
  writes: 'thread' | 'bulk' | 'beside' | 'inline' | 'none' | Writer
  busyTimeoutMs?: number
  transactionTimeoutMs?: number
  /** How long one wide read may take. */
  readTimeoutMs?: number
  /** Writes are refused while the disk has less room than this; 0 by default. */
  leastFreeBytes?: number
  /** How much room the disk has; tests say it themselves. */
  freeBytes?: () => number
  /** Called for each commit, in order, so that a test can see that writes are synced before they are acknowledged. */
  trace?: Trace
}

const refuse: Send = async () => {
  throw new Error('The database was opened for reading only')
}

const reading = { busyTimeoutMs: READER_BUSY_TIMEOUT_MS, sharesReads: true }

/** Opens the database file at `path`, which is created unless `writes` is `none`. */
export async function openSqlite(path: string, options: SqliteOptions): Promise<Migratable> {
  const {
    writes,
    busyTimeoutMs = BUSY_TIMEOUT_MS,
    transactionTimeoutMs = TRANSACTION_TIMEOUT_MS,
    readTimeoutMs: timeoutMs,
    trace = () => {},
    leastFreeBytes = 0,
    freeBytes = () => freeBytesOf(dirname(path)),
  } = options
  const isBulk = writes === 'bulk'
  const isInline = writes === 'inline' || isBulk
  const given = typeof writes === 'object' ? writes : undefined
  const writing = writes === 'thread' ? await openWriting(path, busyTimeoutMs) : undefined
  const reader = writing || given ? openReader(path, { ...reading, timeoutMs }) : undefined
  const isOwn = isInline || writes === 'beside'
  const own = isOwn ? openOwn(path, { readOnly: false, busyTimeoutMs, syncsCommits: !isBulk }) : undefined
  // Whoever writes has created the file by now, which a connection that only reads cannot do.
  const connection = (isInline && own?.connection) || openReading(path, reading)
  const send = writing?.send ?? own?.send ?? refuse
  const writer = given ?? openOwnWriter(writes, send, writing?.after(trace) ?? trace)
  let isClosed = false
  const needRoom = leastFreeBytes > 0 ? keepRoom(leastFreeBytes, freeBytes) : () => {}

  async function transaction<Result>(work: (send: Send) => Promise<Result>, timeoutMs = transactionTimeoutMs) {
    if (isClosed) throw new DatabaseClosedError('The database was closed')
    needRoom()
    if (writing?.isReady === false) await writing.ready()
    return await writer.transaction(timeoutMs, work).catch(because(path)).finally(connection.endReads)
  }
  const sendAlone: Send = (statement) => transaction((turn) => turn(statement))
  // On the single connection of a command, a read would see the uncommitted writes of a running transaction, so it
  // waits.
  const mustWait = () => isClosed || (isInline && !writer.isIdle)

  const db: Migratable = {
    ...statements(sendAlone),
    get wide() {
      return db
    },
    async all(row, query) {
      if (mustWait()) return statements(sendAlone).all(row, query)
      return connection.all(query).map(decoder(row)) as never
    },
    async one(row, query) {
      if (mustWait()) return statements(sendAlone).one(row, query)
      const found = connection.one(query)
      return (found && decoder(row)(found)) as never
    },
    engineName: 'sqlite',
    writer: { transaction: (timeoutMs, work) => transaction(work, timeoutMs) },
    transaction: (work) => transaction((turn) => work(inTransaction(turn))),
    exclusively: (work) =>
      transaction(
        (turn) => work(inTransaction(turn), async (text) => void (await turn({ verb: 'migrate', text, values: [] }))),
        MIGRATION_TIMEOUT_MS,
      ),
    ...refusedOutside,
    async close() {
      if (isClosed) return
      isClosed = true
      await writer.idle()
      // SQLite has written its log, if there is one, but not synced it.
      if (isBulk && own?.isWritable && existsSync(`${path}-wal`)) await sync(`${path}-wal`)
      for (const opened of new Set([connection, own?.connection])) opened?.close()
      await Promise.all([writing?.close(), reader?.close()])
    },
  }
  return reader ? withWideReads(db, (statement) => (isClosed ? sendAlone : reader.send)(statement), reader.quick) : db
}

/** SQLite does not say why it cannot write. */
const because = (path: string) => (error: unknown) => {
  throw refusalOf(path, error) ?? error
}

/**
 * One connection that reads and writes. Where nothing can be written to a database that is there, it reads, and refuses
 * writes with the reason.
 */
function openOwn(path: string, options: ConnectionOptions) {
  try {
    const connection = openConnection(path, options)
    const send: Send = async (statement) => perform(connection, statement)
    return { connection, send, isWritable: true }
  } catch (error) {
    const refusal = refusalOf(path, error)
    if (!refusal || !existsSync(path)) throw refusal ?? error
    const send: Send = () => Promise.reject(refusal)
    return { connection: openReading(path, reading), send, isWritable: false }
  }
}
