import { Type } from 'typebox'
import { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import {
  changesToUndo,
  countChanges,
  notYetHandled,
  openUndo,
  recordsOf,
  undoPhase,
  undoPhases,
} from '#src/catalogue/edits/undo/undo.ts'
import type { Left } from '#src/catalogue/edits/undo/undo-records.ts'
import { appendChanges } from '#src/catalogue/edits/write.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { jobKind } from '#src/jobs/kind.ts'

/**
 * Changes that one step looks at: so few that those who read meanwhile hardly notice, which costs some more steps.
 */
export const changesOfStep = 25
/** Values that stayed as they are, of which a job remembers which ones they are. */
export const maxLeftOfJob = 100

const Input = Type.Object({
  scope: UndoScope,
  note: Type.String(),
  source_id: Type.String(),
})
const LeftValue = Type.Unsafe<Left>(
  Type.Object({
    kind: Type.String(),
    id: Type.Integer(),
    place: Type.String(),
    reason: Type.String(),
    edit_id: Type.Union([Type.Integer(), Type.Null()]),
  }),
)
const State = Type.Object({
  /** The edit of the undo, once there is one. */
  edit_id: nullable(Type.Integer()),
  phase: Type.Integer(),
  /** The change before which the next step begins. */
  before: Type.Union([Type.Object({ edit_id: Type.Integer(), seq: Type.Integer() }), Type.Null()]),
  done: Type.Integer(),
  left: Type.Array(LeftValue),
  left_count: Type.Integer(),
  /** Changes that it will look at; null if there are too many to count them. */
  total: Type.Optional(nullable(Type.Integer())),
})

export const firstState = { edit_id: null, phase: 0, before: null, done: 0, left: [], left_count: 0 }

const nameOf = ({ kind, id, place }: Left) => `${kind} ${id} ${place}`

/**
 * Undoes many edits, by one edit of its own. Each step is one transaction with the state after it: whenever the process
 * is killed, what was done is whole, and the job goes on behind it.
 */
export const undoEditsJob = jobKind({
  name: 'undo_edits',
  input: Input,
  state: State,
  async step(db, { account_id, input: { scope, note, source_id }, state, now }) {
    const phase = undoPhases[state.phase] ?? 'remove'
    const { total = await countChanges(db.wide, scope) } = state
    const before = state.before ?? undefined
    const touched = await changesToUndo(db.wide, scope, phase, before, changesOfStep)
    const fresh = await notYetHandled(db.wide, scope, phase, touched, before)
    return async (tx) => {
      const undoing = await openUndo(tx, scope, { account_id, source_id, note, at: now }, state.edit_id ?? undefined)
      const { changes, left } = await undoPhase(tx, recordsOf(fresh, phase), phase, undoing)
      const edit_id = undoing.edit_id()
      if (edit_id !== undefined) await appendChanges(tx, changes, edit_id, now.toISOString())
      const last = touched.at(-1)
      const isPhaseDone = touched.length < changesOfStep
      const known = new Set(state.left.map(nameOf))
      const more = left.filter((value) => !known.has(nameOf(value)))
      const done = state.done + (phase === 'give_back' ? touched.length : 0)
      return {
        state: {
          edit_id: edit_id ?? null,
          phase: state.phase + (isPhaseDone ? 1 : 0),
          before: isPhaseDone || !last ? null : { edit_id: last.edit_id, seq: last.seq },
          done,
          left: [...state.left, ...more].slice(0, maxLeftOfJob),
          left_count: state.left_count + more.length,
          total,
        },
        progress: { phase, done, total },
        isDone: isPhaseDone && phase === 'remove',
      }
    }
  },
})

const Found = Type.Object({
  status: Type.String(),
  phase: Type.String(),
  done: Type.Integer(),
  total: nullable(Type.Integer()),
  failure: Type.String(),
  cancelled_at: nullable(Type.String()),
  state: State,
})

/** How far an undo of an account has come; undefined if there is none. */
export async function findUndoJob(db: Database, id: number, account_id: number) {
  const found = await db.one(
    Found,
    sql`
    select status, phase, done, total, failure, cancelled_at, state from job
    where id = ${id} and account_id = ${account_id} and kind = ${undoEditsJob.name}`,
  )
  if (!found) return undefined
  const { state, ...job } = found
  return { ...job, edit_id: state.edit_id, left_count: state.left_count, left: state.left }
}
