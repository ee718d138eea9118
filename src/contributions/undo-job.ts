import { type Static, Type } from 'typebox'
import { numbersAtOnce, takeBackNumbers } from '#src/catalogue/edits/undo/noted-numbers.ts'
import { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import {
  changesToUndo,
  countChanges,
  notYetHandled,
  openUndo,
  recordsOf,
  type UndoPhase,
  undoPhase,
  undoPhases,
} from '#src/catalogue/edits/undo/undo.ts'
import type { Left } from '#src/catalogue/edits/undo/undo-records.ts'
import { appendChanges } from '#src/catalogue/edits/write.ts'
import { mayModerate, type Role } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { JobFailure, type JobOf, jobKind, type Step } from '#src/jobs/kind.ts'
import type { RatedKind } from '#src/kept/ratings.ts'
import { recordUndo } from './editing/undo-act.ts'
import { countKept, type KeptPhase, keptPhases, keptPhasesOf, tellOfKept, undoKept } from './undo-kept.ts'

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
const RatedKindName = Type.Unsafe<RatedKind>({ type: 'string' })
const State = Type.Object({
  /** The edit of the undo, once there is one. */
  edit_id: nullable(Type.Integer()),
  phase: Type.Integer(),
  /** The change before which the next step begins. */
  before: Type.Union([Type.Object({ edit_id: Type.Integer(), seq: Type.Integer() }), Type.Null()]),
  done: Type.Integer(),
  left: Type.Array(LeftValue),
  left_count: Type.Integer(),
  /** The rating behind which the next step of ratings begins. */
  after: Type.Optional(nullable(Type.Object({ kind: RatedKindName, entity_id: Type.Integer() }))),
  /** Changes, lists and ratings that it will look at; null if there are too many changes to count them. */
  total: Type.Optional(nullable(Type.Integer())),
})

export const firstState = { edit_id: null, phase: 0, before: null, done: 0, left: [], left_count: 0 }

const nameOf = ({ kind, id, place }: Left) => `${kind} ${id} ${place}`

type Job = JobOf<Static<typeof Input>, Static<typeof State>>

/** What an undo does, in this order: everything that edits did, then what stands in no change log. */
const phasesOf = (scope: UndoScope): readonly (UndoPhase | KeptPhase)[] => [...undoPhases, ...keptPhasesOf(scope)]

const isOfKept = (phase: UndoPhase | KeptPhase): phase is KeptPhase => (keptPhases as readonly string[]).includes(phase)

/** How much an undo will look at; null if there is too much to count it. */
async function totalOf(db: Reader, { input: { scope }, state: { total } }: Job): Promise<number | null> {
  if (total !== undefined) return total
  const [changes, { lists, ratings }] = [await countChanges(db.wide, scope), await countKept(db.wide, scope)]
  return changes === null ? null : changes + lists + ratings
}

const undoerOf = ({ account_id, input: { note, source_id }, now }: Job) => ({ account_id, source_id, note, at: now })

type Begun = { state: Static<typeof State>; scope: UndoScope; phase: UndoPhase | KeptPhase; total: number | null }
type Came = Partial<Static<typeof State>> & { isPhaseDone: boolean; done: number }

/** What a step leaves: the state after it, with the next phase where its own is done. */
function leaves({ state, scope, phase, total }: Begun, { isPhaseDone, ...came }: Came): Step<Static<typeof State>> {
  const next = state.phase + (isPhaseDone ? 1 : 0)
  return {
    state: { ...state, ...came, total, phase: next },
    progress: { phase, done: came.done, total },
    isDone: next >= phasesOf(scope).length,
  }
}

/** A step through what edits did. */
async function stepOfEdits(db: Reader, job: Job, begun: Begun & { phase: UndoPhase }) {
  const { scope, phase, state } = begun
  const before = state.before ?? undefined
  const touched = await changesToUndo(db.wide, scope, phase, before, changesOfStep)
  const fresh = await notYetHandled(db.wide, scope, phase, touched, before)
  return async (tx: Database) => {
    const undoing = await openUndo(tx, scope, undoerOf(job), state.edit_id ?? undefined)
    const { changes, left } = await undoPhase(tx, recordsOf(fresh, phase), phase, undoing)
    const last = touched.at(-1)
    const isLast = touched.length < changesOfStep
    const numbers = isLast && phase === 'remove' ? await takeBackNumbers(tx, scope) : 0
    if (numbers > 0) await undoing.open()
    const edit_id = undoing.edit_id()
    if (edit_id !== undefined) await appendChanges(tx, changes, edit_id, job.now.toISOString())
    const isPhaseDone = isLast && numbers < numbersAtOnce
    const known = new Set(state.left.map(nameOf))
    const more = left.filter((value) => !known.has(nameOf(value)))
    return leaves(begun, {
      isPhaseDone,
      edit_id: edit_id ?? null,
      before: isPhaseDone ? null : last ? { edit_id: last.edit_id, seq: last.seq } : state.before,
      done: state.done + (phase === 'give_back' ? touched.length : 0),
      left: [...state.left, ...more].slice(0, maxLeftOfJob),
      left_count: state.left_count + more.length,
    })
  }
}

/** A step through lists or ratings. */
const stepOfKept = (job: Job, begun: Begun & { phase: KeptPhase }) => async (tx: Database) => {
  const { scope, phase, state } = begun
  const undoing = await openUndo(tx, scope, undoerOf(job), state.edit_id ?? undefined)
  const undo = { open: undoing.open, reason: job.input.note }
  const { handled, isDone, after } = await undoKept(tx, scope, phase, undo, state.after ?? null)
  return leaves(begun, {
    isPhaseDone: isDone,
    edit_id: undoing.edit_id() ?? null,
    after: isDone ? null : after,
    done: state.done + handled,
  })
}

const Starter = Type.Object({ role: Type.Unsafe<Role>({ type: 'string' }) })

/** Whoever undoes what others did has to be a moderator with each step, as with each request. */
async function requireRole(tx: Database, { account_id, input: { scope } }: Job): Promise<void> {
  if (scope.of === 'account' && scope.account_id === account_id) return
  const starter = await tx.one(Starter, sql`select role from account where id = ${account_id}`)
  if (!starter || !mayModerate(starter.role)) throw new JobFailure('role_lost')
}

const StateOfJob = Type.Object({ state: State })

/**
 * Undoes many edits, by one edit of its own. Each step is one transaction with the state after it: whenever the process
 * is killed, what was done is whole, and the job goes on behind it.
 */
export const undoEditsJob = jobKind({
  name: 'undo_edits',
  input: Input,
  state: State,
  async step(db, job) {
    const { state, input } = job
    const { scope } = input
    const phase = phasesOf(scope)[state.phase] ?? 'remove'
    const begun = { state, scope, total: await totalOf(db, job) }
    const work = isOfKept(phase)
      ? stepOfKept(job, { ...begun, phase })
      : await stepOfEdits(db, job, { ...begun, phase })
    return async (tx) => {
      await requireRole(tx, job)
      return work(tx)
    }
  },
  async ended(tx, { id, account_id, input: { scope, note } }, _ending, { now }) {
    const found = await tx.one(StateOfJob, sql`select state from job where id = ${id}`)
    const edit_id = found?.state.edit_id
    if (!edit_id) return
    // Members undo nothing by jobs but what they did themselves.
    await recordUndo(tx, { edit_id, scope, isBack: false }, { account_id, note, at: now })
    if (keptPhasesOf(scope).length > 0) await tellOfKept(tx, { edit_id, by: account_id, reason: note, now })
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
export async function findUndoJob(db: Reader, id: number, account_id: number) {
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
