import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import type { Database } from '../database.ts'
import type { Migratable } from '../migratable.ts'
import { migrate, migrationState } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { describeTables } from '../schema/describe-tables.ts'
import { formerNames, namesOfToday } from '../schema/former.ts'
import { blockWriters, COPY_TIMEOUT_MS } from './copy-source.ts'
import { type CopiedTable, CopyError, type CopyOptions, copyTables, isUnfinishedCopy } from './copy-tables.ts'

const migrations = join(packageRoot, 'migrations')

/** Which database it is: a copy goes on from a state of another one, and gets a lineage of its own. */
const ofOneDatabase = 'lineage'

/** The migration since which numbers of rows do not come again. */
const NUMBERS_NOTED = 13

/**
 * Why the source does not change meanwhile: writers are blocked, it is read as a snapshot, or it is a file that nobody
 * ever writes to.
 */
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
  const { last, isFormer } = await stateOfSource(source)
  const target = await openDatabase(to, { writes: 'bulk', statementTimeoutMs: COPY_TIMEOUT_MS })
  try {
    const before = await migrationState(target, migrations)
    if (before.last > last)
      throw new CopyError('The target is of a newer version than the source: start this version once with the source.')
    if (before.isFormer && (await isUnfinishedCopy(target)))
      throw new CopyError('The target is an unfinished copy of another version. Copy into an empty target.')
    await migrate(target, migrations, last)
    const tables = (await describeTables(migrations, last)).filter(({ name }) => name !== ofOneDatabase)
    const names = isFormer ? formerNames : namesOfToday
    const noting = last >= NUMBERS_NOTED ? source.engineName : undefined
    const copyAll = (from: Database) => copyTables(from, target, tables, { ...options, names, noting })
    const copied =
      stillness === 'unchanging'
        ? await copyAll(source)
        : await source.transaction(async (tx) => {
            const namesThere = tables.map(({ name }) => names.table(name))
            if (stillness === 'held') await blockWriters(tx, source.engineName, namesThere)
            return copyAll(tx)
          })
    return copied
  } finally {
    await target.close()
  }
}

/** The migrations of a catalogue that is to be copied. */
export async function stateOfSource(source: Migratable): ReturnType<typeof migrationState> {
  const state = await migrationState(source, migrations)
  if (state.last === 0) throw new CopyError('There is no catalogue in the source.')
  if (await isUnfinishedCopy(source)) throw new CopyError('The source is itself an unfinished copy.')
  return state
}
