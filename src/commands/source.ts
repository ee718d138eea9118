import { locationOf, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { allSources, findSource, isBuiltInSource } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import { tryLock } from '#src/database/locks.ts'
import { forgetMediaFolder, mediaFolders } from '#src/import/filling/media-folders.ts'
import { measureSource, removeSource } from '#src/import/removal/remove-source.ts'
import { ImportRunningError } from '#src/import/staging.ts'
import { agrees } from './asking.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'
import { count, showProgress } from './progress.ts'

const options = { yes: { type: 'boolean' } } as const

/** Forgets a folder with video files. */
async function forget(config: Config, path: string, io: Io): Promise<number> {
  const db = await openExistingCatalogue(config)
  try {
    if (!(await forgetMediaFolder(db, path, { by: null, now: new Date() }))) {
      const known = (await mediaFolders(db)).map((folder) => folder.path)
      throw new Error(
        `There is no folder ${JSON.stringify(path)} with video files` +
          (known.length > 0 ? `. The catalogue has ${known.join(', ')}.` : ', nor any other.'),
      )
    }
    io.stdout.write(`Forgotten: ${path}\n`)
    return exitCode.done
  } finally {
    await db.close()
  }
}

export const source: Command = {
  usage: ['remove ID [--yes]', 'forget FOLDER'],
  about:
    'Records that only this source had are removed. In all others, its values are removed and those that it had ' +
    'replaced come back. This cannot be undone, so the command says how much there is and asks first. ' +
    'A folder with video files is forgotten without asking: its titles are no longer marked as in this house, and ' +
    'nothing else changes.',
  words: [
    ['ID', 'the source, such as imdb'],
    ['FOLDER', 'the path of a folder that was imported, as the page for imports lists it'],
    ['--yes', 'do not ask'],
  ],
  examples: ['source remove imdb', 'source forget /media/films'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const [action = '', id = '', ...more] = words
    if ((action !== 'remove' && action !== 'forget') || id === '' || more.length > 0)
      throw new UsageError('source takes two arguments: remove and the id of a source, or forget and a folder.')
    if (action === 'forget') return forget(config, id, io)
    if (isBuiltInSource(id)) throw new UsageError(`${id} is a built-in source, which cannot be removed.`)
    const db = await openExistingCatalogue(config)
    try {
      const found = await findSource(db, id)
      if (!found) {
        const known = (await allSources(db)).filter((one) => !isBuiltInSource(one.id)).map((one) => one.id)
        throw new Error(
          `There is no source ${JSON.stringify(id)}` +
            (known.length > 0 ? `. The catalogue has ${known.join(', ')}.` : ', nor any other that can be removed.'),
        )
      }
      const { records, values: others } = await measureSource(db, id)
      io.stderr.write(
        `${found.name}: ${count(records)} records began with this source, and ${count(others)} more values came from ` +
          'it. Records that only it has are removed, together with what people keep of them, such as ratings. All ' +
          'others stay, without its values and with those that it had replaced. The history still shows that ' +
          'something was changed, but not the values. This cannot be undone: importing the same files again brings ' +
          'the records back under new ids.\n',
      )
      const isAgreed = values.yes || (await agrees(io, 'Remove it? [y/n] '))
      if (isAgreed === undefined) throw new UsageError('Nobody can be asked here. Add --yes to remove it.')
      if (!isAgreed) return exitCode.failed
      const lock = await tryLock(locationOf(config), 'import')
      if (!lock)
        throw new ImportRunningError('An import into this catalogue is running. Try again when it has finished.')
      const progress = showProgress(io.stderr, 'records')
      let done = 0
      try {
        const { removed, changed } = await removeSource(db, id, {
          at: new Date(),
          onProgress(more) {
            done += more
            progress.show({ phase: 'writing', done, of: undefined })
          },
        })
        progress.clear()
        io.stdout.write(`${count(removed)} records removed, ${count(changed)} changed.\n`)
      } finally {
        progress.clear()
        await lock.release()
      }
      return exitCode.done
    } finally {
      await db.close()
    }
  },
}
