import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RecordKind, recordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { InputLine } from '#src/import/import.ts'
import { isFault, readLine } from '#src/import/line.ts'
import type { Placed, Staying } from './move-places.ts'
import type { NumbersHere } from './numbers-here.ts'
import { linesOf, type PacketFile } from './packet-file.ts'
import { recordsNamedIn, type Values, withNumbersOfHere } from './references.ts'
import { type Selection, takesKind } from './selection.ts'
import { type SourceOf, takenOf } from './values-taken.ts'

/** Lines that are translated together. */
const AT_ONCE = 200

type Translating = {
  /** The source of the edits by which the catalogue comes in. */
  source_id: string
  numbers: NumbersHere
  sourceOf: SourceOf
  selection: Selection
  /** Called with records about which several lines of the publisher are. */
  onShared(of: RecordKind, id: number): void
  /** Only lines about records of these kinds, if not all. */
  isOnly?(of: RecordKind): boolean
  /** Called with where seasons or episodes belong, before their lines are written, and which of them are shared. */
  onPlaced(of: 'season' | 'episode', placed: readonly Placed[], shared: ReadonlySet<number>): Promise<Staying>
  /** Called with the number of lines about records that wait for a person. */
  onLeftOut(lines: number): void
}

/** A line with the number here of the record that it is about. */
type Here = { of: RecordKind; id: number; line: Values; about: { file: string; number: number; bytes: number } }
type Read = { number: number; text: string; line: Values & { kind: RecordKind; id: number } }

/**
 * The lines of files as lines of this catalogue: with its numbers, its names of the sources, and what is wanted of
 * them. What does not fit stays as it is, and is refused where it would be written.
 */
export async function* linesHere(files: readonly PacketFile[], translating: Translating): AsyncGenerator<InputLine[]> {
  for (const file of files) {
    for await (const batch of linesOf(file)) {
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        const lines = await translated(file, batch.slice(at, at + AT_ONCE), translating)
        if (lines.length > 0) yield lines
        await nextTurn()
      }
    }
  }
}

async function translated(
  { path }: PacketFile,
  batch: readonly { number: number; text: string }[],
  { source_id, numbers, sourceOf, selection, isOnly = () => true, ...told }: Translating,
): Promise<InputLine[]> {
  const skipped = { ignored: new Map<string, number>(), computed: new Map<string, number>() }
  const inputs: InputLine[] = []
  const read: Read[] = []
  for (const { number, text } of batch) {
    const line = readLine(text, skipped)
    if (isFault(line)) inputs.push({ file: path, line: number, ...line })
    else if (takesKind(selection, line.kind) && isOnly(line.kind))
      read.push({ number, text, line: line as Read['line'] })
  }
  await numbers.know((wish) => {
    for (const { line } of read) {
      wish(line.kind, line.id)
      if (typeof line.series_id === 'number') wish('series', line.series_id)
      recordsNamedIn(line.kind, line, wish)
    }
  })
  let leftOut = 0
  const here: Here[] = []
  for (const { number, text, line } of read) {
    const id = numbers.of(line.kind, line.id)
    const series_id = typeof line.series_id === 'number' ? numbers.of('series', line.series_id) : undefined
    if (id === undefined || (line.series_id !== undefined && series_id === undefined)) {
      leftOut++
      continue
    }
    const taken = takenOf(line.kind, line, sourceOf, selection)
    // Nobody makes a record of which only values beside its name are taken.
    if (numbers.isFresh(line.kind, line.id) && (!taken || isNameless(line, taken))) continue
    // Of a record of which nothing is taken any more goes what was taken before.
    const stated = taken ?? { ...placeIn(line), source: source_id }
    const told = withNumbersOfHere(
      line.kind,
      { ...withoutName(line), ...stated, id, ...(series_id !== undefined && { series_id }) },
      numbers.of,
    )
    here.push({ of: line.kind, id, line: told, about: { file: path, number, bytes: Buffer.byteLength(text) } })
  }
  if (leftOut > 0) told.onLeftOut(leftOut)
  await placeAll(here, { numbers, ...told })
  // Its numbers and the names of its sources are others, and as valid. It counts as long as it was published.
  for (const { line, about } of here)
    inputs.push({ ...about, text: JSON.stringify(line), parsed: line, isChecked: true })
  return inputs
}

/** Has records moved to where lines have them; a line about one that stays has it where it is. */
async function placeAll(
  here: readonly Here[],
  { numbers, onShared, onPlaced }: Pick<Translating, 'numbers' | 'onShared' | 'onPlaced'>,
) {
  const byKind = Map.groupBy(here, (one) => one.of)
  // Seasons come before their episodes.
  for (const of of recordKindNames) {
    const some = byKind.get(of) ?? []
    const ids = some.map(({ id }) => id)
    const shared = new Set(await numbers.shared(of, ids))
    for (const id of shared) onShared(of, id)
    if (of !== 'season' && of !== 'episode') continue
    const placed = some.map(({ id, line }) => ({ id, place: placeOf(line) }))
    const stays = await onPlaced(of, placed, shared)
    for (const { id, line } of some) Object.assign(line, stays.get(id))
  }
}

/** That the publisher has no name for it, if that is so: one whose source is not taken is another matter. */
function withoutName({ kind, sources, ...line }: Read['line']): Values {
  const { title } = recordKind(kind)
  return line[title] === undefined && sources?.[title] === undefined ? { [title]: '' } : {}
}

function isNameless(line: Read['line'], taken: Values): boolean {
  const { title } = recordKind(line.kind)
  return line[title] !== undefined && taken[title] === undefined
}

const placeIn = ({ kind, season_number, episode_number }: Read['line']): Values => ({
  kind,
  ...(season_number !== undefined && { season_number }),
  ...(episode_number !== undefined && { episode_number }),
})

const placeOf = ({ series_id, season_number, episode_number }: Values): Placed['place'] => ({
  ...{ series_id: Number(series_id), season_number: Number(season_number) },
  ...(episode_number !== undefined && { episode_number: Number(episode_number) }),
})
