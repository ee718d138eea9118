import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { lastMigration, type Migratable, migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { blockWriters, COPY_TIMEOUT_MS } from './copy-source.ts'
import { type CopiedTable, CopyError, type CopyOptions, copyTables, isUnfinishedCopy } from './copy-tables.ts'
import { describeTables } from './describe-tables.ts'

const migrations = join(packageRoot, 'migrations')

/**
 * Why the source does not change meanwhile: writers are blocked, it is read as a snapshot, or it is a file that nobody
 * ever writes to.
 */
type SourceStability = 'held' | 'snapshot' | 'unchanging'

/** Copies a whole catalogue. Afterwards the target has the tables of the source's version. */
export async function copyCatalogue(
  source: Migratable,
  to: string,
  stillness: SourceStability,
  options: CopyOptions = {},
): Promise<CopiedTable[]> {
  const last = await lastMigrationOf(source)
  const target = await openDatabase(to, { writes: 'bulk', statementTimeoutMs: COPY_TIMEOUT_MS })
  try {
    if ((await lastMigration(target, migrations)) > last)
      throw new CopyError('The target is of a newer version than the source: start this version once with the source.')
    await migrate(target, migrations, last)
    const tables = await describeTables(migrations, last)
    if (stillness === 'unchanging') return await copyTables(source, target, tables, options)
    return await source.transaction(async (tx) => {
      if (stillness === 'held') await blockWriters(tx, source.engineName, tables)
      return copyTables(tx, target, tables, options)
    })
  } finally {
    await target.close()
  }
}

/** The last migration of a catalogue that is to be copied. */
export async function lastMigrationOf(source: Migratable): Promise<number> {
  const last = await lastMigration(source, migrations)
  if (last === 0) throw new CopyError('There is no catalogue in the source.')
  if (await isUnfinishedCopy(source)) throw new CopyError('The source is itself an unfinished copy.')
  return last
}
