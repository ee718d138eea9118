import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { RecordSnapshot, Replaced } from '../replaced.ts'
import type { Before } from './restore.ts'

export const LoggedChange = Type.Object({
  seq: Type.Integer(),
  edit_id: Type.Integer(),
  account_id: nullable(Type.Integer()),
  entity_id: Type.Integer(),
  place: Type.String(),
  action: Type.String(),
  original_value: Type.Unknown(),
  replaced: Type.Unsafe<Replaced | null>(Type.Unknown()),
  is_undone: Type.Boolean(),
})
/** A change of a record; `is_undone` if it is one of those that are to be undone. */
export type LoggedChange = Static<typeof LoggedChange>

/** Why a value stays as it is, although a change of it should be undone. */
export const leftReasons = [
  /** Somebody has changed it since, and that is not undone. */
  'changed_since',
  /** The undone changes created or deleted the record, and somebody else has changed it since. */
  'record_changed_since',
  /** The record is gone, but not because of the undone changes. */
  'record_gone',
  /** Something else refers to the record, or belongs to it. */
  'in_use',
  /** It refers to something that is gone. */
  'reference_gone',
  /** The series or season that it belongs to is gone, or its number is taken. */
  'no_place',
  /** It is a review that its author has removed. */
  'removed_by_author',
  /** The change is from before the log knew what it replaced. */
  'unknown_before',
] as const
export type LeftReason = (typeof leftReasons)[number]

/** A value that stays, or a whole record if the place is empty, and the edit that is in the way. */
export type LeftValue = { place: string; reason: LeftReason; edit_id: number | null }

/** What should become of a record. */
export type Decision = {
  /**
   * `stay`: it is there, or not, as before. `bring back`: as it was in the snapshot. `remove`: an undone change created
   * it; `before` says what it was before that, if it was deleted or merged.
   */
  record: { is: 'stay' } | { is: 'bring back'; snapshot: RecordSnapshot } | { is: 'remove'; before: Replaced | null }
  /** What is restored, each value at most once. */
  values: Before[]
  left: LeftValue[]
}

const isOfRecord = ({ action }: LoggedChange) => action === 'created' || action === 'destroyed'

/** The first of the changes that are undone without a break up to the last one; 0 if all are. */
const startOfRun = (changes: readonly LoggedChange[]): number =>
  changes.findLastIndex(({ is_undone }) => !is_undone) + 1

/**
 * What undoing means for a record, from its changes, the oldest first, without what children have left on it. A value
 * whose last change is undone becomes what it was before the unbroken run of undone changes that ends there. The
 * existence of a record is one such value, and every other change of the record is a change of it, too.
 */
export function decide(changes: readonly LoggedChange[], isThere: boolean): Decision {
  const stay: Decision['record'] = { is: 'stay' }
  const undone = changes.filter(({ is_undone }) => is_undone)
  if (undone.length === 0) return { record: stay, values: [], left: [] }
  const run = changes.slice(startOfRun(changes))
  const turn = run.find(isOfRecord)
  if (turn?.action === 'created') {
    return { record: isThere ? { is: 'remove', before: turn.replaced } : stay, values: [], left: [] }
  }
  if (turn) {
    const snapshot = turn.replaced?.record
    if (!snapshot) return { record: stay, values: [], left: [leftRecord('unknown_before', turn)] }
    return { record: { is: 'bring back', snapshot }, ...ofValues(sinceMade(changes.slice(0, changes.indexOf(turn)))) }
  }
  if (!isThere) return { record: stay, values: [], left: [leftRecord('record_gone', changes.findLast(isOfRecord))] }
  const { values, left } = ofValues(sinceMade(changes))
  const turns = undone.filter(isOfRecord)
  if (turns.length === 0) return { record: stay, values, left }
  // Somebody else has changed it since it was created, or created it again since it was deleted.
  const later = changes.find((change) => !change.is_undone && change.seq > (turns.at(-1) as LoggedChange).seq)
  return { record: stay, values, left: [leftRecord('record_changed_since', later), ...left] }
}

const leftRecord = (reason: LeftReason, by: LoggedChange | undefined): LeftValue => ({
  place: '',
  reason,
  edit_id: by?.edit_id ?? null,
})

/** The changes of values since the record was made for the last time. */
const sinceMade = (changes: readonly LoggedChange[]): LoggedChange[] =>
  changes.slice(changes.findLastIndex(isOfRecord) + 1)

function ofValues(changes: readonly LoggedChange[]): Pick<Decision, 'values' | 'left'> {
  const values: Before[] = []
  const left: LeftValue[] = []
  for (const [place, ofPlace] of Map.groupBy(changes, ({ place }) => place)) {
    const last = ofPlace.at(-1) as LoggedChange
    if (!last.is_undone) {
      if (ofPlace.some(({ is_undone }) => is_undone))
        left.push({ place, reason: 'changed_since', edit_id: last.edit_id })
      continue
    }
    const first = ofPlace[startOfRun(ofPlace)] as LoggedChange
    const { original_value, replaced, account_id } = first
    if (replaced) values.push({ place, original_value, replaced, account_id })
    else left.push({ place, reason: 'unknown_before', edit_id: first.edit_id })
  }
  return { values, left }
}
