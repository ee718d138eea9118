import { resolve } from 'node:path'
import { copyCatalogue } from '#src/database/copy/copy-catalogue.ts'
import { openUnused } from '#src/database/copy/copy-source.ts'
import type { CopiedTable } from '#src/database/copy/copy-tables.ts'
import { isUrl } from '#src/database/open.ts'
import { type Command, exitCode, readArguments, refuseArguments, UsageError } from './command.ts'
import { count, showProgress } from './progress.ts'
import { tableOf } from './table.ts'

const options = { from: { type: 'string' }, to: { type: 'string' } } as const

export const copy: Command = {
  usage: ['--from DIR|URL --to DIR|URL'],
  about:
    'Stop the server first. An interrupted copy continues when you run it again. Put the password of a database into ' +
    'the variable PGPASSWORD: everyone on the machine can read command lines.',
  words: [
    ['--from', 'the data folder, or postgres://name@host/database; it stays as it is'],
    ['--to', 'an empty folder or database, or the target of an interrupted copy of the same source'],
  ],
  examples: ['copy --from data --to postgres://reelcommons@db.lan/reelcommons'],
  async run(argv, io) {
    const { values, words } = readArguments(argv, io, options)
    refuseArguments('copy', words)
    const { from, to } = values
    if (!from || !to) throw new UsageError('copy needs --from and --to.')
    if (from === to || (!isUrl(from) && !isUrl(to) && resolve(from) === resolve(to)))
      throw new UsageError('--from and --to are the same place.')
    // What we store is private, even in a folder that others can read.
    process.umask(0o077)
    const progress = showProgress(io.stderr, 'rows')
    const startMs = performance.now()
    const source = await openUnused(from)
    try {
      const tables = await copyCatalogue(source, to, 'held', { onProgress: progress.show })
      progress.clear()
      io.stdout.write(copySummary(tables, startMs))
      io.stdout.write('Pictures and mails are still in the old data folder: only the catalogue was copied.\n')
    } finally {
      progress.clear()
      await source.close()
    }
    return exitCode.done
  },
}

/** How many rows were copied, table by table. */
export function copySummary(tables: readonly CopiedTable[], startMs: number): string {
  const seconds = (performance.now() - startMs) / 1000
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = tables.map((table) => [table.name, count(table.rows), table.digest.slice(0, 16)])
  const rate = count(Math.round(rows / Math.max(seconds, 0.001)))
  return [
    tableOf([['table', 'rows', 'digest'], ...lines]),
    `${count(rows)} rows in ${seconds.toFixed(1)} s (${rate} a second), the same on both sides.\n`,
  ].join('')
}
