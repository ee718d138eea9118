import { InterruptedError, openInterruption } from '#src/background/interruption.ts'
import { locationOf, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { DatabaseUnreachableError } from '#src/database/errors.ts'
import type { Lock } from '#src/database/locks.ts'
import { buildIndex } from '#src/search/build.ts'
import { tryToBuild } from '#src/search/name-index.ts'
import { manyPostings } from '#src/search/tables/build-options.ts'
import { type Command, exitCode, readArguments, refuseArguments } from './command.ts'
import { showProgress } from './progress.ts'

export const searchIndex: Command = {
  usage: [''],
  async run(argv, io) {
    const { config, words } = readArguments(argv, io, {})
    refuseArguments('search-index', words)
    const db = await openExistingCatalogue(config)
    const interruption = openInterruption()
    const progress = showProgress(io.stderr, 'rows')
    let lock: Lock | undefined
    try {
      lock = await tryToBuild(locationOf(config))
      if (!lock) {
        io.stderr.write('Another process is building the search index. Try again when it has finished.\n')
        return exitCode.failed
      }
      await buildIndex(db, {
        signal: lock.lost,
        postings: manyPostings,
        onProgress(phase, done, of) {
          interruption.check()
          progress.show({ phase, done, of })
        },
      })
      progress.clear()
      if (lock.lost.aborted) throw new DatabaseUnreachableError('The connection to the database was lost')
      io.stdout.write('Search index rebuilt.\n')
      return exitCode.done
    } catch (error) {
      if (!(error instanceof InterruptedError)) throw error
      progress.clear()
      io.stderr.write('Interrupted: the old search index stays in use.\n')
      return interruption.exitCode()
    } finally {
      await lock?.release()
      interruption.close()
      await db.close()
    }
  },
}
