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
  usage: ['[NAME…] [--folder DIR] [--new-authority] [--forget-authority]'],
  about:
    'It is signed by a private authority, which is made with the first certificate. Install that authority once on ' +
    'each of your devices.',
  words: [
    ['NAME…', 'host names and addresses, such as films.lan or 192.168.1.20; leave them out to renew the certificate'],
    ['--folder DIR', 'where the files are; the folder tls in the data folder by default'],
    ['--new-authority', 'replace the authority; every device has to install the new one'],
    [
      '--forget-authority',
      'delete the key of the authority, so that nobody can sign with it; the next certificate needs a new authority',
    ],
  ],
  examples: ['certificate films.lan 192.168.1.20', 'certificate'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    if (words.length > maxNames) throw new UsageError(`A certificate can have at most ${maxNames} names.`)
    const names = words.map(nameOf)
    const folder = values.folder ?? join(config.data, 'tls')
    const { 'new-authority': isNew = false, 'forget-authority': forgets = false } = values
    const made = await makeIn({ folder, names, now: new Date(), isNew, forgets }).catch((error) => {
      throw error instanceof NamesMissingError ? new UsageError(error.message) : error
    })
    const { files, authority, leaf, isNewAuthority } = made
    const day = (date: Date) => date.toISOString().slice(0, 10)
    io.stdout.write(`${files.certificate} is for ${made.names.map(({ value }) => value).join(', ')}.
It is valid until ${day(leaf.validToDate)}. To renew it, run \`reelcommons certificate\`; the server notices by itself.
Start the server with it:

  reelcommons serve --tls-certificate '${files.certificate}' --tls-key '${files.key}'

`)
    if (isNewAuthority)
      io.stdout.write(`${files.authority} is the authority that signed it.
It is valid until ${day(authority.validToDate)}.
It can sign for these names and their subdomains, and for nothing else.
Its SHA-256 fingerprint is ${authority.fingerprint256}
${forgets ? 'Its key was deleted.' : `Its key is ${files.authorityKey}: keep it to yourself, or delete it.`}

Install the authority on each device:

${Object.values(platforms)
  .map(({ name, steps }) => `  ${name}: ${plain(steps)}`)
  .join('\n')}

What will not work:

${limits.map((sentence) => `  ${sentence}`).join('\n')}

${onlyYours}
`)
    else io.stdout.write('The authority is still the same, so there is nothing to install again.\n')
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
