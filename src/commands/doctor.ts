import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { type Command, exitCode, readArguments, UsageError } from './command.ts'

const options = { repair: { type: 'boolean' }, hidden: { type: 'boolean' } } as const

export const doctor: Command = {
  usage: 'images [--repair] [--hidden]',
  summary: 'Compares the pictures that the catalogue names with those that are kept',
  words: [
    ['images', 'finds pictures that are missing, that are not what their name says, and that nothing names'],
    ['--repair', 'takes away what is no picture or is named by nothing, so that it can be brought again'],
    ['--hidden', 'finds pictures of images that people took away, too; with --repair they are gone for good'],
  ],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    if (words.length !== 1 || words[0] !== 'images') throw new UsageError('doctor needs the word images, and no other.')
    const db = await openExistingCatalogue(config)
    const onError = (error: unknown) => io.stderr.write(`${error}\n`)
    const media = openMedia({ db, config, onError, drawings: openDrawings(db) })
    try {
      const { repair: repairs = false, hidden: includesHidden = false } = values
      const remedy = { repairs, includesHidden }
      const { kept, named, elsewhere, findings } = await examine(db, media, new Date(), remedy)
      for (const { fault, name, place } of findings) io.stdout.write(`${fault}: ${name}${place && ` (${place})`}\n`)
      io.stdout.write(`${kept} pictures are kept, ${named} are named, ${elsewhere} paths lead to none of this server\n`)
      const done = repairs ? 'were repaired' : 'were found; --repair takes away what can go'
      io.stdout.write(findings.length === 0 ? 'All is well.\n' : `${findings.length} faults ${done}.\n`)
      // Missing pictures stay missing.
      const remains = repairs
        ? findings.some(({ fault }) => fault === 'missing' || fault === 'wrong digest')
        : findings.length > 0
      return remains ? exitCode.failed : exitCode.done
    } finally {
      media.close()
      await db.close()
    }
  },
}
