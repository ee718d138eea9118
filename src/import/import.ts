import type { GoneLine } from '#src/catalogue/edits/gone/gone-line.ts'
import type { Origin } from '#src/catalogue/edits/steps.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { allSources, isBuiltInSource, rankOfSources, type Source } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { apply } from './apply.ts'
import { checkGone, noteGone, type RefuseGone } from './gone-lines.ts'
import { isFault, type Line, maxLineBytes, type Refusal, readLine, type SkippedFields } from './line.ts'
import type { Unresolved } from './read-records.ts'
import { type Refuse, resolveLines } from './resolve.ts'
import { share } from './staged-lines.ts'
import { openStaging, type Staging, takeLine } from './staging.ts'
import type { LeftOf } from './write-chunk.ts'

/**
 * A line as it was read, and `parsed` where that is done already, `isChecked` where it is known to be a line that fits;
 * or the reason why it could not be read.
 */
export type InputLine =
  | {
      file: string
      folder?: string
      number: number
      bytes: number
      text: string
      parsed?: unknown
      isChecked?: boolean
    }
  | Refusal

export type Progress = { phase: 'reading' | 'writing'; done: number; of: number | undefined }

/** A source that a person names, and what they say of it, which counts more than what lines and the catalogue say. */
export type NamedSource = { id: string; licence?: string | undefined; rank?: number | undefined }

/** Nobody says what a source is: not the lines, the catalogue or the person who names it. */
export class UnknownSourceError extends Error {
  override name = 'UnknownSourceError'
}

export type ImportOptions = {
  now?: () => Date
  /** The source of the lines that name none; it is added to the catalogue. */
  source?: Source
  /** Others that lines name. */
  otherSources?: readonly Source[]
  /** The source of the lines that name none, by its id, where the lines themselves may declare it. */
  namedSource?: NamedSource
  /** Lines whose id belongs to another source's record get a local id. */
  mapsIds?: boolean
  /** It is known already which record each line is about, whatever its source: ids are those of the catalogue. */
  isIdentified?: boolean
  /** The sources whose statements about a record are all in its line: what the line does not name is gone. */
  wholeOf?: ReadonlySet<string>
  /** What is taken out of a record before its line is merged, besides what the line says anew. */
  leftOf?: LeftOf
  /** Gets what nobody foresaw about a record, which is refused then; without it, that ends the import. */
  onFault?(error: unknown): void
  /** Records about which no single line says all, known when all lines were read. */
  sharedRecords?(): Iterable<{ of: RecordKind; id: number }>
  /** The source of the edit, if it is not one of the lines. */
  editSource?: string
  /** The first refused line ends the import, and nothing is written. */
  isStrict?: boolean
  /** Nothing is written. */
  isDryRun?: boolean
  /** The file in which lines are staged; small imports need none. */
  stagingPath?: string
  /** Longer lines are refused; those of a followed catalogue may be longer than those of a file. */
  longestLine?: number
  /** The installation is private, so that values of sources for personal use may come in. */
  isPrivate?: boolean
  /** The note of the edit. */
  note?: string
  onRefused?(refusal: Refusal): void
  onUnresolved?(unresolved: Unresolved): void
  onProgress?(progress: Progress): void
}

export type ImportSummary = {
  /** Lines, how many of them were refused, and how many are about records that were deleted here. */
  read: number
  refused: number
  deleted: number
  /** Records. */
  created: number
  changed: number
  unchanged: number
  /** References that were dropped. */
  unresolved: number
  /** Skipped fields, by name. */
  ignored: Record<string, number>
  computed: Record<string, number>
  /** The edit, unless nothing had to change. */
  edit_id: number | undefined
  longestLockMs: number
}

/** Sources that one import may bring along. */
const maxSources = 10_000

const privateOnlyReason = 'is a source for personal use only, which needs the setting private'

/** The first refused line of a strict import. */
class StrictStop extends Error {}

/** Imports lines from memory, as objects or as texts. */
export function importLines(
  db: Database,
  lines: Iterable<object | string> | AsyncIterable<object | string>,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  async function* inputs(): AsyncGenerator<InputLine[]> {
    let number = 0
    for await (const line of lines) {
      const text = typeof line === 'string' ? line : JSON.stringify(line)
      yield [{ file: 'lines', number: ++number, bytes: Buffer.byteLength(text), text }]
    }
  }
  return importInputs(db, inputs(), options)
}

/** Imports lines in two phases: all of them are checked and staged, then written in the order of their kinds. */
export async function importInputs(
  db: Database,
  inputs: AsyncIterable<readonly InputLine[]>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const staging = await openStaging(options.stagingPath ?? ':memory:')
  try {
    return await importStaged(db, staging, inputs, options)
  } finally {
    await staging.close()
  }
}

async function importStaged(
  db: Database,
  staging: Staging,
  inputs: AsyncIterable<readonly InputLine[]>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { isStrict = false, isDryRun = false, now = () => new Date(), onProgress = () => {} } = options
  const counts = { read: 0, refused: 0, deleted: 0, unresolved: 0 }
  const skipped: SkippedFields = { ignored: new Map(), computed: new Map() }
  const told = (refusal: Refusal) => {
    counts.refused++
    options.onRefused?.(refusal)
  }
  const refused = (refusal: Refusal) => {
    told(refusal)
    if (isStrict) throw new StrictStop()
  }
  const summaryOf = (applied: Partial<ImportSummary>): ImportSummary => ({
    ...{ ...counts, created: 0, changed: 0, unchanged: 0, edit_id: undefined, longestLockMs: 0 },
    ...applied,
    ignored: Object.fromEntries(skipped.ignored),
    computed: Object.fromEntries(skipped.computed),
  })
  const read = (input: InputLine, given: Map<string, Source>) => {
    counts.read++
    if ('reason' in input) refused(input)
    else stage(staging, input, skipped, given, options, refused)
  }
  try {
    const given = sourcesGiven(options)
    for await (const batch of inputs) {
      for (const input of batch) read(input, given)
      onProgress({ phase: 'reading', done: counts.read, of: undefined })
    }
    const { sources, newSources } = await sourcesWith(db, given, options.namedSource)
    staging.seal(sources)
    const refuseGone: RefuseGone = (place, field, reason) => refused({ ...place, field, reason })
    checkGone(staging, refuseGone)
    const { mapsIds = false, isIdentified = false, wholeOf, leftOf } = options
    const skipDeleted = (no: number) => {
      counts.deleted += staging.remove(no)
    }
    const refuse: Refuse = (no, field, reason) => refuseGone(takeLine(staging, no), field, reason)
    const rankOf = rankOfSources(sources)
    const merger = wholeOf && options.editSource
    await resolveLines(db, staging, { mapsIds, isIdentified, rankOf, refuse, skipDeleted, merger })
    share(staging, options.sharedRecords?.() ?? [])
    const total = staging.total()
    let done = 0
    const applied = await apply(db, staging, {
      ...{ sources, newSources, now, isDryRun, wholeOf, leftOf, origin: originOf(staging, options) },
      ...{ onFault: options.onFault, onRefused: told },
      onUnresolved(unresolved) {
        counts.unresolved++
        options.onUnresolved?.(unresolved)
      },
      onChunk(lines) {
        done += lines
        onProgress({ phase: 'writing', done, of: total })
      },
    })
    if (!isDryRun) await noteGone(db, staging, { rankOf, refuse: refuseGone })
    return summaryOf({ ...counts, ...applied })
  } catch (error) {
    if (error instanceof StrictStop) return summaryOf(counts)
    throw error
  }
}

/** The edit belongs to the import's source; if there are several, to the one of the highest rank. */
function originOf({ connection }: Staging, { source, namedSource, editSource, note = '' }: ImportOptions): Origin {
  if (editSource !== undefined) return { account_id: null, source_id: editSource, note }
  const first = connection.one(sql`
    select id from source where id in (select source_id from line) order by standing limit 1`)
  const source_id = (first?.id as string | undefined) ?? source?.id ?? namedSource?.id ?? 'people'
  return { account_id: null, source_id, note }
}

/** Checks and stages a line; lines of sources are collected. */
function stage(
  staging: Staging,
  { file, number, bytes, text, parsed, isChecked }: Exclude<InputLine, Refusal>,
  skipped: SkippedFields,
  given: Map<string, Source>,
  { source, namedSource, isPrivate = false, longestLine = maxLineBytes }: ImportOptions,
  refused: (refusal: Refusal) => void,
) {
  const refuse = (field: string, reason: string) => refused({ file, line: number, field, reason })
  if (bytes > longestLine) return refuse('', `is longer than ${longestLine} bytes`)
  const line = isChecked ? (parsed as Line) : readLine(text, skipped, parsed)
  if (isFault(line)) return refuse(line.field, line.reason)
  if (line.kind === 'source') {
    const { id, name, licence, url, rank, redistributable = false, private_only } = line as unknown as Source
    if (isBuiltInSource(id)) return refuse('id', 'is a built-in source, which lines cannot change')
    if (!given.has(id) && given.size >= maxSources)
      return refuse('', `brings more than ${maxSources} sources into one import`)
    if (private_only && !isPrivate) return refuse('private_only', privateOnlyReason)
    given.set(id, { id, name, licence, url: url ?? '', rank, redistributable, ...(private_only && { private_only }) })
    return
  }
  const source_id = line.source || (source?.id ?? namedSource?.id ?? '')
  if (line.kind === 'gone') {
    const { of, into: into_id = null } = line as unknown as GoneLine
    staging.addGone({ of, id: line.id, into_id, source_id, file, number, place: numberingIn({ ...line, kind: of }) })
    return
  }
  staging.add({
    of: line.kind,
    id: line.id,
    source_id,
    file,
    number,
    bytes,
    text,
    line,
    numbering: numberingIn(line),
  })
}

function numberingIn({ kind, series_id, season_number, episode_number }: Line) {
  if (kind !== 'season' && kind !== 'episode') return {}
  return { series_id, season_number, ...(kind === 'episode' && { episode_number }) }
}

function sourcesGiven({ source, otherSources = [] }: ImportOptions): Map<string, Source> {
  const given = source ? [source, ...otherSources] : otherSources
  return new Map(given.map((one) => [one.id, one]))
}

/** All sources with the new ones, and those that are new or different. */
async function sourcesWith(db: Database, given: Map<string, Source>, named: NamedSource | undefined) {
  const stored = new Map((await allSources(db)).map((source) => [source.id, source]))
  if (named) given.set(named.id, sourceNamed(named, given.get(named.id) ?? stored.get(named.id)))
  const newSources = [...given.values()].filter(
    (source) => JSON.stringify(stored.get(source.id)) !== JSON.stringify(source),
  )
  return { sources: [...new Map([...stored, ...given]).values()], newSources }
}

function sourceNamed({ id, licence, rank }: NamedSource, known: Source | undefined): Source {
  if (known) return { ...known, licence: licence ?? known.licence, rank: rank ?? known.rank }
  if (licence !== undefined && rank !== undefined)
    return { id, name: id, licence, url: '', rank, redistributable: false }
  throw new UnknownSourceError(
    `${id} is a new source: neither the catalogue knows it, nor does a line of the files declare it. ` +
      'So it needs --licence and --rank.',
  )
}
