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
 * Opens the catalogue with its tables up to date. A server writes on a thread of its own, so that no request waits for
 * the disk, and an import, so that it reads lines in the meantime; other commands write where they run.
 */
export async function openCatalogue(config: Config, writes: Writes): Promise<Migratable> {
  // Also in a folder that others may look into, what we keep is ours alone.
  process.umask(0o077)
  try {
    return await open(config, writes)
  } catch (error) {
    if (config.database !== '') throw error
    const { message } = error as Error
    throw new Error(`The catalogue in ${config.data} cannot be opened: ${message}`, { cause: error })
  }
}

/** Opens a catalogue that another process of the server has prepared. Where there is one writer, it is given. */
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

/** Opens a catalogue that has to be there already, so that a mistyped folder is not made into an empty one. */
export function openExistingCatalogue(config: Config): Promise<Database> {
  if (config.database === '' && !existsSync(join(config.data, catalogueFile)))
    throw new Error(
      `There is no catalogue in ${config.data}; \`reelcommons serve\` or \`reelcommons import\` makes one.`,
    )
  return openCatalogue(config, 'inline')
}
