import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sync } from '#src/files/lasting.ts'
import { DatabaseClosedError } from '../errors.ts'
import type { Migratable } from '../migratable.ts'
import type { Send, Writer } from '../statement.ts'
import { MIGRATION_TIMEOUT_MS, refusedOutside, TRANSACTION_TIMEOUT_MS } from '../transaction-scope.ts'
import { decoder } from '../values.ts'
import { type ConnectionOptions, openConnection, openReading, perform } from './connection.ts'
import { freeBytesOf, keepRoom } from './free-space.ts'
import { openOwnWriter } from './own-writer.ts'
import { openReader } from './reader.ts'
import { openSnapshots } from './snapshots.ts'
import { inTransaction, statements, withWideReads } from './statements.ts'
import { refusalOf } from './unwritable.ts'
import type { Trace } from './writer.ts'
import { openWriting } from './writing.ts'

/** How long a write waits for another process that writes, by default. */
const BUSY_TIMEOUT_MS = 5_000
/** Readers wait, and block their thread, while another process recovers or removes the write-ahead log. */
const READER_BUSY_TIMEOUT_MS = 250

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
  /** What a database in memory holds at first. */
  image?: Uint8Array | undefined
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
  const [isBulk, isInline] = [writes === 'bulk', writes === 'inline' || writes === 'bulk']
  const given = typeof writes === 'object' ? writes : undefined
  const writing = writes === 'thread' ? await openWriting(path, busyTimeoutMs) : undefined
  const reader = writing || given ? openReader(path, { ...reading, timeoutMs }) : undefined
  const snapshots = reader && openSnapshots(path, READER_BUSY_TIMEOUT_MS, transactionTimeoutMs)
  const isOwn = isInline || writes === 'beside'
  const own = isOwn ? openOwn(path, { busyTimeoutMs, syncsCommits: !isBulk, image: options.image }) : undefined
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
    snapshot: (work) => (snapshots && !isClosed ? snapshots.read(work) : db.transaction(work)),
    exclusively: (work) =>
      transaction(
        (turn) => work(inTransaction(turn), async (text) => void (await turn({ verb: 'migrate', text, values: [] }))),
        MIGRATION_TIMEOUT_MS,
      ),
    ...refusedOutside,
    ...(own?.connection.image && { image: own.connection.image }),
    async close() {
      if (isClosed) return
      isClosed = true
      await writer.idle()
      // SQLite has written its log, if there is one, but not synced it.
      if (isBulk && own?.isWritable && existsSync(`${path}-wal`)) await sync(`${path}-wal`)
      for (const opened of new Set([connection, own?.connection])) opened?.close()
      await Promise.all([writing?.close(), reader?.close(), snapshots?.close()])
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
function openOwn(path: string, options: Omit<ConnectionOptions, 'readOnly'>) {
  try {
    const connection = openConnection(path, { ...options, readOnly: false })
    const send: Send = async (statement) => perform(connection, statement)
    return { connection, send, isWritable: true }
  } catch (error) {
    const refusal = refusalOf(path, error)
    if (!refusal || !existsSync(path)) throw refusal ?? error
    const send: Send = () => Promise.reject(refusal)
    return { connection: openReading(path, reading), send, isWritable: false }
  }
}
