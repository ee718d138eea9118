import { join, resolve } from 'node:path'
import { type CopiedTable, CopyError, type CopyOptions, copyTables, isUnfinishedCopy } from '#src/database/copy.ts'
import { COPY_TIMEOUT_MS, holdWriters, openUnused } from '#src/database/copy-source.ts'
import { lastMigration, type Migratable, migrate } from '#src/database/migrate.ts'
import { isUrl, openDatabase } from '#src/database/open.ts'
import { describeTables } from '#src/database/tables.ts'
import { packageRoot } from '#src/package-root.ts'
import { count, showProgress } from '#src/progress.ts'
import { type Command, exitCode, readWords, refuseWords, UsageError } from './command.ts'
import { tableOf } from './table.ts'

const options = { from: { type: 'string' }, to: { type: 'string' } } as const

export const copy: Command = {
  usage: '--from DIR|URL --to DIR|URL',
  summary: 'Copies the whole catalogue into another folder or database, SQLite or PostgreSQL, and compares the two',
  words: [
    ['--from', 'the data folder, or postgres://name@host/database, that nobody writes to meanwhile; it stays as it is'],
    ['--to', 'an empty folder or database, or one that an interrupted copy of the same source left'],
    ['', 'The password of a database may stand in the variable PGPASSWORD, which others on the machine cannot read.'],
  ],
  async run(argv, io) {
    const { values, words } = readWords(argv, io, options)
    refuseWords('copy', words)
    const { from, to } = values
    if (!from || !to) throw new UsageError('copy needs --from and --to.')
    if (from === to || (!isUrl(from) && !isUrl(to) && resolve(from) === resolve(to)))
      throw new UsageError('--from and --to are the same place.')
    // What it keeps is private, also in a folder that others may look into.
    process.umask(0o077)
    const progress = showProgress(io.stderr, 'rows')
    const startMs = performance.now()
    try {
      const tables = await copyCatalogue(from, to, { onProgress: progress.show })
      progress.clear()
      io.stdout.write(summaryText(tables, (performance.now() - startMs) / 1000))
    } finally {
      progress.clear()
    }
    return exitCode.done
  },
}

const folder = join(packageRoot, 'migrations')

/** Copies a catalogue that nobody else has open. The target has the tables of the source's version afterwards. */
async function copyCatalogue(from: string, to: string, options: CopyOptions): Promise<CopiedTable[]> {
  const source = await openUnused(from)
  try {
    const last = await lastMigration(source, folder)
    if (last === 0) throw new CopyError('There is no catalogue in the source.')
    if (await isUnfinishedCopy(source)) throw new CopyError('The source is itself a copy that has not come to its end.')
    const target = await openDatabase(to, { writes: 'bulk', statementTimeoutMs: COPY_TIMEOUT_MS })
    try {
      await bringTo(target, last)
      const tables = await describeTables(folder, last)
      return await source.transaction(async (tx) => {
        await holdWriters(
          tx,
          source.engineName,
          tables.map(({ name }) => name),
        )
        return copyTables(tx, target, tables, options)
      })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Makes the tables of the target those of the source. */
async function bringTo(target: Migratable, last: number) {
  if ((await lastMigration(target, folder)) > last)
    throw new CopyError('The target is of a newer version than the source: start this version on the source once.')
  await migrate(target, folder, last)
}

function summaryText(tables: readonly CopiedTable[], seconds: number): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = tables.map((table) => [table.name, count(table.rows), table.digest.slice(0, 16)])
  const rate = count(Math.round(rows / Math.max(seconds, 0.001)))
  return [
    tableOf([['table', 'rows', 'digest'], ...lines]),
    `${count(rows)} rows in ${seconds.toFixed(1)} s (${rate} a second), alike on both sides.\n`,
    'Files of a data folder are not copied: pictures and mails stay where they are.\n',
  ].join('')
}
