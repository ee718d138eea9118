import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { locationOf, openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { allSources, maxImportRank, type Source } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseUnreachableError } from '#src/database/errors.ts'
import { type Lock, tryLock } from '#src/database/locks.ts'
import { makeFolder } from '#src/database/make-folder.ts'
import { type ImportSummary, importInputs, type Progress } from '#src/import/import.ts'
import type { Refusal } from '#src/import/line.ts'
import { withPictures } from '#src/import/pictures.ts'
import { findFiles, type InputFile, readFiles } from '#src/import/read-files.ts'
import type { Unresolved } from '#src/import/read-records.ts'
import { ImportRunningError } from '#src/import/staging.ts'
import { tarFiles, unpackTar } from '#src/import/tar.ts'
import { openMedia } from '#src/media/media.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'
import { InterruptedError, type Interruption, openInterruption } from './interruption.ts'
import { count, showProgress } from './progress.ts'

const options = {
  'dry-run': { type: 'boolean' },
  strict: { type: 'boolean' },
  'map-ids': { type: 'boolean' },
  source: { type: 'string' },
  licence: { type: 'string' },
  rank: { type: 'string' },
  fetch: { type: 'boolean' },
} as const

type Values = ReturnType<typeof readArguments<typeof options>>['values']

export const importCommand: Command = {
  usage: 'PATH…|- [--dry-run] [--strict] [--source ID --licence L --rank N] [--map-ids] [--fetch]',
  summary: 'Imports catalogue lines, and the pictures next to them, from files, folders or standard input',
  words: [
    ['PATH…', 'files of lines (.ndjson or .jsonl, also compressed with gzip or zstd), folders of them, and tar files'],
    ['-', 'standard input'],
    ['--dry-run', 'checks everything and says what would change, but writes nothing'],
    ['--strict', 'stops at the first refused line and leaves the catalogue as it was'],
    ['--source ID', 'the source of lines that name none'],
    ['--licence L', 'the licence of this source, if it is new'],
    ['--rank N', 'its rank, from 0 to 1000; a source never changes values from a source with a higher rank'],
    ['--map-ids', 'gives a record a new id where another source uses its id, instead of refusing the line'],
    ['--fetch', 'downloads pictures that lines name by a URL, but never from private networks'],
  ],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    if (words.length === 0) throw new UsageError('import needs a path, or - for standard input.')
    // On a shared processor, requests to a server go first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
    const files = await filesOf(words, io)
    const startMs = performance.now()
    const db = await openCatalogue(config, 'bulk')
    const interruption = openInterruption()
    let written: Progress | undefined
    let summary: ImportSummary | undefined
    try {
      const lock = await tryLock(locationOf(config), 'import')
      if (!lock)
        throw new ImportRunningError('Another import into this catalogue is running. Try again when it has finished.')
      try {
        await makeFolder(config.data)
        const folder = join(config.data, 'import.unpacked')
        summary = await unpacked(words, files, { folder, io, interruption }, (all) =>
          run(db, all, { config, values, io, lock, interruption }, (progress) => {
            if (progress.phase === 'writing') written = progress
          }),
        )
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
    io.stdout.write(summaryText(summary, values, (performance.now() - startMs) / 1000))
    if (summary.read === 0) io.stderr.write(`There are no lines in ${words.join(', ')}.\n`)
    return summary.refused > 0 || summary.read === 0 ? exitCode.failed : exitCode.done
  },
}

async function filesOf(paths: string[], io: Io): Promise<InputFile[]> {
  try {
    return await findFiles(paths, io.stdin)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UsageError(`There is no file or folder ${path}.`)
    throw error
  }
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
    for (const word of words) paths.push(tarFiles.test(word) ? await interruption.race(unpackTar(word, folder)) : word)
    return await work(await filesOf(paths, io))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Work = { config: Config; values: Values; io: Io; lock: Lock; interruption: Interruption }

async function run(
  db: Database,
  files: InputFile[],
  { config, values, io, lock, interruption }: Work,
  onProgress: (progress: Progress) => void,
) {
  const source = await sourceOf(db, values)
  const sizes = files.map(({ bytes }) => bytes)
  const total = sizes.includes(undefined) ? undefined : (sizes as number[]).reduce((sum, bytes) => sum + bytes, 0)
  const progress = showProgress(io.stderr, 'lines', total)
  const say = (text: string) => {
    progress.clear()
    io.stderr.write(`${text}\n`)
  }
  // Nobody looks at pictures here.
  const reading = { ...config, imageUploads: Math.max(config.imageUploads, config.imageDecoders) }
  const media = openMedia({ db, config: reading, onError: (error) => say(String(error)) })
  const isTrial = values['dry-run'] ?? false
  const lines = withPictures(readFiles(files, progress.bytes), {
    media,
    isTrial,
    ...(values.fetch && { fetching: {} }),
  })
  const summary = await importInputs(db, interruption.until(lines), {
    ...(source && { source }),
    mapsIds: values['map-ids'] ?? false,
    isStrict: values.strict ?? false,
    isDryRun: isTrial,
    stagingPath: join(config.data, 'import.staging.sqlite'),
    note: noteOf(files),
    onProgress(done) {
      if (lock.lost.aborted)
        throw new DatabaseUnreachableError('The connection that holds the lock of this import was lost.')
      progress.show(done)
      onProgress(done)
      interruption.check()
    },
    onRefused: (refusal) => say(refusalText(refusal)),
    onUnresolved: (unresolved) => say(unresolvedText(unresolved)),
  }).finally(media.close)
  progress.clear()
  return summary
}

/** The source of the lines that name none. */
async function sourceOf(db: Database, { source: id, licence, rank }: Values): Promise<Source | undefined> {
  if (id === undefined) {
    if (licence !== undefined || rank !== undefined) throw new UsageError('--licence and --rank need --source.')
    return undefined
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id))
    throw new UsageError(
      '--source has to be at most 100 letters, digits, dots, hyphens and underscores, beginning with a letter or a ' +
        `digit, not ${JSON.stringify(id)}.`,
    )
  const known = (await allSources(db)).find((source) => source.id === id)
  if (known && licence === undefined && rank === undefined) return known
  const number = rank === undefined ? known?.rank : /^\d{1,4}$/.test(rank) ? Number(rank) : Number.NaN
  const given = { licence: licence ?? known?.licence, rank: number }
  if (!given.licence || given.rank === undefined) {
    throw new UsageError(`${id} is a new source, so it needs --licence and --rank.`)
  }
  if (!(given.rank <= maxImportRank))
    throw new UsageError(`--rank has to be a whole number from 0 to ${maxImportRank}, not ${JSON.stringify(rank)}.`)
  const { name = id, url = '', redistributable = false } = known ?? {}
  return { id, name, licence: given.licence, url, rank: given.rank, redistributable }
}

/** The most file names in a note. */
const maxNamed = 20

function noteOf(files: readonly InputFile[]): string {
  const names = files.slice(0, maxNamed).map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
  const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : ''
  return `import of ${names.join(', ')}${more}`
}

const refusalText = ({ file, line, field, reason }: Refusal) =>
  line === 0
    ? `${file}: refused: it ${reason}`
    : `${file}:${line}: refused: ${field === '' ? 'the line' : field} ${reason}`

const unresolvedText = ({ file, line, field, target, id }: Unresolved) =>
  `${file}:${line}: left out: ${field} refers to the ${target} ${id}, which does not exist`

/** What was written last may have arrived without an answer. */
const lostText = (written: Progress | undefined): string =>
  written
    ? `Stopped: at least ${count(written.done)} of ${count(written.of ?? 0)} lines were written and stay in the ` +
      'catalogue. Run the same import again to complete it.'
    : 'Stopped: at most the first lines were written. Run the same import again to complete it.'

function interruptedText(written: Progress | undefined): string {
  if (!written) return 'Interrupted: nothing was written. Run the same import again.'
  const { done, of = 0 } = written
  const missing = done < of ? '' : ', but some references between records are missing'
  return (
    `Interrupted: ${count(done)} of ${count(of)} lines were written and stay in the catalogue${missing}. ` +
    'Run the same import again to complete it.'
  )
}

function summaryText(summary: ImportSummary, values: Values, seconds: number): string {
  const { read, refused, deleted, created, changed, unchanged, unresolved } = summary
  const named = (fields: Record<string, number>) =>
    Object.entries(fields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, times]) => `${name} (${count(times)})`)
      .join(', ') || 'none'
  const isStopped = refused > 0 && values.strict
  return [
    ...(isStopped ? ['Stopped at the first refused line; nothing was written.'] : []),
    ...(values['dry-run'] ? ['This was a dry run; nothing was written.'] : []),
    `read ${count(read)} lines in ${seconds.toFixed(1)} s`,
    `records: ${count(created)} created, ${count(changed)} changed, ${count(unchanged)} unchanged`,
    `lines refused: ${count(refused)}`,
    ...(deleted > 0 ? [`lines about records that were deleted here: ${count(deleted)}`] : []),
    `references left out: ${count(unresolved)}`,
    `unknown fields: ${named(summary.ignored)}`,
    `computed fields: ${named(summary.computed)}`,
    '',
  ].join('\n')
}
