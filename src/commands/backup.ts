import { locationOf, requireCatalogue } from '#src/catalogue/open-catalogue.ts'
import { keyPath } from '#src/commons/publishing/keys.ts'
import type { Config } from '#src/config.ts'
import { makeBackup } from '#src/database/copy/backup.ts'
import type { Database } from '#src/database/database.ts'
import { openDatabase } from '#src/database/open.ts'
import { sizeOfFolder } from '#src/files/folder-size.ts'
import { rememberBackup } from '#src/upkeep/backups.ts'
import { tellOfFailedBackup } from '#src/upkeep/upkeep-job.ts'
import { type Command, exitCode, readArguments, UsageError } from './command.ts'
import { count, showProgress } from './progress.ts'

const options = { 'with-key': { type: 'boolean' } } as const

export const backup: Command = {
  usage: ['FOLDER [--with-key]'],
  about:
    'Takes the catalogue of --database, or else that of --data. Pictures in a bucket are not included. `restore` ' +
    'reads the backup back, into SQLite or PostgreSQL.',
  words: [
    ['FOLDER', 'a new folder, which must not exist yet'],
    ['--with-key', 'include the key with which the catalogue is published: whoever has it can publish in your name'],
  ],
  examples: ['backup /backups/2026-01-31'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const folder = oneFolder('backup', words)
    await requireCatalogue(config)
    process.umask(0o077)
    const progress = showProgress(io.stderr, 'rows')
    try {
      const { description, damaged } = await makeBackup(config, folder, new Date(), {
        onProgress: progress.show,
        files: values['with-key'] ? [keyPath] : [],
      })
      progress.clear()
      await remember(config, folder, description)
      io.report?.({ is: 'task', outcome: { folder } })
      io.stdout.write(`The catalogue and ${picturesText(description.pictures)} are in ${folder}.\n`)
      if (values['with-key'])
        io.stderr.write(
          description.files
            ? 'The key is in it: keep it where nobody else can read it.\n'
            : 'There is no key yet: it is made when the catalogue is published for the first time.\n',
        )
      for (const path of damaged)
        io.stderr.write(`The picture ${path} is damaged, so the backup is without it. Add it again.\n`)
      return damaged.length > 0 ? exitCode.failed : exitCode.done
    } catch (error) {
      // Whoever has started it as a task tells that itself.
      if (!io.report) await tellOfFailure(config, error)
      throw error
    } finally {
      progress.clear()
    }
  },
}

/**
 * Pages show when the last backup was made. The backup itself is as good without that: a catalogue of an older version
 * has no place for it, and one that can only be read stays as it is.
 */
async function remember(config: Config, folder: string, { at, pictures }: { at: string; pictures: number }) {
  const { bytes } = await sizeOfFolder(folder, Number.POSITIVE_INFINITY)
  await ifPossible(config, (db) => rememberBackup(db, { at, folder, pictures, bytes }))
}

/** Tells the webhooks of the server that a backup has failed that somebody has started here. */
const tellOfFailure = (config: Config, error: unknown) =>
  ifPossible(config, (db) =>
    db.transaction((tx) => tellOfFailedBackup(tx, error instanceof Error ? error.message : '', new Date())),
  )

/** Writes something about a backup, where the database has a place for it and lets write. */
async function ifPossible(config: Config, work: (db: Database) => Promise<unknown>) {
  try {
    const db = await openDatabase(locationOf(config), { writes: 'inline', connections: 1 })
    try {
      await work(db)
    } finally {
      await db.close()
    }
  } catch {
    // It is not written.
  }
}

export function oneFolder(command: string, [folder, ...others]: readonly string[]): string {
  if (!folder) throw new UsageError(`${command} needs a folder.`)
  if (others.length > 0) throw new UsageError(`There is one argument too many: ${JSON.stringify(others[0])}.`)
  return folder
}

export const picturesText = (pictures: number): string => (pictures === 1 ? '1 picture' : `${count(pictures)} pictures`)
