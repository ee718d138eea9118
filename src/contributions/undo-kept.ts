import { Type } from 'typebox'
import { type ActKind, recordAct } from '#src/audit/acts.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { countRows } from '#src/contract/paging.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { RatedRecord } from '#src/kept/ratings.ts'
import {
  countRatingsOfUndo,
  countRatingsSince,
  ratingsSince,
  setRatingsAside,
  turnRatings,
} from '#src/kept/ratings-aside.ts'
import { type NotificationKind, notify } from '#src/mail/notifications.ts'
import {
  countListsOfUndo,
  countListsSince,
  hideForUndo,
  listsSince,
  turnLists,
  type UndoEdit,
} from './lists/hidden-by-undo.ts'

/**
 * What an undo of everything of an account takes away besides edits, and what undoing that gives back: the lists that
 * the account has made, and its ratings. They stand in no change log, so the edit of the undo has no changes of them.
 */
export const keptPhases = ['lists', 'ratings'] as const
export type KeptPhase = (typeof keptPhases)[number]

/** Lists, and ratings, that one step takes away or gives back. */
export const listsOfStep = 10
export const ratingsOfStep = 25

export function keptPhasesOf(scope: UndoScope): KeptPhase[] {
  if (scope.of === 'edit') return scope.withKept ? [...keptPhases] : []
  if (scope.of === 'source') return []
  return keptPhases.filter((phase) => (phase === 'lists' ? scope.withLists : scope.withRatings))
}

/** How many lists and ratings an undo is about. */
export type KeptCounts = Record<KeptPhase, number>

export async function countKept(db: Reader, scope: UndoScope): Promise<KeptCounts> {
  const phases = keptPhasesOf(scope)
  const count = (phase: KeptPhase): Promise<number> | 0 => {
    if (!phases.includes(phase) || scope.of === 'source') return 0
    const isLists = phase === 'lists'
    if (scope.of === 'edit') return (isLists ? countListsOfUndo : countRatingsOfUndo)(db, scope.edit_id)
    return (isLists ? countListsSince : countRatingsSince)(db, scope.account_id, scope.since)
  }
  const [lists, ratings] = await Promise.all([count('lists'), count('ratings')])
  return { lists, ratings }
}

/** What a step has done: how many lists or ratings it has looked at, and where the next one begins. */
type KeptStep = { handled: number; isDone: boolean; after: RatedRecord | null }

/** Takes away, or gives back, the next lists or ratings of an undo. */
export async function undoKept(
  tx: Database,
  scope: UndoScope,
  phase: KeptPhase,
  undo: UndoEdit,
  after: RatedRecord | null,
): Promise<KeptStep> {
  const most = phase === 'lists' ? listsOfStep : ratingsOfStep
  const step = (handled: number, next: RatedRecord | null = null) => ({ handled, isDone: handled < most, after: next })
  if (scope.of === 'edit') {
    const { handled } =
      phase === 'lists'
        ? await turnLists(tx, scope.edit_id, undo, most)
        : await turnRatings(tx, scope.edit_id, undo.open, most)
    return step(handled)
  }
  if (scope.of === 'source') return step(0)
  const { account_id, since } = scope
  if (phase === 'lists') {
    const lists = await listsSince(tx, account_id, since, most)
    const ids = lists.map(({ id }) => id)
    await hideForUndo(tx, ids, undo)
    return step(lists.length)
  }
  const ratings = await ratingsSince(tx, account_id, since, after ?? undefined, most)
  const last = ratings.at(-1)
  if (!last) return step(0)
  await setRatingsAside(tx, account_id, ratings, await undo.open())
  return step(ratings.length, { kind: last.kind, entity_id: last.entity_id })
}

const told = {
  lists: ['lists_taken', 'lists_given_back'],
  ratings: ['ratings_taken', 'ratings_given_back'],
} as const satisfies Record<KeptPhase, readonly (ActKind & NotificationKind)[]>

/** The lists and the ratings that an undo has moved last: those that are away, and those that are back. */
const movedBy = {
  lists: (edit_id: number, isAway: boolean) => sql`
    from list_undo u join user_list l on l.id = u.list_id where u.edit_id = ${edit_id} and u.is_hidden = ${isAway}`,
  ratings: (edit_id: number, isAway: boolean) => sql`
    from kept_aside l where l.undo_edit_id = ${edit_id} and l.state = ${isAway ? 'aside' : 'moved'}`,
} as const satisfies Record<KeptPhase, unknown>

const Owner = Type.Object({ account_id: Type.Integer() })

/** Records what an undo has done to the lists and ratings of an account, and tells their owner. */
export async function tellOfKept(
  tx: Database,
  { edit_id, by, reason, now }: { edit_id: number; by: number; reason: string; now: Date },
): Promise<void> {
  for (const phase of keptPhases)
    for (const isAway of [true, false]) {
      const from = movedBy[phase](edit_id, isAway)
      const owner = await tx.one(Owner, sql`select l.account_id ${from} ${limit(1)}`)
      if (!owner || owner.account_id === by) continue
      const { account_id } = owner
      const count = await countRows(tx, from)
      const what = told[phase][isAway ? 0 : 1]
      await recordAct(tx, what, { by, reason, now }, { account_id, about: { edit_id, count } })
      await notify(tx, { account_id, what, about: { count, reason }, now })
    }
}
