import { keyPath } from '#src/commons/publishing/keys.ts'
import { restoreBackup } from '#src/database/copy/backup.ts'
import { oneFolder, picturesText } from './backup.ts'
import { type Command, exitCode, readArguments } from './command.ts'
import { copySummary } from './copy.ts'
import { showProgress } from './progress.ts'

export const restore: Command = {
  usage: ['FOLDER'],
  about: 'The catalogue goes to --database, or else to --data, where none may exist yet. Pictures go to --data.',
  words: [['FOLDER', 'the folder that `backup` wrote; it stays as it is']],
  examples: ['restore /backups/2026-01-31 --data restored'],
  async run(argv, io) {
    const { config, words } = readArguments(argv, io, {})
    const folder = oneFolder('restore', words)
    process.umask(0o077)
    const progress = showProgress(io.stderr, 'rows')
    const startMs = performance.now()
    try {
      const { description, pictures, tables, files } = await restoreBackup(folder, config, {
        onProgress: progress.show,
        files: [keyPath],
      })
      progress.clear()
      if (tables) io.stdout.write(copySummary(tables, startMs))
      io.stdout.write(`Catalogue restored as it was at ${description.at}, with ${picturesText(pictures)}.\n`)
      if (description.files)
        io.stderr.write(
          files.length > 0
            ? 'The key of the backup signs what is published from now on.\n'
            : 'The key that was here stays; the one of the backup was left alone.\n',
        )
      const missing = description.pictures - pictures
      if (missing <= 0) return exitCode.done
      io.stderr.write(`The backup was made with ${picturesText(missing)} more. Look for them in another one.\n`)
      return exitCode.failed
    } finally {
      progress.clear()
    }
  },
}
