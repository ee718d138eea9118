import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, describeConfig } from '#src/config.ts'
import { isUnfinishedCopy } from '#src/database/copy/copy-tables.ts'
import type { Database } from '#src/database/database.ts'
import { isUnwritable } from '#src/database/errors.ts'
import { buildIndexes } from '#src/database/indexes-aside.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { hasTable, migrate } from '#src/database/migrate.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { obstacleAt, unreadable } from '#src/database/sqlite/unwritable.ts'
import type { Writer } from '#src/database/statement.ts'
import { FolderError } from '#src/files/make-folder.ts'
import { packageRoot } from '#src/package-root.ts'
import { prepareCatalogue } from './edits/apply-edit.ts'

/** Where the catalogue is: the address of a database, or a folder. */
export const locationOf = ({ database, data }: Config): string => database || data

type Writes = 'thread' | 'bulk' | 'beside' | 'inline'

/** There is no catalogue where one is expected; the message is for the person who named the place. */
class NoCatalogueError extends Error {
  override name = 'NoCatalogueError'
  constructor(config: Config) {
    const place = config.database === '' ? config.data : describeConfig(config).database
    super(
      `There is no catalogue in ${place}. Name the place of yours with --data or --database, or make a new one: ` +
        '`reelcommons serve` and `reelcommons import` do, and `key create` and `account create` with --new.',
    )
  }
}

/**
 * Opens the catalogue and brings its tables up to date; if there is none, a new one is made. One that is up to date can
 * be opened where nothing can be written, and then only be read. Servers write on a separate thread, so that no request
 * waits for the disk, and so do imports, which read lines meanwhile; other commands write on their own thread.
 */
export const openCatalogue = (config: Config, writes: Writes): Promise<Migratable> => open(config, writes, 'new')

/** Opens a catalogue that has to exist, so that a mistyped place does not become an empty one. */
export const openExistingCatalogue = (config: Config): Promise<Database> => open(config, 'inline', 'existing')

/** Refuses a place without a catalogue, and changes nothing there. */
export async function requireCatalogue(config: Config): Promise<void> {
  refuseNoFile(config)
  const db = await openDatabase(locationOf(config), { writes: 'none', connections: 1 })
  try {
    await refuseNoTables(db, config)
  } finally {
    await db.close()
  }
}

function refuseNoFile(config: Config) {
  if (config.database !== '') return
  const file = join(config.data, catalogueFile)
  const obstacle = obstacleAt(file, 'read')
  if (obstacle) throw unreadable(obstacle)
  if (!existsSync(file)) throw new NoCatalogueError(config)
}

async function refuseNoTables(db: Migratable, config: Config) {
  if (!(await hasTable(db, 'migration'))) throw new NoCatalogueError(config)
}

async function open(config: Config, writes: Writes, expected: 'new' | 'existing'): Promise<Migratable> {
  // What we store is private, even in a folder that others can read.
  process.umask(0o077)
  try {
    // Opening would make the file.
    if (expected === 'existing') refuseNoFile(config)
    const db = await openPrepared(config, writes)
    try {
      if (expected === 'existing') await refuseNoTables(db, config)
      await bringUpToDate(db)
      return db
    } catch (error) {
      await db.close()
      throw error
    }
  } catch (error) {
    if (config.database !== '' || error instanceof FolderError || error instanceof NoCatalogueError) throw error
    const { message } = error as Error
    throw new Error(`The catalogue in ${config.data} cannot be opened: ${message}`, { cause: error })
  }
}

/** Opens a catalogue that another process of the server has prepared, with that process's writer if it has one. */
export function openPrepared(config: Config, writes: Writes | Writer): Promise<Migratable> {
  const { busyTimeoutMs, databaseConnections: connections, handlerTimeoutMs: readTimeoutMs } = config
  const { catalogueFreeBytes: leastFreeBytes } = config
  return openDatabase(locationOf(config), { writes, busyTimeoutMs, connections, readTimeoutMs, leastFreeBytes })
}

async function bringUpToDate(db: Migratable) {
  if (await isUnfinishedCopy(db))
    throw new Error('A copy into this catalogue was interrupted; run the same `reelcommons copy` again to complete it.')
  await migrate(db, join(packageRoot, 'migrations')).catch(async (error) => {
    if (!isUnwritable(error)) throw error
    const isThere = await hasTable(db, 'migration')
    const what = isThere ? 'it is of an older version and has to be upgraded first' : 'a new one cannot be made'
    throw new Error(`${what}. ${error.message}`, { cause: error })
  })
  // An import that was killed has left some to do.
  await buildIndexes(db)
  // A catalogue can be read without what this adds.
  await prepareCatalogue(db).catch((error) => {
    if (!isUnwritable(error)) throw error
  })
}
