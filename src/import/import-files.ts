import { rm } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Interruption } from '#src/background/interruption.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Source } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseUnreachableError } from '#src/database/errors.ts'
import { type Lock, tryLock } from '#src/database/locks.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { noteOwned } from '#src/kept/owned/owned.ts'
import { openMedia } from '#src/media/media.ts'
import { findFiles, readFiles } from './files/read-files.ts'
import { tarFiles } from './files/unpack.ts'
import { type Unpacked, withUnpacked } from './files/with-unpacked.ts'
import type { Format } from './foreign/foreign-record.ts'
import { type ForeignProgress, type ForeignSummary, importForeign } from './foreign/import-foreign.ts'
import type { VideoFate } from './foreign/staged-videos.ts'
import type { TitleListener } from './foreign/title-fates.ts'
import { pathsFor } from './formats/recognise.ts'
import { type ImportSummary, importInputs, type NamedSource } from './import.ts'
import type { Refusal } from './line.ts'
import { withPictures } from './pictures.ts'
import type { Unresolved } from './read-records.ts'
import { ImportRunningError } from './staging.ts'

/** How files are imported, and who hears of it. */
export type FileImport = {
  config: Config
  stdin: NodeJS.ReadableStream
  lock: Lock
  interruption: Interruption
  isStrict: boolean
  isDryRun: boolean
  /** Whether pictures that lines name by URL are downloaded. */
  fetches: boolean
  told: {
    /** How many bytes there are to read, where that is known. */
    of(bytes: number): void
    bytes(more: number): void
    progress(progress: ForeignProgress): void
    refused(refusal: Refusal): void
    unresolved(unresolved: Unresolved): void
    /** Films and series of other formats, and what becomes of them. */
    titles: TitleListener
    video(fate: VideoFate): void
    /** What goes wrong with a picture, and stops nothing. */
    failed(error: unknown): void
  }
}

/** Does work while nobody else imports into the catalogue. */
export async function whileImporting<Result>(config: Config, work: (lock: Lock) => Promise<Result>): Promise<Result> {
  const lock = await tryLock(locationOf(config), 'import')
  if (!lock)
    throw new ImportRunningError('Another import into this catalogue is running. Try again when it has finished.')
  try {
    await makeFolder(config.data)
    return await work(lock)
  } finally {
    await lock.release()
  }
}

const unpackingOf = ({ data }: Config, { race }: Interruption) => ({ folder: join(data, 'import.unpacked'), race })

/** Imports files of catalogue lines, folders of them, and such files in tar files. */
export async function importFiles(
  db: Database,
  paths: readonly string[],
  { source, mapsIds }: { source: NamedSource | undefined; mapsIds: boolean },
  work: FileImport,
): Promise<ImportSummary> {
  const { config, stdin, interruption, told } = work
  const isPacked = async (path: string) => tarFiles.test(path)
  return withUnpacked(paths, { ...unpackingOf(config, interruption), isPacked }, async ({ paths }) => {
    const files = await findFiles(paths, stdin)
    const sizes = files.map(({ bytes }) => bytes)
    if (!sizes.includes(undefined)) told.of((sizes as number[]).reduce((sum, bytes) => sum + bytes, 0))
    const { pictures, options } = importing(db, work)
    return importInputs(db, interruption.until(withPictures(readFiles(files, told.bytes), pictures)), {
      ...options,
      ...(source && { namedSource: source }),
      mapsIds,
      note: noteOf(files.map(({ name }) => name)),
    }).finally(pictures.media.close)
  })
}

/** Does work with files of another format, out of their archives. */
export const withForeignFiles = <Result>(
  paths: readonly string[],
  { config, interruption }: FileImport,
  work: (files: Unpacked) => Promise<Result>,
): Promise<Result> => withUnpacked(paths, unpackingOf(config, interruption), work)

type Reading = {
  format: Format
  source: Source
  language: string | undefined
  columns: string | undefined
  /** What only the name of a file tells of is made, too, but perhaps not what was made so and undone. */
  creates: boolean
  keepsUndone: boolean
}

/** Imports files of another format, for which it is found out first which records they are about. */
export async function importForeignFiles(
  db: Database,
  { paths, nameOf }: Unpacked,
  { format, source, language, columns, creates, keepsUndone }: Reading,
  work: FileImport,
): Promise<ForeignSummary> {
  const { config, stdin, interruption, told } = work
  const { pictures, options } = importing(db, work)
  const scratch = join(config.data, 'import.scratch')
  await rm(scratch, { recursive: true, force: true })
  await makeFolder(scratch)
  const owned = openOwned(paths.filter((path) => nameOf(path) === path))
  try {
    const summary = await importForeign(db, format, await pathsFor(format, paths), {
      ...options,
      source,
      creates,
      keepsUndone,
      note: noteOf(paths.map(nameOf)),
      nameOf,
      onTitles: told.titles,
      index: { location: locationOf(config), signal: interruption.signal },
      foreignStagingPath: join(config.data, 'import.foreign.sqlite'),
      reading: { stdin, scratch, onBytes: told.bytes, language, columns },
      onVideo(fate) {
        owned.add(fate)
        told.video(fate)
      },
      // A film does not go because a picture of it is broken.
      withPictures: (lines) => interruption.until(withPictures(lines, { ...pictures, onRefusedPicture: told.refused })),
    })
    const isWritten = !work.isDryRun && !(work.isStrict && summary.refused > 0)
    if (isWritten) for (const [path, found] of owned.folders) await noteOwned(db, path, found, new Date())
    return summary
  } finally {
    await pictures.media.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

type Found = { movie: Set<number>; episode: Set<number> }

/** The films and episodes of which a video file lies in some folders; what is unpacked is gone afterwards. */
function openOwned(paths: readonly string[]) {
  const folders = new Map(
    paths.map((path): [string, Found] => [resolve(path), { movie: new Set(), episode: new Set() }]),
  )
  return {
    folders,
    add({ file, records }: VideoFate) {
      const path = resolve(file)
      for (const [folder, found] of folders) {
        if (!path.startsWith(`${folder}${sep}`)) continue
        for (const { kind, id } of records) if (kind === 'movie' || kind === 'episode') found[kind].add(id)
      }
    },
  }
}

/** What imports of all formats share. */
function importing(db: Database, { config, lock, interruption, isStrict, isDryRun, fetches, told }: FileImport) {
  // Nobody looks at pictures here.
  const reading = { ...config, imageUploads: Math.max(config.imageUploads, config.imageDecoders) }
  const media = openMedia({ db, config: reading, onError: told.failed })
  return {
    pictures: { media, isTrial: isDryRun, ...(fetches && { fetching: {} }) },
    options: {
      isStrict,
      isDryRun,
      isPrivate: config.private,
      stagingPath: join(config.data, 'import.staging.sqlite'),
      onProgress(progress: ForeignProgress) {
        if (lock.lost.aborted) throw new DatabaseUnreachableError('The connection to the database was lost.')
        told.progress(progress)
        interruption.check()
      },
      onRefused: told.refused,
      onUnresolved: told.unresolved,
    },
  }
}

/** The most file names in a note. */
const maxNamed = 20

/** What the edit of an import says about it. */
function noteOf(files: readonly string[]): string {
  const names = files.slice(0, maxNamed).map((name) => name.slice(name.lastIndexOf('/', name.length - 2) + 1))
  const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : ''
  return `import of ${names.join(', ')}${more}`
}
