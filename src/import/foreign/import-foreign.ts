import type { Source } from '#src/catalogue/sources.ts'
import { findSource, putSources } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { type UpdateOptions, updateNameIndex } from '#src/search/name-index.ts'
import { type ImportOptions, type ImportSummary, type InputLine, importInputs, type Progress } from '../import.ts'
import { foreignLines } from './foreign-lines.ts'
import type { Format, FormatOptions } from './foreign-record.ts'
import { type ForeignStaging, openForeignStaging } from './foreign-staging.ts'
import { type Identified, identify } from './identify.ts'
import { namesSource } from './names-source.ts'
import { openNumbers } from './numbers.ts'
import type { Review } from './reviews.ts'
import { countVideos, type VideoCounts, type VideoFate } from './staged-videos.ts'
import type { TitleListener } from './title-fates.ts'

/** Records are read, it is found out which ones they are, what they say is checked, and then written. */
export type ForeignProgress = {
  phase: Progress['phase'] | 'matching' | 'checking'
  done: number
  of: number | undefined
}

type ForeignOptions = Omit<ImportOptions, 'mapsIds' | 'isIdentified' | 'source' | 'onProgress'> & {
  source: Source
  /** What the search index shares with others, and what ends the import while it is brought up to date. */
  index?: UpdateOptions
  /** The file in which records wait until it is known which ones they are; small imports need none. */
  foreignStagingPath?: string
  reading: FormatOptions
  /** Films and series of which only the names of files are known are made if the catalogue has none of that name. */
  creates?: boolean
  /** But not those that were made so and undone. */
  keepsUndone?: boolean
  /** What people call a file, if that is not its path. */
  nameOf?(file: string): string
  /** Stores the pictures that lines name. */
  withPictures?(lines: AsyncIterable<readonly InputLine[]>): AsyncIterable<readonly InputLine[]>
  onProgress?(progress: ForeignProgress): void
  onTitles?: TitleListener
  /** Called with each video file, when it is known what becomes of it. */
  onVideo?(fate: VideoFate): void
}

export type ForeignSummary = ImportSummary & {
  /** Records that were found in the catalogue, and that are new. */
  found: number
  made: number
  /** Records that wait for a person, the first ones of them, and all that is left out with them. */
  reviews: Review[]
  leftOut: number
  /** How many video files are about what was found, is new, is left out, and about nothing of these: each is one. */
  videos: VideoCounts | undefined
}

/**
 * Imports files of another format: reads all of them, finds out which records of the catalogue they are about, and then
 * imports what they say as lines. A second import of the same files changes nothing.
 */
export async function importForeign(
  db: Database,
  format: Format,
  paths: readonly string[],
  options: ForeignOptions,
): Promise<ForeignSummary> {
  const { source, onProgress = () => {}, now = () => new Date(), isDryRun = false } = options
  const { foreignStagingPath: path = ':memory:', creates = false, keepsUndone = false, onTitles } = options
  const staging = await openForeignStaging(path)
  const numbers = await openNumbers(path === ':memory:' ? path : `${path}.numbers`)
  try {
    let refused = await readInto(staging, format.read(paths, options.reading), options)
    if (options.isStrict && refused > 0) return stopped(refused)
    // Names that were imported just now are found, too.
    await updateNameIndex(db, options.index)
    if (!isDryRun) await putSources(db, [source])
    const total = staging.count()
    const found = await identify({
      db,
      staging,
      numbers,
      source_id: source.id,
      now: now(),
      isDryRun,
      creates,
      keepsUndone,
      onTitles,
      onProgress: (done) => onProgress({ phase: 'matching', done, of: total }),
      onUnplaced({ file }, reason) {
        refused++
        staging.nameVideo(file)
        options.onRefused?.({ file, line: 0, field: '', reason })
      },
    })
    if (options.isStrict && refused > 0) return stopped(refused)
    for (const { file } of found.reviews) staging.nameVideo(file)
    const videos = await countVideos(staging, options.onVideo)
    let leftOut = 0
    const lines = foreignLines({
      db,
      staging,
      source_id: source.id,
      onUnresolved: (unresolved) => format.isPartial || options.onUnresolved?.(unresolved),
      onLeftOut(records) {
        leftOut += records
      },
    })
    const { withPictures = (all) => all } = options
    const summary = await importInputs(db, withPictures(lines), {
      ...options,
      otherSources: staging.makesByName() ? [(await findSource(db, namesSource.id)) ?? namesSource] : [],
      isIdentified: true,
      onProgress: (one) => onProgress(one.phase === 'reading' ? { ...one, phase: 'checking' } : one),
    })
    const isStopped = options.isStrict && summary.refused > 0
    const noting = { source_id: source.id, note: options.note ?? '', edit_id: summary.edit_id, at: now() }
    const edit_id = isDryRun || isStopped ? summary.edit_id : await numbers.note(db, noting)
    return { ...summary, edit_id, ...counted(found), refused: summary.refused + refused, leftOut, videos }
  } finally {
    await staging.close()
    await numbers.close()
  }
}

/** Keeps what is read until it is known what it is; returns how much is refused, of which a strict import reads one. */
async function readInto(
  staging: ForeignStaging,
  inputs: ReturnType<Format['read']>,
  { nameOf = (file) => file, isStrict = false, onRefused, onProgress }: ForeignOptions,
): Promise<number> {
  let refused = 0
  for await (const batch of inputs) {
    for (const input of batch) {
      if ('reason' in input) {
        refused++
        onRefused?.({ ...input, file: nameOf(input.file) })
        if (isStrict) return refused
      } else if ('labelOf' in input) staging.addLabel(input)
      else if ('video' in input) staging.addVideo(input, nameOf(input.video))
      else {
        const { file, number_in_file: number, folder, ...record } = input
        staging.add(record, { file: nameOf(file), number, folder })
      }
    }
    onProgress?.({ phase: 'reading', done: staging.count(), of: undefined })
  }
  return refused
}

const counted = ({ found, made, reviews }: Identified) => ({ found, made, reviews })

/** The summary of a strict import that stopped while it read. */
const stopped = (refused: number): ForeignSummary => ({
  read: 0,
  refused,
  deleted: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  unresolved: 0,
  ignored: {},
  computed: {},
  edit_id: undefined,
  longestLockMs: 0,
  found: 0,
  made: 0,
  reviews: [],
  leftOut: 0,
  videos: undefined,
})
