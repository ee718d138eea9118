import { locationOf, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { allSources, findSource, isBuiltInSource } from '#src/catalogue/sources.ts'
import { tryLock } from '#src/database/locks.ts'
import { measureSource, removeSource } from '#src/import/removal/remove-source.ts'
import { ImportRunningError } from '#src/import/staging.ts'
import { agrees } from './agrees.ts'
import { type Command, exitCode, readArguments, UsageError } from './command.ts'
import { count, showProgress } from './progress.ts'

const options = { yes: { type: 'boolean' } } as const

export const source: Command = {
  usage: 'remove ID [--yes]',
  summary: 'Removes all that a source has said, and the records that only it had',
  words: [
    ['ID', 'the source, such as imdb; what it replaced comes back, and what others have said stays'],
    ['--yes', 'removes it without asking'],
  ],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const [action = '', id = '', ...more] = words
    if (action !== 'remove' || id === '' || more.length > 0)
      throw new UsageError('source takes two arguments: remove, and the id of a source.')
    if (isBuiltInSource(id)) throw new UsageError(`${id} is a built-in source, which cannot be removed.`)
    const db = await openExistingCatalogue(config)
    try {
      const found = await findSource(db, id)
      if (!found) {
        const known = (await allSources(db)).filter((one) => !isBuiltInSource(one.id)).map((one) => one.id)
        throw new Error(`There is no source ${JSON.stringify(id)}; there are ${known.join(', ') || 'none'}.`)
      }
      const { records, values: others } = await measureSource(db, id)
      io.stderr.write(
        `${found.name}: ${count(records)} records began with this source, and ${count(others)} more values are from ` +
          'it. Records that only it has go, with what people keep of them. Others stay without what it has said, and ' +
          'get back what it had replaced. The history keeps that something was changed, but not the values. This ' +
          'cannot be undone; another import of the same files brings it back, but records under new ids.\n',
      )
      const isAgreed = values.yes || (await agrees(io, 'Remove it? [y/n] '))
      if (isAgreed === undefined) throw new UsageError('Add --yes to remove it.')
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
        io.stdout.write(`${count(removed)} records were removed, ${count(changed)} were changed and stay.\n`)
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
