import { Type } from 'typebox'
import type { Difference } from '#src/catalogue/edits/difference.ts'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { Statement } from '#src/catalogue/edits/merge.ts'
import { type PlaceFault, placeFaults } from '#src/catalogue/edits/places-now.ts'
import type { StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { type MissingReference, resolveReferences } from '#src/catalogue/edits/references.ts'
import { compare, type Origin, openEdit, write, writeBroughtWords } from '#src/catalogue/edits/steps.ts'
import { appendChanges } from '#src/catalogue/edits/write.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { putSources, type RankOf, type Source } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { isConstraintViolation } from '#src/database/errors.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { ReadRecord } from './read-records.ts'
import { withoutStated } from './removal/without-stated.ts'
import { expect, isExpected } from './staged-lines.ts'
import type { Staging } from './staging.ts'

/** A record without what its lines are about to say in the place of others. */
export type LeftOf = (record: StoredRecord, statements: readonly Statement[]) => StoredRecord

/** Lines about records of one kind, to be written in one transaction. */
type Chunk = {
  of: RecordKind
  records: readonly ReadRecord[]
  rankOf: RankOf
  /** The edit of the import, once there is one. */
  edit_id: number | undefined
  origin: Origin
  now: Date
  isDryRun: boolean
  /** Sources that a dry run has to treat as existing. */
  newSources: readonly Source[]
  /** The sources whose statements about a record are all in these lines, if those are known; what is missing goes. */
  wholeOf?: ReadonlySet<string> | undefined
  /** What is left of a record besides, before its lines apply. */
  leftOf?: LeftOf | undefined
  /** Called when the statements are on their way to the database, to use the time. */
  whileWriting(): void
}

/** The outcome of a chunk, with the ids of the records that it created or changed. */
export type Outcome = {
  edit_id: number | undefined
  created: number[]
  changed: number[]
  missing: MissingReference[]
  /** Records whose lines cannot be written as things are now. */
  refused: PlaceFault[]
}

/** Rolls back a transaction of which nothing may remain. */
class RollBack extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('This import only tries')
    this.outcome = outcome
  }
}

/** Writes one chunk into the catalogue, and returns how long that held the write lock. */
export async function writeChunk(db: Database, staging: Staging, chunk: Chunk) {
  let startMs = 0
  const work = async (tx: Database) => {
    startMs = performance.now()
    const outcome = await writeWithin(tx, staging, chunk)
    if (chunk.isDryRun) throw new RollBack(outcome)
    return outcome
  }
  let outcome: Outcome
  try {
    outcome = await db.transaction(work)
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
    outcome = error.outcome
  }
  return { outcome, heldMs: performance.now() - startMs }
}

/**
 * Writes a chunk; if something in the catalogue that nobody foresaw is in the way of a record, all others are written,
 * and `failed` is told.
 */
export async function writeApart(
  db: Database,
  staging: Staging,
  chunk: Chunk,
  failed: (error: unknown) => void,
): Promise<Awaited<ReturnType<typeof writeChunk>>> {
  try {
    return await writeChunk(db, staging, chunk)
  } catch (error) {
    if (!isConstraintViolation(error)) throw error
    const { records, edit_id } = chunk
    const [only] = records
    if (records.length === 1 && only) {
      failed(error)
      const refused = [{ id: only.id, field: '', reason: `does not fit what is there: ${(error as Error).message}` }]
      return { outcome: { edit_id, created: [], changed: [], missing: [], refused }, heldMs: 0 }
    }
    const half = Math.ceil(records.length / 2)
    const one = await writeApart(db, staging, { ...chunk, records: records.slice(0, half) }, failed)
    const rest = { ...chunk, records: records.slice(half), edit_id: one.outcome.edit_id }
    const other = await writeApart(db, staging, rest, failed)
    return {
      outcome: {
        edit_id: other.outcome.edit_id,
        created: [...one.outcome.created, ...other.outcome.created],
        changed: [...one.outcome.changed, ...other.outcome.changed],
        missing: [...one.outcome.missing, ...other.outcome.missing],
        refused: [...one.outcome.refused, ...other.outcome.refused],
      },
      heldMs: Math.max(one.heldMs, other.heldMs),
    }
  }
}

/** The work of one transaction. It may run again, so it leaves nothing behind but its result. */
async function writeWithin(tx: Database, staging: Staging, chunk: Chunk): Promise<Outcome> {
  const { of, records, rankOf, now, isDryRun } = chunk
  if (isDryRun) await putSources(tx, chunk.newSources)
  let { edit_id } = chunk
  const at = now.toISOString()
  const open = async () => (edit_id ??= await openEdit(tx, chunk.origin, at))
  const brought = await writeBroughtWords(tx, of, statementsOf(records), rankOf, open)
  const isStaged = (target: RecordKind, id: number) => isExpected(staging, target, id)
  const toCome = isDryRun ? { isMade: isStaged } : { comesBack: isStaged }
  const { resolved, missing } = await resolveReferences(tx, of, statementsOf(records), now, toCome)
  if (isDryRun) expectMade(staging, of, resolved)
  let next = 0
  const statements = records.map(({ id, numbering, lines }) => {
    const statements = resolved.slice(next, next + lines.length)
    next += lines.length
    return { id, numbering, statements }
  })
  const { wholeOf, leftOf: without = (record) => record } = chunk
  if (wholeOf && !isDryRun) await keepSources(tx, of, statements, wholeOf)
  const isPart = ({ lines }: ReadRecord) => lines.some(({ staged }) => staged.merged_id !== null)
  const parts = new Set(wholeOf ? records.filter(isPart).map(({ id }) => id) : [])
  const leftOf =
    wholeOf &&
    ((record: StoredRecord, those: readonly Statement[]) =>
      parts.has(record.id) ? record : withoutStated(without(record, those), wholeOf, those))
  // What comes in from a catalogue that is followed can be undone from a day on, and is handed on by the change log.
  const compared = await compare(tx, of, statements, { rankOf, isThorough: wholeOf !== undefined }, leftOf)
  // What a dry run would have made before is not there.
  const made = isDryRun ? [] : compared.flatMap(({ isNew, record }) => (isNew ? [record] : []))
  const refused = await placeFaults(tx, of, made)
  const homeless = new Set(refused.map(({ id }) => id))
  const differences = refused.length > 0 ? compared.filter(({ record }) => !homeless.has(record.id)) : compared
  const idsOf = (some: readonly Difference[]) => some.map(({ record }) => record.id)
  const outcome = {
    edit_id: chunk.edit_id,
    missing,
    refused,
    created: idsOf(differences.filter(({ isNew }) => isNew)),
    changed: idsOf(differences.filter(({ isNew }) => !isNew)),
  }
  if (isDryRun || differences.length + brought.length === 0) return outcome
  const opened = await open()
  // Creating a record is one row of the change log, whatever the second pass adds to it.
  const logged = differences.map((difference) =>
    difference.record.edit_id === opened ? { ...difference, changes: [] } : difference,
  )
  const unlogged = differences.filter(({ isNew, record }) => !isNew && record.edit_id === opened)
  if (unlogged.length > 0) await publishAgain(tx, of, idsOf(unlogged))
  const writing = write(tx, of, logged, opened)
  chunk.whileWriting()
  await appendChanges(tx, [...brought, ...(await writing)], opened, at)
  return { ...outcome, edit_id: opened }
}

const Again = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

/** What was published while it was being made is published again; there is no row of the change log that says so. */
async function publishAgain(tx: Database, of: RecordKind, ids: readonly number[]) {
  const rows = ids.map((entity_id) => ({ kind: of as string, entity_id }))
  await tx.run(sql`
    insert into published_again (kind, entity_id)
    select r.kind, r.entity_id from ${tx.engine.rows(Again, rows)} as r
    where exists (select 1 from publication where next_at <> '9999')
    on conflict do nothing`)
}

const Begun = Type.Object({ id: Type.Integer(), source_id: Type.String() })

/** A record that began with one of these sources belongs to the one that says so now. */
async function keepSources(
  tx: Database,
  of: RecordKind,
  records: readonly { id: number; statements: readonly Statement[] }[],
  wholeOf: ReadonlySet<string>,
) {
  const rows = records.map(({ id, statements }) => ({ id, source_id: statements[0]?.source_id ?? '' }))
  await tx.run(sql`
    update record set source_id = r.source_id from ${tx.engine.rows(Begun, rows)} as r
    where record.kind = ${of} and record.id = r.id and record.source_id <> r.source_id
      and ${tx.engine.anyOf(raw('record.source_id'), [...wholeOf])}`)
}

const statementsOf = (records: readonly ReadRecord[]): Statement[] =>
  records.flatMap(({ lines }) => lines.map(({ statement }) => statement))

/** The words that lines bring along are gone after this chunk of a dry run, so they are noted. */
function expectMade(staging: Staging, of: RecordKind, resolved: readonly Statement[]) {
  const { storedParts } = shapeOf(of)
  for (const { name, references } of storedParts.filter(({ store }) => store.newWords)) {
    for (const [column, target] of references) {
      const entries = resolved.flatMap(({ parts }) => parts.get(name)?.entries ?? [])
      expect(staging, target, [...new Set(entries.map((entry) => entry[column] as number))])
    }
  }
}
