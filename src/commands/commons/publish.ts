import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { fingerprintOf, instanceIdOfKey, publicKeyOf } from '#src/commons/format/signatures.ts'
import { findKey, keyFileIn, makeKey, rotateKey } from '#src/commons/publishing/keys.ts'
import { publicationOf, publishSoon, putPublication } from '#src/commons/publishing/publication.ts'
import { publish as publishCatalogue } from '#src/commons/publishing/publish.ts'
import type { Config } from '#src/config.ts'
import { agrees } from '../asking.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from '../command.ts'
import { count } from '../progress.ts'

const options = { yes: { type: 'boolean' } } as const

export const publish: Command = {
  usage: ['FOLDER', 'rotate-key', 'new-key [--yes]'],
  about:
    'Writes all of the catalogue that may be passed on into a folder, signed, or what changed since the last time, ' +
    'if the folder has it already. Any file host can serve that, and others follow it. A server with --publish does ' +
    'so by itself. Each instance has one key, which is made at its first use.',
  words: [
    ['FOLDER', 'a new folder, or one that this catalogue was published to before'],
    ['rotate-key', 'sign with a new key from now on, which the old one vouches for'],
    ['new-key', 'begin as another instance, because the key is lost: whoever follows this one has to begin anew'],
    ['--yes', 'do not ask'],
  ],
  examples: ['publish /srv/films', 'publish rotate-key'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const [what, ...more] = words
    if (!what || more.length > 0) throw new UsageError('publish takes one argument: a folder, rotate-key or new-key.')
    if (what === 'rotate-key') return rotate(config, io)
    if (what === 'new-key') return beginAnew(config, io, values.yes ?? false)
    const db = await openExistingCatalogue(config)
    try {
      const onError = (error: unknown) => void io.stderr.write(`${String(error)}\n`)
      const given = { db, config, clock: () => new Date(), signal: new AbortController().signal, onError }
      const { manifest, id } = await publishCatalogue({ ...given, folder: what })
      const { whole, packets, position } = manifest
      const lines = (whole?.parts ?? []).reduce((sum, part) => sum + part.lines, 0)
      io.stdout.write(
        [
          `Published up to position ${position}: ${count(lines)} lines in the whole dump, ` +
            `${packets.last === 0 ? 'no packets' : `packets up to ${packets.last}`}.`,
          `Fingerprint: ${fingerprintOf(id)}`,
          '',
        ].join('\n'),
      )
      return exitCode.done
    } finally {
      await db.close()
    }
  },
}

async function rotate(config: Config, io: Io): Promise<number> {
  const db = await openExistingCatalogue(config)
  const { key, id } = await rotateKey(config.data)
    .then(async (rotated) => {
      await publishSoon(db)
      return rotated
    })
    .finally(() => db.close())
  io.stdout.write(
    `The new key is in ${keyFileIn(config.data)} and signs from the next time on. Its own digits are ` +
      `${fingerprintOf(instanceIdOfKey(publicKeyOf(key)))}. The fingerprint of the instance stays the same: ` +
      `${fingerprintOf(id)}\n`,
  )
  return exitCode.done
}

async function beginAnew(config: Config, io: Io, isAgreed: boolean): Promise<number> {
  const db = await openExistingCatalogue(config)
  try {
    const question = 'Whoever follows this catalogue has to begin anew with the new fingerprint. Go on? [y/n] '
    const answer = isAgreed || (await agrees(io, question))
    if (answer === undefined) throw new UsageError('Nobody can be asked here. Add --yes to begin anew.')
    if (!answer) return exitCode.failed
    const { id } = await makeKey(config.data)
    const before = await publicationOf(db)
    if (before) await putPublication(db, { ...before, instance: id, fault: '' })
    io.stdout.write(`Fingerprint: ${fingerprintOf(id)}\n`)
    return (await findKey(config.data)) ? exitCode.done : exitCode.failed
  } finally {
    await db.close()
  }
}
