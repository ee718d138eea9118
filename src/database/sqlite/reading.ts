import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Sql, sql } from '../sql.ts'
import { isAboutFiles } from './unwritable.ts'

type Row = Record<string, unknown>
/** What reads need of a connection. */
export type Reading = {
  all(query: Sql): Row[]
  one(query: Sql): Row | undefined
  run(query: Sql): number
  endReads(): void
  close(): void
  /** The whole database as bytes. */
  image?(): Uint8Array
}

/** What a connection for reading runs besides reads: the state that it sees stays the same in between. */
export const BEGIN_SNAPSHOT = 'begin'
export const END_SNAPSHOT = 'commit'

const looked = sql`pragma schema_version`

const hasLog = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0

/** The file as it is, without a log: SQLite makes no other file, and takes no lock. */
function unchanging(path: string): URL {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  return address
}

/**
 * A connection for reading. SQLite needs a file for the index of its log, which it cannot make on a full or read-only
 * disk. As long as there is no log, the database is its file alone, and is read without one; as soon as somebody
 * writes, it is read as usual.
 */
export function openFor(path: string, open: (place: string | URL) => Reading): Reading {
  let isAlone = false
  let connection = connect()

  function connect(): Reading {
    let usual: Reading | undefined
    try {
      usual = open(path)
      usual.one(looked)
      usual.endReads()
      return usual
    } catch (error) {
      const isCause = isAboutFiles(error) && existsSync(path) && !hasLog(path)
      if (usual && !isCause) return usual
      usual?.close()
      if (!isCause) throw error
      isAlone = true
      return open(unchanging(path))
    }
  }

  function current(): Reading {
    if (!isAlone || !hasLog(path)) return connection
    isAlone = false
    connection.close()
    connection = connect()
    return connection
  }

  return {
    all: (query) => current().all(query),
    one: (query) => current().one(query),
    run: (query) => current().run(query),
    endReads: () => connection.endReads(),
    close: () => connection.close(),
  }
}
