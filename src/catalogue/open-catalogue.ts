import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import { isUnfinishedCopy } from '#src/database/copy/copy-tables.ts'
import type { Database } from '#src/database/database.ts'
import { type Migratable, migrate } from '#src/database/migrate.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import type { Writer } from '#src/database/sqlite/writer.ts'
import { packageRoot } from '#src/package-root.ts'
import { prepareCatalogue } from './edits/apply-edit.ts'

/** Where the catalogue is: the address of a database, or a folder. */
export const locationOf = ({ database, data }: Config): string => database || data

type Writes = 'thread' | 'bulk' | 'inline'

/**
 * Opens the catalogue and brings its tables up to date. Servers write on a separate thread, so that no request waits
 * for the disk, and so do imports, which read lines meanwhile; other commands write on their own thread.
 */
export async function openCatalogue(config: Config, writes: Writes): Promise<Migratable> {
  // What we store is private, even in a folder that others can read.
  process.umask(0o077)
  try {
    return await open(config, writes)
  } catch (error) {
    if (config.database !== '') throw error
    const { message } = error as Error
    throw new Error(`The catalogue in ${config.data} cannot be opened: ${message}`, { cause: error })
  }
}

/** Opens a catalogue that another process of the server has prepared, with that process's writer if it has one. */
export function openPrepared(config: Config, writes: Writes | Writer): Promise<Migratable> {
  const { busyTimeoutMs, databaseConnections: connections, handlerTimeoutMs: readTimeoutMs } = config
  return openDatabase(locationOf(config), { writes, busyTimeoutMs, connections, readTimeoutMs })
}

async function open(config: Config, writes: Writes): Promise<Migratable> {
  const db = await openPrepared(config, writes)
  try {
    if (await isUnfinishedCopy(db))
      throw new Error('A copy into this catalogue has not come to its end; run the same `reelcommons copy` once more.')
    await migrate(db, join(packageRoot, 'migrations'))
    await prepareCatalogue(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens a catalogue that has to exist, so that a mistyped folder does not become an empty one. */
export function openExistingCatalogue(config: Config): Promise<Database> {
  if (config.database === '' && !existsSync(join(config.data, catalogueFile)))
    throw new Error(
      `There is no catalogue in ${config.data}; \`reelcommons serve\` or \`reelcommons import\` makes one.`,
    )
  return openCatalogue(config, 'inline')
}
