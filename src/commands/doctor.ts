import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { type Command, exitCode, readArguments, UsageError } from './command.ts'

const options = { repair: { type: 'boolean' }, hidden: { type: 'boolean' } } as const

export const doctor: Command = {
  usage: 'images [--repair] [--hidden]',
  summary: 'Compares the pictures that the catalogue names with those that are stored',
  words: [
    ['images', 'finds pictures that are missing, that do not match their name, or that no record uses'],
    ['--repair', 'removes files that are damaged or that no record uses; such pictures can then be added again'],
    ['--hidden', 'also finds pictures of images that people removed; with --repair they are deleted for good'],
  ],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    if (words.length !== 1 || words[0] !== 'images') throw new UsageError('doctor takes exactly one argument: images.')
    const db = await openExistingCatalogue(config)
    const onError = (error: unknown) => io.stderr.write(`${error}\n`)
    const media = openMedia({ db, config, onError, drawings: openDrawings(db) })
    try {
      const { repair: repairs = false, hidden: includesHidden = false } = values
      const remedy = { repairs, includesHidden }
      const { kept, named, elsewhere, findings } = await examine(db, media, new Date(), remedy)
      for (const { fault, name, place } of findings) io.stdout.write(`${fault}: ${name}${place && ` (${place})`}\n`)
      io.stdout.write(
        `${kept} pictures are stored, ${named} are in use, ${elsewhere} paths name no picture of this server\n`,
      )
      const done = repairs ? 'repaired' : 'found; --repair removes what can be removed'
      const faults = findings.length === 1 ? '1 fault was' : `${findings.length} faults were`
      io.stdout.write(findings.length === 0 ? 'No faults were found.\n' : `${faults} ${done}.\n`)
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
