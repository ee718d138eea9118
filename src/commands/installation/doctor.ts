import { oddAddresses, sentenceOf } from '#src/accounts/address-upgrade.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import { examineAll } from '#src/installation/examine.ts'
import { remedyOf, saysOf } from '#src/installation/findings.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { texts } from '#src/texts/index.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from '../command.ts'

const options = { repair: { type: 'boolean' }, hidden: { type: 'boolean' } } as const

export const doctor: Command = {
  usage: ['', 'images [--repair] [--hidden]', 'addresses'],
  about: 'Give it the same settings as the server.',
  words: [
    ['images', 'find pictures that are missing, damaged, or not used by any record'],
    ['addresses', 'find accounts whose e-mail address is invalid or belongs to another account, too'],
    ['--repair', 'remove pictures that are damaged or not used; they can be added again'],
    ['--hidden', 'also find pictures of images that people removed; with --repair, delete them for good'],
  ],
  examples: ['doctor --host 0.0.0.0', 'doctor images --repair'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const [what, ...more] = words
    if (what === undefined) {
      if (values.repair || values.hidden) throw new UsageError('--repair and --hidden need doctor images.')
      return examineInstallation(config, io)
    }
    if (more.length > 0 || (what !== 'images' && what !== 'addresses'))
      throw new UsageError('doctor takes at most one argument: images or addresses.')
    if (what === 'addresses') {
      if (values.repair || values.hidden) throw new UsageError('doctor addresses takes neither --repair nor --hidden.')
      return examineAddresses(config, io)
    }
    const db = await openExistingCatalogue(config)
    const onError = (error: unknown) => io.stderr.write(`${error}\n`)
    const media = openMedia({ db, config, onError, drawings: openDrawings(db) })
    try {
      const { repair: repairs = false, hidden: includesHidden = false } = values
      const remedy = { repairs, includesHidden }
      const { kept, named, elsewhere, findings } = await examine(db, media, new Date(), remedy)
      for (const { fault, name, place } of findings) io.stdout.write(`${fault}: ${name}${place && ` (${place})`}\n`)
      io.stdout.write(
        `${kept} pictures stored, ${named} in use, ${elsewhere} paths that lead to no picture of this server\n`,
      )
      const done = repairs ? 'repaired' : 'found; --repair removes what can be removed'
      const problems = findings.length === 1 ? '1 problem' : `${findings.length} problems`
      io.stdout.write(findings.length === 0 ? 'No problems found.\n' : `${problems} ${done}.\n`)
      // Missing pictures stay missing.
      const remains = repairs
        ? findings.some(({ fault }) => fault === 'missing' || fault === 'damaged')
        : findings.length > 0
      return remains ? exitCode.failed : exitCode.done
    } finally {
      await media.close()
      await db.close()
    }
  },
}

const words = { well: 'ok     ', note: 'note   ', wrong: 'PROBLEM', info: 'info   ' } as const

/** A text as a terminal shows it, where the pages have the names of their places in italics. */
const plain = (text: string): string => text.replace(/\*([^*]+)\*/g, '$1')

/** Checks everything with the settings of the command, which have to be those of the server. */
async function examineInstallation(given: Config, io: Io) {
  const db = await openExistingCatalogue(given)
  try {
    const config = await settingsNow(db, given)
    const findings = await examineAll(db, config, new Date())
    for (const finding of findings) {
      const remedy = finding.state === 'well' ? undefined : remedyOf(texts.en, finding, config)
      io.stdout.write(
        `${words[finding.state]}  ${finding.area.padEnd(11)}  ${plain(saysOf(texts.en, finding, config))}\n`,
      )
      if (remedy !== undefined) io.stdout.write(`${' '.repeat(22)}${plain(remedy)}\n`)
    }
    const count = findings.filter(({ state }) => state === 'wrong').length
    io.stdout.write(count === 0 ? '\nNo problems found.\n' : `\nProblems found: ${count}.\n`)
    return count === 0 ? exitCode.done : exitCode.failed
  } finally {
    await db.close()
  }
}

/** Names accounts whose address has kept a spelling of its own. */
async function examineAddresses(config: Config, io: Io) {
  const db = await openExistingCatalogue(config)
  try {
    const odd = await oddAddresses(db)
    for (const each of odd) io.stdout.write(`${sentenceOf(each)}\n`)
    io.stdout.write(odd.length === 0 ? 'No problems found.\n' : `Accounts with such an address: ${odd.length}.\n`)
    return odd.length === 0 ? exitCode.done : exitCode.failed
  } finally {
    await db.close()
  }
}
