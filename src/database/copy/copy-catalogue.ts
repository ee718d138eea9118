import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import type { Migratable } from '../migratable.ts'
import { hasFormerNames, lastMigration, migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { formerNames, namesOfToday } from '../schema/former.ts'
import { blockWriters, COPY_TIMEOUT_MS } from './copy-source.ts'
import { type CopiedTable, CopyError, type CopyOptions, copyTables, isUnfinishedCopy } from './copy-tables.ts'

const migrations = join(packageRoot, 'migrations')

/**
 * Why the source does not change meanwhile: writers are blocked, it is read as a snapshot, or it is a file that nobody
 * ever writes to.
 */
/** The migration since which numbers of rows do not come again. */
const NUMBERS_NOTED = 13

type SourceStability = 'held' | 'snapshot' | 'unchanging'

/**
 * Copies a whole catalogue. Afterwards the target has the tables of the source's version, or those that a source of
 * before 0.1.0 will have.
 */
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
    if ((await isUnfinishedCopy(target)) && (await hasFormerNames(target, migrations)))
      throw new CopyError('The target is an unfinished copy of another version. Copy into an empty target.')
    await migrate(target, migrations, last)
    const tables = await describeTables(migrations, last)
    const names = (await hasFormerNames(source, migrations)) ? formerNames : namesOfToday
    const noting = last >= NUMBERS_NOTED ? source.engineName : undefined
    if (stillness === 'unchanging') return await copyTables(source, target, tables, { ...options, names, noting })
    return await source.transaction(async (tx) => {
      const namesThere = tables.map(({ name }) => names.table(name))
      if (stillness === 'held') await blockWriters(tx, source.engineName, namesThere)
      return copyTables(tx, target, tables, { ...options, names, noting })
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
