import { type Static, Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { type RecordKind, recordKindNames } from '../../record-kinds.ts'
import { allSources, peopleSource, rankOfSources } from '../../sources.ts'
import type { Change } from '../change.ts'
import { openEdit } from '../steps.ts'
import { appendChanges } from '../write.ts'
import { numbersAtOnce, takeBackNumbers } from './noted-numbers.ts'
import { changesIn, editsIn, type UndoScope } from './scope.ts'
import { giveBackRecords, type Left, removeMade, type Undoing, type Undone } from './undo-records.ts'

/** Records, and changes of them, that are undone in one transaction. More are the work of a job. */
export const maxRecordsAtOnce = 100
const maxChangesAtOnce = 1_000
/** Changes of an undo that are counted; of more it is not said how many there are. */
const maxChangesCounted = 100_000
/** For how many records the preview of a larger undo says what would happen, and how many edits it counts. */
export const recordsOfSample = 20
export const maxEditsCounted = 10_000

/** Who undoes, when and why. */
export type Undoer = { account_id: number | null; source_id?: string; note?: string; at: Date }

/**
 * What undoing does, in this order: deleted records come back, references to others last; then values; then created
 * records are removed. Each phase goes through the changes from the last to the first, so a series comes before its
 * seasons when they come back, and after them when they are removed.
 */
export const undoPhases = ['bring_back', 'give_back', 'remove'] as const
export type UndoPhase = (typeof undoPhases)[number]

const actions: Record<UndoPhase, Sql> = {
  bring_back: sql`c.action = 'destroyed'`,
  give_back: sql`(c.place <> '' or c.action in ('created', 'destroyed'))`,
  remove: sql`c.action = 'created'`,
}
const isOf = (phase: UndoPhase, { action }: Touched): boolean =>
  phase === 'give_back' || action === (phase === 'remove' ? 'created' : 'destroyed')

/** Where a phase is among the changes: before this one. */
export type UndoCursor = { edit_id: number; seq: number }
const Touched = Type.Object({
  edit_id: Type.Integer(),
  seq: Type.Integer(),
  kind: Type.Unsafe<RecordKind>(Type.String()),
  entity_id: Type.Integer(),
  action: Type.String(),
})
type Touched = Static<typeof Touched>

/** Edits whose changes are looked for together. */
const editsAtOnce = 100
/** The next changes that a phase is about, from the last one to the first: the rest of one edit, then earlier edits. */
export async function changesToUndo(
  db: Reader,
  scope: UndoScope,
  phase: UndoPhase,
  before: UndoCursor | undefined,
  most: number,
): Promise<Touched[]> {
  const changesOf = (edits: readonly number[], further: Sql, rows: number) =>
    db.all(
      Touched,
      sql`
      select c.edit_id, c.seq, c.kind, c.entity_id, c.action from change c
      where ${db.engine.anyOf(sql`c.edit_id`, edits)} and ${changesIn(scope)} and ${actions[phase]} and ${further}
      order by c.edit_id desc, c.seq desc ${limit(rows)}`,
    )
  const found = before ? await changesOf([before.edit_id], sql`c.seq < ${before.seq}`, most) : []
  for (let below = before?.edit_id ?? Number.MAX_SAFE_INTEGER; found.length < most; ) {
    const edits = await db.all(
      Id,
      sql`select e.id from edit e where ${editsIn(scope)} and e.id < ${below} order by e.id desc ${limit(editsAtOnce)}`,
    )
    const last = edits.at(-1)
    if (!last) break
    const ids = edits.map(({ id }) => id)
    for (const each of await changesOf(ids, sql`true`, most - found.length)) found.push(each)
    below = last.id
  }
  return found
}

const Handled = Type.Object({ entity_id: Type.Integer() })

/**
 * The changes of records that a phase has not handled yet: those without a change of the same scope behind the place
 * where the phase is. Whatever a record's history is, it is handled once.
 */
export async function notYetHandled(
  db: Reader,
  scope: UndoScope,
  phase: UndoPhase,
  touched: readonly Touched[],
  before: UndoCursor | undefined,
): Promise<Touched[]> {
  if (!before) return [...touched]
  const { edit_id, seq } = before
  const fresh: Touched[] = []
  for (const [kind, changes] of Map.groupBy(touched, (change) => change.kind)) {
    const ids = [...new Set(changes.map(({ entity_id }) => entity_id))]
    const rows = await db.all(
      Handled,
      sql`
      select distinct c.entity_id from change c ${db.engine.through('change_by_record')} join edit e on e.id = c.edit_id
      where c.kind = ${kind} and ${db.engine.anyOf(sql`c.entity_id`, ids)} and ${editsIn(scope)} and ${changesIn(scope)}
        and ${actions[phase]} and c.edit_id >= ${edit_id} and (c.edit_id > ${edit_id} or c.seq >= ${seq})`,
    )
    const handled = new Set(rows.map(({ entity_id }) => entity_id))
    for (const each of changes) if (!handled.has(each.entity_id)) fresh.push(each)
  }
  return fresh
}

const recordName = ({ kind, entity_id }: Touched) => `${kind} ${entity_id}`

/** The records of changes, each once, in the order in which a phase has to handle them. */
export function recordsOf(
  touched: readonly { kind: RecordKind; entity_id: number }[],
  phase: UndoPhase,
): [RecordKind, number[]][] {
  const byKind = Map.groupBy(touched, ({ kind }) => kind)
  const order = phase === 'remove' ? recordKindNames.toReversed() : recordKindNames
  return order.flatMap((kind) => {
    const ids = new Set(byKind.get(kind)?.map(({ entity_id }) => entity_id))
    return ids.size > 0 ? [[kind, [...ids]]] : []
  })
}

/** Handles records in one phase, and returns rows for the change log. */
export async function undoPhase(
  tx: Database,
  records: readonly [RecordKind, number[]][],
  phase: UndoPhase,
  undoing: Undoing,
): Promise<Undone> {
  const changes: Change[] = []
  const left: Left[] = []
  for (const [of, ids] of records) {
    const undone = await (phase === 'remove' ? removeMade : giveBackRecords)(tx, of, ids, undoing)
    for (const each of undone.changes) changes.push(each)
    // What comes back is checked once more, together with everything else.
    if (phase !== 'bring_back') for (const each of undone.left) left.push(each)
  }
  for (const { kind, entity_id, action } of changes)
    if (action === 'created' || action === 'destroyed') undoing.turns.set(`${kind} ${entity_id}`, action === 'created')
  return { changes, left }
}

/** An undo within one transaction. Its edit is opened when there is something to write. */
export async function openUndo(
  tx: Database,
  scope: UndoScope,
  { account_id, source_id = peopleSource, note = '', at }: Undoer,
  known?: number,
): Promise<Undoing> {
  let edit_id = known
  const origin = { account_id, source_id, note, undoes: scope }
  return {
    scope,
    turns: new Map(),
    rankOf: rankOfSources(await allSources(tx)),
    edit_id: () => edit_id,
    open: async () => (edit_id ??= await openEdit(tx, origin, at.toISOString())),
  }
}

/** There is more to undo than one transaction may do. */
export class TooMuchToUndo extends Error {
  override name = 'TooMuchToUndo'
  constructor() {
    super(`More than ${maxRecordsAtOnce} records, or ${maxChangesAtOnce} changes, are to be undone`)
  }
}

/**
 * What an undo has done, or would do: its edit, unless there was nothing to do, its changes, how many numbers apps know
 * records by no longer, and what stays.
 */
export type Outcome = {
  edit_id: number | undefined
  change_count: number
  number_count: number
  changes: Change[]
  left: Left[]
}

/** Undoes edits of a few records, in one transaction. Throws TooMuchToUndo if there are more of them. */
export const undo = (db: Database, scope: UndoScope, undoer: Undoer): Promise<Outcome> =>
  undoIf(db, scope, undoer, async () => true)

async function undoWithin(tx: Database, scope: UndoScope, undoer: Undoer, isSample = false): Promise<Outcome> {
  const found = await changesToUndo(tx, scope, 'give_back', undefined, maxChangesAtOnce + 1)
  const records = [...new Set(found.map(recordName))]
  const isMuch = found.length > maxChangesAtOnce || records.length > maxRecordsAtOnce
  if (isMuch && !isSample) throw new TooMuchToUndo()
  const sample = new Set(records.slice(0, recordsOfSample))
  const all = isSample ? found.filter((touched) => sample.has(recordName(touched))) : found
  const undoing = await openUndo(tx, scope, undoer)
  const changes: Change[] = []
  const left: Left[] = []
  for (const phase of undoPhases) {
    const touched = all.filter((change) => isOf(phase, change))
    const undone = await undoPhase(tx, recordsOf(touched, phase), phase, undoing)
    for (const each of undone.changes) changes.push(each)
    for (const each of undone.left) left.push(each)
  }
  let number_count = 0
  for (let taken = numbersAtOnce; taken === numbersAtOnce; number_count += taken)
    taken = await takeBackNumbers(tx, scope)
  if (number_count > 0) await undoing.open()
  const edit_id = undoing.edit_id()
  if (edit_id !== undefined) await appendChanges(tx, changes, edit_id, undoer.at.toISOString())
  return { edit_id, change_count: all.length, number_count, changes, left }
}

/** Rolls back a transaction of which nothing may remain. */
class RollBack extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super('This undo only tries')
    this.outcome = outcome
  }
}

/** What `undo` would do; with a sample, only to the latest records. Nothing of it remains. */
export const planUndo = (db: Database, scope: UndoScope, undoer: Undoer, isSample = false): Promise<Outcome> =>
  undoIf(db, scope, undoer, async () => false, isSample)

/**
 * Undoes, and then asks whether that goes live, in the same transaction; if not, nothing of it remains, and the outcome
 * says what would happen.
 */
export async function undoIf(
  db: Database,
  scope: UndoScope,
  undoer: Undoer,
  counts: (tx: Database, outcome: Outcome) => Promise<boolean>,
  isSample = false,
): Promise<Outcome> {
  try {
    return await db.transaction(async (tx) => {
      const outcome = await undoWithin(tx, scope, undoer, isSample)
      if (!(await counts(tx, outcome))) throw new RollBack(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof RollBack) return { ...error.outcome, edit_id: undefined }
    throw error
  }
}

/** How many edits an undo is about, counted as far as `maxEditsCounted` and one more. */
export async function countEdits(db: Reader, scope: UndoScope): Promise<number> {
  const found = await db.all(
    Id,
    sql`select e.id from edit e where ${editsIn(scope)} order by e.id desc ${limit(maxEditsCounted + 1)}`,
  )
  return found.length
}

/** How many changes an undo looks at to give back values; null if there are more than are counted. */
export async function countChanges(db: Reader, scope: UndoScope): Promise<number | null> {
  const count = await countRows(
    db,
    sql`from (
      select c.seq from edit e join change c on c.edit_id = e.id
      where ${editsIn(scope)} and ${changesIn(scope)} and ${actions.give_back} ${limit(maxChangesCounted + 1)}
    ) as counted`,
  )
  return count > maxChangesCounted ? null : count
}
