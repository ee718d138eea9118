import { setImmediate as nextTurn } from 'node:timers/promises'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { MissingReference } from '#src/catalogue/edits/references.ts'
import type { Origin } from '#src/catalogue/edits/steps.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { putSources, rankOfSources, type Source } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { hasKey } from '#src/keys/keys.ts'
import { chunksOf, openPace } from './chunks.ts'
import { applyMaps, mappedReferences } from './id-maps.ts'
import type { Refusal } from './line.ts'
import {
  type Deferred,
  onlyDeferred,
  type ReadRecord,
  type Report,
  readRecords,
  type Unresolved,
} from './read-records.ts'
import { defer, newlyChanged, type StagedLine, stagedRecords } from './staged-lines.ts'
import type { Staging } from './staging.ts'
import { type LeftOf, type Outcome, writeApart, writeChunk } from './write-chunk.ts'

type ApplyOptions = {
  /** All sources, including those of this import; and those that are new or different. */
  sources: readonly Source[]
  newSources: readonly Source[]
  origin: Origin
  now: () => Date
  isDryRun: boolean
  wholeOf: ReadonlySet<string> | undefined
  leftOf?: LeftOf | undefined
  /** Gets what nobody foresaw about a record, which is refused then; without it, that ends the import. */
  onFault?: ((error: unknown) => void) | undefined
  onRefused(refusal: Refusal): void
  onUnresolved(unresolved: Unresolved): void
  /** Called with the number of processed lines. */
  onChunk(lines: number): void
}

/**
 * Lines come in any order, and records of a kind may refer to each other: references that the first pass does not find
 * are looked up again in a second one, when everything else is there.
 */
type Pass = { of: RecordKind; isSecond: boolean; deferred: Deferred }

/** Writes staged lines into the catalogue in chunks, each in one transaction. */
export async function apply(db: Database, staging: Staging, options: ApplyOptions) {
  const { isDryRun, newSources, origin, onFault } = options
  const write = (chunk: Parameters<typeof writeChunk>[2]) =>
    onFault ? writeApart(db, staging, chunk, onFault) : writeChunk(db, staging, chunk)
  const rankOf = rankOfSources(options.sources)
  const { counts, count } = openCounts(staging, options)
  let longestLockMs = 0
  let edit_id: number | undefined

  function read(pass: Pass, staged: readonly StagedLine[][]): readonly ReadRecord[] {
    const report: Report = ({ file, number: line }, field, target, id) => {
      if (!pass.isSecond) options.onUnresolved({ file, line, field, target, id })
    }
    const records = readRecords(staging, pass.of, staged, rankOf, report)
    return mappedReferences(staging, pass.of, pass.isSecond ? onlyDeferred(records, pass.deferred) : records, report)
  }

  async function applyKind(pass: Pass) {
    // The same number of bytes takes longer for some kinds than for others.
    const pace = openPace()
    const chunks = chunksOf(stagedRecords(staging, pass.of, pass.isSecond), pace)
    const readNext = () => {
      const { value } = chunks.next()
      return value && { lines: value.flat().length, records: read(pass, value) }
    }
    for (let chunk = readNext(); chunk; ) {
      const { lines, records } = chunk
      let next: { chunk: ReturnType<typeof readNext> } | undefined
      // The next chunk is read while the database writes this one.
      const whileWriting = () => {
        next ??= { chunk: readNext() }
      }
      const { outcome, heldMs } = await write({
        of: pass.of,
        records,
        rankOf,
        edit_id,
        origin,
        now: options.now(),
        isDryRun,
        newSources,
        // What is deferred is all stated once more, and nothing else.
        wholeOf: pass.isSecond ? undefined : options.wholeOf,
        leftOf: options.leftOf,
        whileWriting,
      })
      // A server may begin to answer at any time.
      pace.note(heldMs, await hasKey(db))
      longestLockMs = Math.max(longestLockMs, heldMs)
      if (!isDryRun) edit_id = outcome.edit_id
      count(pass, records, outcome)
      // A connection in this thread never waits, so that signals would never come in.
      await nextTurn()
      options.onChunk(pass.isSecond ? 0 : lines)
      whileWriting()
      chunk = next?.chunk
    }
  }

  if (!isDryRun) {
    if (newSources.length > 0) await db.transaction((tx) => putSources(tx, newSources))
    await applyMaps(db, staging)
  }
  for (const isSecond of [false, true]) {
    for (const of of recordKindNames) await applyKind({ of, isSecond, deferred: deferredOf(of) })
  }
  return { ...counts, longestLockMs, edit_id }
}

/** Counts records, and defers those that the second pass has to look at again. */
function openCounts(staging: Staging, options: ApplyOptions) {
  const counts = { created: 0, changed: 0, unchanged: 0 }
  function count(pass: Pass, records: readonly ReadRecord[], outcome: Outcome) {
    const { created, changed, missing, refused } = outcome
    const faults = new Map(refused.map(({ id, ...fault }) => [id, fault]))
    for (const { id, lines } of faults.size > 0 ? records : []) {
      const fault = faults.get(id)
      if (fault) for (const { staged } of lines) options.onRefused({ file: staged.file, line: staged.number, ...fault })
    }
    const deferred = reportMissing(pass, records, missing, options)
    if (pass.isSecond) {
      const newly = newlyChanged(staging, pass.of, changed)
      counts.changed += newly
      counts.unchanged -= newly
      return
    }
    counts.created += created.length
    counts.changed += changed.length
    counts.unchanged += records.length - created.length - changed.length - refused.length
    if (deferred.size === 0) return
    const counted = new Set([...created, ...changed])
    const ids = [...deferred].map((id) => ({ id, isCounted: counted.has(id) }))
    defer(staging, pass.of, ids)
  }
  return { counts, count }
}

function deferredOf(of: RecordKind): Deferred {
  const { references, storedParts } = shapeOf(of)
  return {
    columns: references.filter(({ target }) => target === of).map(({ column }) => column),
    parts: storedParts
      .filter(({ store, references }) => store.newWords || references.some(([, target]) => !isBefore(target, of)))
      .map(({ name }) => name),
  }
}

const isBefore = (target: RecordKind, of: RecordKind) => recordKindNames.indexOf(target) < recordKindNames.indexOf(of)

/** Reports references to what does not exist. Returns the records that the second pass has to look at again. */
function reportMissing(
  { of, isSecond, deferred }: Pass,
  records: readonly ReadRecord[],
  missing: readonly MissingReference[],
  { onUnresolved }: ApplyOptions,
): ReadonlySet<number> {
  const deferredIds = new Set<number>()
  if (missing.length === 0) return deferredIds
  const deferredFields = shapeOf(of).references.filter(({ column }) => deferred.columns.includes(column))
  const later = new Set(isSecond ? [] : [...deferred.parts, ...deferredFields.map(({ field }) => field)])
  const lines = new Map(records.flatMap((record) => record.lines).map(({ staged, statement }) => [statement, staged]))
  for (const { statement, field, target, id } of missing) {
    const staged = lines.get(statement)
    if (!staged) continue
    if (later.has(field)) deferredIds.add(staged.id)
    else onUnresolved({ file: staged.file, line: staged.number, field, target, id })
  }
  return deferredIds
}
