import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { InterruptedError, openInterruption } from '#src/background/interruption.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { findSource } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseUnreachableError } from '#src/database/errors.ts'
import { standardInput } from '#src/import/files/read-files.ts'
import type { FillSummary } from '#src/import/filling/import-process.ts'
import { importingFirst } from '#src/import/first-import.ts'
import type { Format } from '#src/import/foreign/foreign-record.ts'
import type { ForeignProgress, ForeignSummary } from '#src/import/foreign/import-foreign.ts'
import { formats } from '#src/import/formats/index.ts'
import { type ImportSummary, type Progress, UnknownSourceError } from '#src/import/import.ts'
import {
  type FileImport,
  importFiles,
  importForeignFiles,
  whileImporting,
  withForeignFiles,
} from '#src/import/import-files.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'
import {
  formatOf,
  formatOfFiles,
  namedSourceOf,
  options,
  refuseOpenly,
  sourceOf,
  takeSampleAway,
  type Values,
} from './import-options.ts'
import {
  interruptedText,
  leftOutText,
  lostText,
  refusalText,
  reviewText,
  summaryText,
  unresolvedText,
} from './import-texts.ts'
import { maxTitlesListed, openTitles } from './import-titles.ts'
import { showProgress } from './progress.ts'

export const importCommand: Command = {
  usage: [
    'PATH…|- [--dry-run] [--strict] [--source ID [--licence L] [--rank N]] [--map-ids] [--fetch]',
    'PATH…|- --from FORMAT [--create [--keep-undone]] [--language L] [--columns C] [--sample remove|keep] ' +
      '[--dry-run [--all]] …',
  ],
  words: [
    [
      'PATH…',
      'catalogue lines (.ndjson or .jsonl, also compressed with gzip or zstd), folders of them, or tar files; with ' +
        '--from, files, folders, tar files or ZIP files of the format',
    ],
    ['-', 'standard input'],
    ['--from FORMAT', 'what the files are, if they are not catalogue lines:'],
    ...formats.map(({ name, summary }): [string, string] => [`  ${name}`, summary]),
    ['  auto', 'any of these; the import finds out which'],
    [
      '--create',
      'of folders, also make films and series of which only the names of files are known, if the catalogue has none',
    ],
    ['--keep-undone', 'with --create, do not make again what was made so and undone'],
    ['--language L', 'the language of texts in files that do not name it, such as de-DE'],
    ['--columns C', 'what the columns of a table hold, such as title=Titel,year=Jahr'],
    ['--sample S', 'remove or keep the sample catalogue; on a terminal you are asked'],
    ['--dry-run', 'check everything and show what would change, but write nothing'],
    [
      '--all',
      `with --dry-run and --from, list all films and series that are new or found, not the first ${maxTitlesListed}`,
    ],
    ['--strict', 'stop at the first refused line and leave the catalogue as it was'],
    [
      '--source ID',
      'the source of lines that name none: one that the files declare, one of the catalogue, or a new one',
    ],
    ['--licence L', 'its licence; it needs one here if it is new and the files do not declare it'],
    [
      '--rank N',
      'its rank, from 0 to 1000, which it needs if it is new; a source never changes values of one with a higher rank',
    ],
    ['--map-ids', 'give a record a new id where another source uses its id, instead of refusing the line'],
    ['--fetch', 'download the pictures that lines name by URL, but never from private networks'],
  ],
  examples: [
    'import --from nfo --dry-run /media/films /media/series',
    'import catalogue.ndjson',
    "import --from csv --columns 'title=Filmtitel,year=Baujahr' club.csv",
  ],
  async run(argv, io) {
    try {
      return await runImport(argv, io)
    } catch (error) {
      io.report?.({ is: 'failed', reason: error instanceof Error ? error.name : 'Error' })
      throw error
    }
  },
}

async function runImport(argv: string[], io: Io): Promise<number> {
  const { config: given, values, words } = readArguments(argv, io, options)
  if (words.length === 0) throw new UsageError('import needs a path, or - for standard input.')
  const format = formatOf(values)
  const source = namedSourceOf(values)
  // On a shared processor, requests to a server go first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await checkPaths(words)
  const startMs = performance.now()
  const db = await openCatalogue(given, 'bulk')
  const interruption = openInterruption()
  const isDryRun = values['dry-run'] ?? false
  let written: Progress | undefined
  let summary: ImportSummary | Foreign | undefined
  let titles: ReturnType<typeof openTitles> | undefined
  try {
    const config = await settingsNow(db, given)
    if (format && format !== 'auto') refuseOpenly(format, config)
    summary = await whileImporting(config, async (lock) => {
      const shown = telling(io, format ? 'records' : 'lines', ({ phase, done, of }) => {
        if (phase === 'writing') written = { phase, done, of }
      })
      const { strict: isStrict = false, fetch: fetches = false } = values
      const { all = false } = values
      titles = openTitles(db, io, { lists: isDryRun, all }, shown.clear)
      const told = { ...shown, titles: titles.add }
      const work = { config, stdin: io.stdin, lock, interruption, isStrict, isDryRun, fetches, told }
      try {
        if (format) return await runForeign(db, words, format, { values, io, work })
        const lines = () => importFiles(db, words, { source, mapsIds: values['map-ids'] ?? false }, work)
        return await (isDryRun ? lines() : importingFirst(db, told.indexes, lines))
      } finally {
        told.clear()
      }
    })
  } catch (error) {
    if (error instanceof DatabaseUnreachableError && !isDryRun) io.stderr.write(`${lostText(written)}\n`)
    if (error instanceof UnknownSourceError) throw new UsageError(error.message)
    if (!(error instanceof InterruptedError)) throw error
  } finally {
    await db.close()
    interruption.close()
  }
  // Only now is it sure to be on the disk.
  if (!summary) {
    io.stderr.write(`${interruptedText(isDryRun ? undefined : written)}\n`)
    return interruption.exitCode()
  }
  if ('format' in summary) {
    titles?.end()
    for (const review of summary.reviews) io.stderr.write(`${reviewText(review)}\n`)
    io.report?.({ is: 'summary', summary: { ...toldOf(summary), ...(titles && { titles: titles.counts }) } })
  }
  io.stdout.write(summaryText(summary, values, (performance.now() - startMs) / 1000))
  if (summary.read === 0 && !format) io.stderr.write(`There are no lines in ${words.join(', ')}.\n`)
  return summary.refused > 0 || summary.read === 0 ? exitCode.failed : exitCode.done
}

/** Says at once which path is not there. */
async function checkPaths(paths: readonly string[]) {
  for (const path of paths)
    if (path !== standardInput)
      await stat(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new UsageError(`There is no file or folder ${path}.`) : error
      })
}

/** How often whoever has started this hears how far it is. */
const REPORT_MS = 200

/** Shows on the terminal what happens, and tells it whoever has started this. */
function telling({ stderr, report }: Io, unit: string, onProgress: (progress: ForeignProgress) => void) {
  const shown = showProgress(stderr, unit)
  let reportedMs = 0
  const say = (text: string) => {
    shown.clear()
    stderr.write(`${text}\n`)
  }
  return {
    of: shown.of,
    bytes: shown.bytes,
    clear: shown.clear,
    indexes: (done: number, of: number) => shown.show({ phase: 'building', done, of, unit: 'indexes' }),
    progress(progress: ForeignProgress) {
      const { phase, done, of } = progress
      shown.show(progress)
      onProgress(progress)
      const nowMs = performance.now()
      if (!report || nowMs - reportedMs < REPORT_MS) return
      reportedMs = nowMs
      report({ is: 'progress', phase, done, of })
    },
    refused(refusal) {
      report?.({ is: 'refused', ...refusal })
      say(refusalText(refusal))
    },
    unresolved: (unresolved) => say(unresolvedText(unresolved)),
    video: (fate) => fate.outcome === 'leftOut' && !fate.isNamed && say(leftOutText(fate)),
    failed: (error) => say(String(error)),
  } satisfies Omit<FileImport['told'], 'titles'> & { clear(): void; indexes(done: number, of: number): void }
}

type Foreign = ForeignSummary & { format: string }

const toldOf = ({
  format,
  refused,
  created,
  changed,
  unchanged,
  deleted,
  leftOut,
  ...summary
}: Foreign): FillSummary => ({
  ...{ format, refused, created, changed, unchanged, deleted, leftOut, edit_id: summary.edit_id ?? null },
  ...(summary.videos && { videos: summary.videos }),
})

function runForeign(
  db: Database,
  words: readonly string[],
  named: Format | 'auto',
  { values, io, work }: { values: Values; io: Io; work: FileImport },
): Promise<Foreign> {
  return withForeignFiles(words, work, async (files) => {
    const format = named === 'auto' ? await formatOfFiles(files.paths, files.nameOf) : named
    refuseOpenly(format, work.config)
    await takeSampleAway(db, values, io)
    const { private_only } = format.source
    const given = (await sourceOf(db, values)) ?? (await findSource(db, format.source.id)) ?? format.source
    const source = private_only ? { ...given, private_only } : given
    const { language, columns, create: creates = false, 'keep-undone': keepsUndone = false } = values
    const reading = { format, source, language, columns, creates, keepsUndone }
    const summary = await importForeignFiles(db, files, reading, work)
    return { ...summary, format: format.name }
  })
}
