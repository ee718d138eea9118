import { isDeepStrictEqual } from 'node:util'
import { type Change, isOwnChange } from '#src/catalogue/edits/change.ts'
import { fateBefore } from '#src/catalogue/edits/gone/gone.ts'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { type Outcome, type Undoer, undo, undoIf } from '#src/catalogue/edits/undo/undo.ts'
import { recordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { refuseLocked } from '../record-locks.ts'
import { type ChangeSort, type Standing, sortsOf, strictest } from '../trust.ts'
import { namesOf } from './names.ts'
import { addPending, changesOf, type Difference, type Pending, type PendingEdit, valuePlace } from './pending.ts'
import { recordUndo } from './undo-act.ts'

/** Who undoes, and how. */
type ByRules = {
  standing: Standing
  /** Whether it is an edit of somebody else, which the table of trust judges; one's own can always be undone. */
  isOfOther: boolean
  /** Only says what would happen. */
  isDryRun: boolean
  /** Looks at the latest records alone. */
  isSample?: boolean
}

/**
 * Undoes edits of a few records, or keeps the undo until somebody has looked at it, if the rules of trust say so.
 * Throws TooMuchToUndo, and `edit_denied` if it touches what moderators have locked.
 */
export async function undoByRules(
  db: Database,
  scope: UndoScope,
  undoer: Undoer & { account_id: number; source_id: string },
  { standing, isOfOther, isDryRun, isSample }: ByRules,
): Promise<Outcome & { waits: boolean }> {
  let pending: Pick<PendingEdit, 'records' | 'changes'> | undefined
  const judge = async (tx: Database, { edit_id, changes, number_count }: Outcome): Promise<boolean> => {
    pending = undefined
    const records = await touchedBy(tx, changes)
    await refuseLocked(tx, standing, records, undoer.at)
    const sorts = isOfOther ? [...(await sortsOf(tx, records)), ...sortsOfReturns(changes)] : []
    if (isOfOther && number_count > 0) sorts.push('outside_ids')
    const ruling = strictest(sorts, standing)
    // An undo that waits says what it changes, and of numbers alone there is nothing to say.
    const cannotWait = changes.length === 0 && number_count > 0
    if (ruling === 'no' || (ruling === 'waits' && cannotWait)) throw new ApiError('edit_denied')
    if (ruling === 'waits' && edit_id !== undefined) pending = { records, changes: await changesOf(tx, edit_id) }
    const isDone = !isDryRun && pending === undefined && edit_id !== undefined
    if (isDone && standing !== 'new_member' && standing !== 'member')
      await recordUndo(tx, { edit_id, scope, isBack: changes.some(({ action }) => action === 'created') }, undoer)
    return !isDryRun && pending === undefined
  }
  const outcome = await undoIf(db, scope, undoer, judge, isSample)
  if (pending && !isDryRun) {
    const { account_id, source_id, note = '', at } = undoer
    await addPending(db, { account_id, source_id, note, source_url: '', at, ...pending, undoes: scope })
  }
  return { ...outcome, waits: pending !== undefined }
}

/**
 * The records that an undo has just changed, as an edit would name what it touches of them; those that came back have
 * their names. What came or went as a whole comes last, a series behind its episodes: that is what the undo is about.
 */
async function touchedBy(tx: Database, changes: readonly Change[]): Promise<RecordEdit[]> {
  const records = Map.groupBy(changes.filter(isOwnChange), ({ kind, entity_id }) => `${kind} ${entity_id}`)
  const back = Map.groupBy(
    changes.filter(({ action }) => action === 'created'),
    ({ kind }) => kind,
  )
  const wanted = [...back].map(([kind, some]) => [kind, new Set(some.map(({ entity_id }) => entity_id))] as const)
  const names = await namesOf(tx, new Map(wanted))
  const ordered = [...records].sort(([, one], [, other]) => weightOf(one) - weightOf(other))
  return ordered.map(([key, ofRecord]) => {
    const { kind, entity_id: id } = ofRecord[0] as Change
    const partNames = new Set<string>(shapeOf(kind).storedParts.map(({ name }) => name))
    // A field or a text has its column first, an entry its part.
    const places = ofRecord.map(({ place }) => place.split(/[ |]/, 1)[0] ?? '').filter((place) => place !== '')
    const values = Object.fromEntries(places.filter((place) => !partNames.has(place)).map((place) => [place, null]))
    const name = names.get(key)
    const parts = Object.fromEntries(places.filter((place) => partNames.has(place)).map((place) => [place, {}]))
    const isDeleted = name === undefined && ofRecord.some(({ action }) => action === 'destroyed')
    const named = name === undefined ? {} : { [recordKind(kind).title]: name }
    return { kind, id, values: { ...values, ...named }, parts, ...(isDeleted && { isDeleted }) }
  })
}

/** Values come before records as a whole, and episodes before their series. */
function weightOf(changes: readonly Change[]): number {
  const whole = changes.find(({ action }) => action === 'created' || action === 'destroyed')
  return whole ? recordKindNames.length - recordKindNames.indexOf(whole.kind) : 0
}

/** What comes back had been merged or deleted: whoever may do that at once may take it back. */
const sortsOfReturns = (changes: readonly Change[]): ChangeSort[] =>
  changes.flatMap(({ action, replaced }) => {
    if (action !== 'created') return []
    return replaced && fateBefore(replaced)?.is === 'merged' ? 'merge' : 'deletion'
  })

/**
 * Carries out an undo that has waited. What somebody has changed since stays as it is, as in every undo; `differences`
 * are values that it would change now and did not when it was written, because a change that is gone stood in the way.
 */
export async function applyPendingUndo(
  tx: Database,
  { account_id, source_id, note, changes: planned }: Pending,
  undoes: UndoScope,
  left: readonly Difference[],
  at: Date,
): Promise<{ edit_id: number | undefined; differences: Difference[] }> {
  const except = left.map(({ kind, entity_id, place }) => ({ kind, entity_id, place }))
  const scope = undoes.of === 'edit' && except.length > 0 ? { ...undoes, except } : undoes
  const { edit_id } = await undo(tx, scope, { account_id, source_id, note, at })
  const changes = edit_id === undefined ? [] : await changesOf(tx, edit_id)
  const then = new Map(planned.map((change) => [valuePlace(change), change]))
  const differences = changes.flatMap((change): Difference[] => {
    const isSeen = isDeepStrictEqual(then.get(valuePlace(change))?.value, change.value)
    return isSeen ? [] : [{ ...change, present: change.original_value }]
  })
  return { edit_id, differences }
}
