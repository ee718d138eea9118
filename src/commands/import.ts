import { rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { locationOf, openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { findSource } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseUnreachableError } from '#src/database/errors.ts'
import { type Lock, tryLock } from '#src/database/locks.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { findFiles, type InputFile, readFiles, standardInput } from '#src/import/files/read-files.ts'
import { tarFiles, unpack } from '#src/import/files/unpack.ts'
import { type Unpacked, withUnpacked } from '#src/import/files/with-unpacked.ts'
import type { FillSummary } from '#src/import/filling/import-process.ts'
import type { Format } from '#src/import/foreign/foreign-record.ts'
import { type ForeignProgress, type ForeignSummary, importForeign } from '#src/import/foreign/import-foreign.ts'
import { formats } from '#src/import/formats/index.ts'
import { pathsFor } from '#src/import/formats/recognise.ts'
import { type ImportSummary, importInputs, type Progress } from '#src/import/import.ts'
import type { Refusal } from '#src/import/line.ts'
import { withPictures } from '#src/import/pictures.ts'
import type { Unresolved } from '#src/import/read-records.ts'
import { ImportRunningError } from '#src/import/staging.ts'
import { openMedia } from '#src/media/media.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'
import {
  formatOf,
  formatOfFiles,
  options,
  refuseOpenly,
  sourceOf,
  takeSampleAway,
  type Values,
} from './import-options.ts'
import {
  interruptedText,
  lostText,
  noteOf,
  refusalText,
  reviewText,
  summaryText,
  unresolvedText,
} from './import-texts.ts'
import { InterruptedError, type Interruption, openInterruption } from './interruption.ts'
import { showProgress } from './progress.ts'

export const importCommand: Command = {
  usage: [
    'PATH…|- [--dry-run] [--strict] [--source ID [--licence L] [--rank N]] [--map-ids] [--fetch]',
    'PATH…|- --from FORMAT [--language L] [--columns C] [--sample remove|keep] [--dry-run] [--strict] …',
  ],
  summary: 'Import catalogue lines or files in another format, with the pictures beside them',
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
    ['--language L', 'the language of texts in files that do not name it, such as de-DE'],
    ['--columns C', 'what the columns of a table hold, such as title=Titel,year=Jahr'],
    ['--sample S', 'remove or keep the sample catalogue; on a terminal you are asked'],
    ['--dry-run', 'check everything and show what would change, but write nothing'],
    ['--strict', 'stop at the first refused line and leave the catalogue as it was'],
    ['--source ID', 'the source of lines that name none'],
    ['--licence L', 'the licence of this source, if it is new'],
    ['--rank N', 'its rank, from 0 to 1000; a source never changes values of a source with a higher rank'],
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
  const { config, values, words } = readArguments(argv, io, options)
  if (words.length === 0) throw new UsageError('import needs a path, or - for standard input.')
  const format = formatOf(values)
  if (format && format !== 'auto') refuseOpenly(format, config)
  // On a shared processor, requests to a server go first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const files = format ? await checkPaths(words) : await filesOf(words, io)
  const startMs = performance.now()
  const db = await openCatalogue(config, 'bulk')
  const interruption = openInterruption()
  let written: Progress | undefined
  let summary: ImportSummary | Foreign | undefined
  try {
    const lock = await tryLock(locationOf(config), 'import')
    if (!lock)
      throw new ImportRunningError('Another import into this catalogue is running. Try again when it has finished.')
    try {
      await makeFolder(config.data)
      const folder = join(config.data, 'import.unpacked')
      const onProgress = ({ phase, done, of }: ForeignProgress) => {
        if (phase === 'writing') written = { phase, done, of }
      }
      const work = { config, values, io, lock, interruption }
      summary = format
        ? await withUnpacked(words, { folder, race: interruption.race }, (found) =>
            runForeign(db, { ...found, format }, work, onProgress),
          )
        : await unpacked(words, files, { folder, io, interruption }, (all) => run(db, all, work, onProgress))
    } catch (error) {
      if (error instanceof DatabaseUnreachableError && !values['dry-run']) io.stderr.write(`${lostText(written)}\n`)
      if (!(error instanceof InterruptedError)) throw error
    } finally {
      await lock.release()
    }
  } finally {
    await db.close()
    interruption.close()
  }
  // Only now is it sure to be on the disk.
  if (!summary) {
    io.stderr.write(`${interruptedText(values['dry-run'] ? undefined : written)}\n`)
    return interruption.exitCode()
  }
  if ('found' in summary) io.report?.({ is: 'summary', summary: toldOf(summary) })
  io.stdout.write(summaryText(summary, values, (performance.now() - startMs) / 1000))
  if (summary.read === 0 && !format) io.stderr.write(`There are no lines in ${words.join(', ')}.\n`)
  return summary.refused > 0 || summary.read === 0 ? exitCode.failed : exitCode.done
}

async function filesOf(paths: string[], io: Io): Promise<InputFile[]> {
  try {
    return await findFiles(paths, io.stdin)
  } catch (error) {
    throw missingPath(error)
  }
}

function missingPath(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? new UsageError(`There is no file or folder ${path}.`) : error
}

/** Other formats open their files themselves. */
async function checkPaths(paths: readonly string[]): Promise<InputFile[]> {
  try {
    for (const path of paths) if (path !== standardInput) await stat(path)
  } catch (error) {
    throw missingPath(error)
  }
  return []
}

/** Passes on the files, with the contents of tar files, which are unpacked to `folder` until `work` is done. */
async function unpacked<Result>(
  words: string[],
  files: InputFile[],
  { folder, io, interruption }: { folder: string; io: Io; interruption: Interruption },
  work: (files: InputFile[]) => Promise<Result>,
): Promise<Result> {
  if (!words.some((word) => tarFiles.test(word))) return work(files)
  // Left over from an import that was killed.
  await rm(folder, { recursive: true, force: true })
  try {
    const paths: string[] = []
    for (const word of words) paths.push(tarFiles.test(word) ? await interruption.race(unpack(word, folder)) : word)
    return await work(await filesOf(paths, io))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How often whoever has started this hears how far it is. */
const REPORT_MS = 200

type Work = { config: Config; values: Values; io: Io; lock: Lock; interruption: Interruption }

/** What imports of all formats share: the progress on the terminal, the pictures, and what is told meanwhile. */
function importing(
  db: Database,
  { config, values, io, lock, interruption }: Work,
  unit: string,
  onProgress: (p: ForeignProgress) => void,
) {
  const progress = showProgress(io.stderr, unit)
  const say = (text: string) => {
    progress.clear()
    io.stderr.write(`${text}\n`)
  }
  // Nobody looks at pictures here.
  const reading = { ...config, imageUploads: Math.max(config.imageUploads, config.imageDecoders) }
  const media = openMedia({ db, config: reading, onError: (error) => say(String(error)) })
  const isDryRun = values['dry-run'] ?? false
  const refused = (refusal: Refusal) => {
    io.report?.({ is: 'refused', ...refusal })
    say(refusalText(refusal))
  }
  let reportedMs = 0
  const report = ({ phase, done, of }: ForeignProgress) => {
    const nowMs = performance.now()
    if (!io.report || nowMs - reportedMs < REPORT_MS) return
    reportedMs = nowMs
    io.report({ is: 'progress', phase, done, of })
  }
  return {
    progress,
    say,
    refused,
    pictures: { media, isTrial: isDryRun, ...(values.fetch && { fetching: {} }) },
    options: {
      isStrict: values.strict ?? false,
      isDryRun,
      isPrivate: config.private,
      stagingPath: join(config.data, 'import.staging.sqlite'),
      onProgress(done: ForeignProgress) {
        if (lock.lost.aborted) throw new DatabaseUnreachableError('The connection to the database was lost.')
        progress.show(done)
        report(done)
        onProgress(done)
        interruption.check()
      },
      onRefused: refused,
      onUnresolved: (unresolved: Unresolved) => say(unresolvedText(unresolved)),
    },
  }
}

async function run(db: Database, files: InputFile[], work: Work, onProgress: (progress: ForeignProgress) => void) {
  const { values, interruption } = work
  const source = await sourceOf(db, values)
  const { progress, pictures, options } = importing(db, work, 'lines', onProgress)
  const sizes = files.map(({ bytes }) => bytes)
  if (!sizes.includes(undefined)) progress.of((sizes as number[]).reduce((sum, bytes) => sum + bytes, 0))
  const lines = withPictures(readFiles(files, progress.bytes), pictures)
  const summary = await importInputs(db, interruption.until(lines), {
    ...options,
    ...(source && { source }),
    mapsIds: values['map-ids'] ?? false,
    note: noteOf(files.map(({ name }) => name)),
  }).finally(pictures.media.close)
  progress.clear()
  return summary
}

const toldOf = ({ refused, created, changed, unchanged, deleted, leftOut, edit_id, format }: Foreign): FillSummary => ({
  ...{ format, refused, created, changed, unchanged, deleted, leftOut, edit_id: edit_id ?? null },
})

type Foreign = ForeignSummary & { format: string }

/** Imports files of another format, for which it is found out first which records they are about. */
async function runForeign(
  db: Database,
  { paths, nameOf, format: named }: Unpacked & { format: Format | 'auto' },
  work: Work,
  onProgress: (progress: ForeignProgress) => void,
): Promise<Foreign> {
  const { config, values, io, interruption } = work
  const format = named === 'auto' ? await formatOfFiles(paths, nameOf) : named
  refuseOpenly(format, config)
  await takeSampleAway(db, values, io)
  const { private_only } = format.source
  const given = (await sourceOf(db, values)) ?? (await findSource(db, format.source.id)) ?? format.source
  const source = private_only ? { ...given, private_only } : given
  const { progress, say, refused, pictures, options } = importing(db, work, 'records', onProgress)
  const scratch = join(config.data, 'import.scratch')
  await rm(scratch, { recursive: true, force: true })
  await makeFolder(scratch)
  try {
    const { language, columns } = values
    const summary = await importForeign(db, format, await pathsFor(format, paths), {
      ...options,
      source,
      note: noteOf(paths.map(nameOf)),
      nameOf,
      index: { location: locationOf(config), signal: interruption.signal },
      foreignStagingPath: join(config.data, 'import.foreign.sqlite'),
      reading: { stdin: io.stdin, scratch, onBytes: progress.bytes, language, columns },
      // A film does not go because a picture of it is broken.
      withPictures: (lines) => interruption.until(withPictures(lines, { ...pictures, onRefusedPicture: refused })),
    })
    progress.clear()
    for (const review of summary.reviews) say(reviewText(review))
    return { ...summary, format: format.name }
  } finally {
    await pictures.media.close()
    await rm(scratch, { recursive: true, force: true })
  }
}
