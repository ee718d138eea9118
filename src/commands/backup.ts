import { requireCatalogue } from '#src/catalogue/open-catalogue.ts'
import { makeBackup } from '#src/database/copy/backup.ts'
import { type Command, exitCode, readArguments, UsageError } from './command.ts'
import { count, showProgress } from './progress.ts'

export const backup: Command = {
  usage: 'FOLDER',
  summary: 'Writes the catalogue, as it is now, and the originals of pictures into a new folder; the server may run',
  words: [
    ['FOLDER', 'a folder that is not there yet; `restore` puts it back, on SQLite or on PostgreSQL'],
    ['', 'The catalogue is that of --database, or of --data. Pictures in a bucket are not written.'],
  ],
  async run(argv, io) {
    const { config, words } = readArguments(argv, io, {})
    const folder = oneFolder('backup', words)
    await requireCatalogue(config)
    process.umask(0o077)
    const progress = showProgress(io.stderr, 'rows')
    try {
      const { pictures } = await makeBackup(config, folder, new Date(), { onProgress: progress.show })
      progress.clear()
      io.stdout.write(`The catalogue and ${picturesText(pictures)} are in ${folder}.\n`)
    } finally {
      progress.clear()
    }
    return exitCode.done
  },
}

export function oneFolder(command: string, [folder, ...others]: readonly string[]): string {
  if (!folder) throw new UsageError(`${command} needs a folder.`)
  if (others.length > 0) throw new UsageError(`${JSON.stringify(others[0])} is a word too many.`)
  return folder
}

export const picturesText = (pictures: number): string => (pictures === 1 ? '1 picture' : `${count(pictures)} pictures`)
