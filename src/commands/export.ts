import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { locationOf, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import { csvOf } from '#src/import/csv-export.ts'
import { exportedKinds, exportLines } from '#src/import/export.ts'
import type { LineKind } from '#src/import/line.ts'
import { type WritingOptions, type WritingSummary, writeNfoFiles } from '#src/import/nfo-files/write-nfo.ts'
import { openMedia } from '#src/media/media.ts'
import { readFileName } from '#src/media/names.ts'
import { originalSize } from '#src/media/sizes.ts'
import { alternatives, type Command, exitCode, type Io, readArguments, refuseArguments, UsageError } from './command.ts'
import { count } from './progress.ts'

const options = {
  kind: { type: 'string', multiple: true },
  to: { type: 'string' },
  language: { type: 'string' },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const
type Values = ReturnType<typeof readArguments<typeof options>>['values']

export const exportCommand: Command = {
  usage: ['[--kind KIND]…', '--to csv', '--to nfo FOLDER… [--language L] [--force] [--dry-run]'],
  about: 'Lines and tables go to standard output.',
  words: [
    ['--kind KIND', `only records of this kind; repeat it for several: ${exportedKinds.join(', ')}`],
    ['--to csv', 'a table of movies and series'],
    ['--to nfo', 'NFO files and pictures beside the films and episodes in these folders'],
    ['--language L', 'the language of texts in NFO files, such as de-DE; en-US by default'],
    ['--force', 'also replace NFO files and pictures that somebody else has written'],
    ['--dry-run', 'show how many files would be written, and write none'],
  ],
  examples: ['export > catalogue.ndjson', 'export --to csv > catalogue.csv', 'export --to nfo /media/films'],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    if (values.to !== undefined && values.to !== 'nfo' && values.to !== 'csv')
      throw new UsageError(`--to has to be nfo or csv, not ${JSON.stringify(values.to)}.`)
    if (values.to !== undefined && values.kind) throw new UsageError('--kind cannot be used together with --to.')
    if (values.to === 'nfo') return writeBesides(config, words, values, io)
    if (values.language !== undefined || values.force || values['dry-run'])
      throw new UsageError('--language, --force and --dry-run need --to nfo.')
    refuseArguments('export', words)
    const kinds = kindsIn(values)
    const db = await openExistingCatalogue(config)
    try {
      await print(values.to === 'csv' ? csvOf(db) : exportLines(db, kinds), io)
    } finally {
      await db.close()
    }
    return exitCode.done
  },
}

const kindsIn = ({ kind }: Values): LineKind[] | undefined =>
  kind?.map((name) => {
    if (!(exportedKinds as readonly string[]).includes(name))
      throw new UsageError(`--kind has to be ${alternatives(exportedKinds)}, not ${JSON.stringify(name)}.`)
    return name as LineKind
  })

/** A reader that has seen enough, such as head, is no error. */
async function print(texts: AsyncIterable<string>, { stdout }: Io) {
  let end: NodeJS.ErrnoException | undefined
  const noticeEnd = (error: NodeJS.ErrnoException) => {
    end ??= error
  }
  stdout.on('error', noticeEnd)
  for await (const text of texts) {
    if (!end && !stdout.write(text)) await once(stdout, 'drain').catch(noticeEnd)
    if (end) break
  }
  if (end && end.code !== 'EPIPE') throw end
}

async function writeBesides(config: Config, folders: string[], values: Values, io: Io): Promise<number> {
  const { language = '' } = values
  if (folders.length === 0) throw new UsageError('--to nfo needs a folder.')
  if (language !== '' && !/^[a-z]{2}(-[A-Z]{2})?$/.test(language))
    throw new UsageError(`--language has to be a code such as de or de-DE, not ${JSON.stringify(language)}.`)
  for (const folder of folders)
    if (!(await stat(folder).catch(() => undefined))?.isDirectory())
      throw new UsageError(`There is no folder ${folder}.`)
  const db = await openExistingCatalogue(config)
  const media = openMedia({ db, config, onError: (error) => io.stderr.write(`${String(error)}\n`) })
  try {
    const summary = await writeNfoFiles(db, folders, {
      language,
      isForced: values.force ?? false,
      isDryRun: values['dry-run'] ?? false,
      location: locationOf(config),
      async pictureAt(file_path) {
        const named = readFileName(file_path.replace(/^\//, ''))
        const found = named && (await media.picture(named.name, originalSize, named.format))
        return found?.path
      },
      onLeft: (path, reason) => void io.stderr.write(`${leftText(path, reason)}\n`),
    })
    io.stdout.write(summaryText(summary))
    return exitCode.done
  } finally {
    await media.close()
    await db.close()
  }
}

const leftText = (path: string, reason: Parameters<WritingOptions['onLeft']>[1]): string =>
  reason === 'kept'
    ? `${path}: kept, because somebody else has written or changed it; --force replaces it`
    : `${path}: left out, because it cannot be matched to the catalogue with certainty`

const summaryText = ({ films, series, episodes, written, same, kept }: WritingSummary): string =>
  [
    `found: ${count(films)} films, ${count(series)} series, ${count(episodes)} episodes`,
    `files: ${count(written)} written, ${count(same)} unchanged, ${count(kept)} kept`,
    '',
  ].join('\n')
