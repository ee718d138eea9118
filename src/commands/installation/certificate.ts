import { join } from 'node:path'
import { makeIn, NamesMissingError } from '#src/certificates/folder.ts'
import { maxNames, NameError, readName } from '#src/certificates/names.ts'
import { texts } from '#src/texts/index.ts'
import { type Command, exitCode, readArguments, UsageError } from '../command.ts'

const { platforms, limits, onlyYours } = texts.en.connect

const options = {
  folder: { type: 'string' },
  'new-authority': { type: 'boolean' },
  'forget-authority': { type: 'boolean' },
} as const

export const certificate: Command = {
  usage: '[NAME…] [--folder DIR] [--new-authority] [--forget-authority]',
  summary: 'Makes a private authority and a certificate for these names, so that your own devices can use https',
  words: [
    ['NAME…', 'host names and addresses, such as films.lan or 192.168.1.20; none renews the certificate for its names'],
    ['--folder DIR', 'where the files are; the folder tls of the data folder by default'],
    ['--new-authority', 'makes another authority in the place of the one that is there; devices have to install it'],
    [
      '--forget-authority',
      'throws the key of the authority away, so that nobody can sign with it; the next certificate needs another one',
    ],
  ],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    if (words.length > maxNames) throw new UsageError(`A certificate is for at most ${maxNames} names.`)
    const names = words.map(nameOf)
    const folder = values.folder ?? join(config.data, 'tls')
    const { 'new-authority': isNew = false, 'forget-authority': forgets = false } = values
    const made = await makeIn({ folder, names, now: new Date(), isNew, forgets }).catch((error) => {
      throw error instanceof NamesMissingError ? new UsageError(error.message) : error
    })
    const { files, authority, leaf, isNewAuthority } = made
    const day = (date: Date) => date.toISOString().slice(0, 10)
    io.stdout.write(`${files.certificate} is for ${made.names.map(({ value }) => value).join(', ')}.
It is valid until ${day(leaf.validToDate)}. Renew it with \`reelcommons certificate\`; the server reads it by itself.
Serve it:

  reelcommons serve --tls-certificate '${files.certificate}' --tls-key '${files.key}'

`)
    if (isNewAuthority)
      io.stdout.write(`${files.authority} is the authority that has signed it.
It is valid until ${day(authority.validToDate)}.
It can sign for these names and what is below them, and for nothing else.
Its SHA-256 fingerprint is ${authority.fingerprint256}
${forgets ? 'Its key was thrown away.' : `Its key is ${files.authorityKey}: keep it to yourself, or throw it away.`}

Install the authority on each device:

${Object.values(platforms)
  .map(({ name, steps }) => `  ${name}: ${plain(steps)}`)
  .join('\n')}

What will not work:

${limits.map((sentence) => `  ${sentence}`).join('\n')}

${onlyYours}
`)
    else io.stdout.write('The authority is the one from before, so devices that have it need nothing new.\n')
    return exitCode.done
  },
}

const plain = (text: string): string => text.replaceAll(/[*`]/g, '')

function nameOf(word: string) {
  try {
    return readName(word)
  } catch (error) {
    throw error instanceof NameError ? new UsageError(error.message) : error
  }
}
