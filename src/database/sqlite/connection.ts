import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { DatabaseBusyError } from '../errors.ts'
import { remember } from '../remember.ts'
import { Sql } from '../sql.ts'
import type { Statement } from '../statement.ts'
import type { Cell } from '../table.ts'
import { plain } from '../values.ts'
import { isBusy, openBeginning } from './begin-transaction.ts'
import { CHECKPOINT_PAGES } from './checkpoints.ts'
import { openFor, type Reading } from './reading.ts'
import { shareReads } from './shared-reads.ts'
import { BEGIN } from './writer.ts'

// Threads load this file, and nothing of what describes shapes.

/**
 * How many statements are kept for texts that are composed at run time. The number of literals is limited by the source
 * code.
 */
const COMPOSED_STATEMENTS = 500
/** Longer patterns of `like` are refused: matching takes time in proportion to their length. */
const LIKE_PATTERN_BYTES = 1_000
const CACHE_KIB = 28_672
/** What the write-ahead log shrinks to after a large transaction. */
const JOURNAL_BYTES = 67_108_864
/** If checkpoints are made alongside the writes, a commit makes one itself when they cannot keep up. */
const MOST_LOGGED_PAGES = 4 * CHECKPOINT_PAGES
/** An import changes pages all over the file; if very many are copied together, most of them are next to each other. */
const BULK_CHECKPOINT_PAGES = 256_000
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
  /** What the database holds at first, as `image` gives it. Only for databases in memory. */
  image?: Uint8Array | undefined
}

/** Whether this Node can read a whole database from bytes; older ones cannot. */
export const readsImages: boolean = 'deserialize' in DatabaseSync.prototype

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
    if (options.image) database.deserialize(options.image)
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
    /** The whole database. */
    image: (): Uint8Array => database.serialize(),
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
