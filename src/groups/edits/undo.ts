import { type Static, Type } from 'typebox'
import { isOwnChange } from '#src/catalogue/edits/change.ts'
import { findEdit, lastEdit } from '#src/catalogue/edits/history.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { countEdits, type Outcome, TooMuchToUndo } from '#src/catalogue/edits/undo/undo.ts'
import { findSource } from '#src/catalogue/sources.ts'
import { mayModerate, type Role, requireModerator } from '#src/contract/access.ts'
import { operation } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { undoByRules } from '#src/contributions/editing/undo.ts'
import { editorIn, requireEditor, standingOf } from '#src/contributions/trust.ts'
import { firstState, undoEditsJob } from '#src/contributions/undo-job.ts'
import { countKept, type KeptCounts, keptPhasesOf } from '#src/contributions/undo-kept.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { accountNamed, ChangeOfEdit, changeShown, KindOfRecord, LeftValue, reasonFields } from './shapes.ts'

const moment = '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z)?$'
const EditId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The edit to undo' })

const body = Type.Object({
  edit_id: Type.Optional(EditId),
  kind: Type.Optional(KindOfRecord),
  id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxId, description: 'Only what the edit changed in this record' }),
  ),
  place: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Only this value of the record, as named in changes' }),
  ),
  account: Type.Optional(Type.String({ maxLength: 100, description: 'All edits of the account with this user name' })),
  source_id: Type.Optional(Type.String({ maxLength: 100, description: 'All edits from this source' })),
  since: Type.Optional(
    Type.String({
      pattern: moment,
      description: 'With an account or a source: only edits since this date or time in UTC',
    }),
  ),
  with_reviews: Type.Optional(Type.Boolean({ description: 'With an account: include its reviews' })),
  with_lists: Type.Optional(
    Type.Boolean({ description: "With somebody else's account: hide the lists created since then" }),
  ),
  with_ratings: Type.Optional(
    Type.Boolean({
      description: "With somebody else's account: set aside the ratings given since then, so that they no longer count",
    }),
  ),
  note: reasonFields.note,
  dry_run: Type.Optional(Type.Boolean({ description: 'Shows what would happen, without changing anything' })),
})
type Body = Static<typeof body>

const reply = Type.Object(
  {
    edit_id: nullable(Type.Integer({ description: 'Edit that the undo made; null if nothing has been changed yet' })),
    waits: Type.Boolean({
      description: 'Whether the edit is pending; `changes` then lists what it would change',
    }),
    job_id: nullable(Type.Integer({ description: 'Job that does the undo; null if there is none' })),
    change_count: nullable(Type.Integer({ description: 'Number of changes undone; null if a job does it' })),
    edit_count: nullable(
      Type.Integer({ description: 'With `dry_run`, if a job would do it: the number of edits to undo' }),
    ),
    changes: Type.Array(ChangeOfEdit, {
      description: 'With `dry_run`, if a job would do it: only the changes of the latest records',
    }),
    left: Type.Array(LeftValue),
    number_count: Type.Integer({
      description: 'Number of IDs that an import had found for records, and that stop working',
    }),
    list_count: Type.Integer({ description: 'Number of lists that are hidden or shown again' }),
    rating_count: Type.Integer({ description: 'Number of ratings that are set aside or given back' }),
  },
  { title: 'UndoOutcome' },
)
type Reply = Static<typeof reply>

export const undo = operation('edits.undo', 'POST /commons/1/undo', {
  summary:
    'Undoes an edit, what it did to one record or one value, or everything that an account or a source has ' +
    'changed since a given time. Values become what they were before, with their sources; what somebody else ' +
    'has changed since stays and is listed in `left`. An undo is an edit, so it can be undone, too. If it ' +
    "affects many records, it becomes a job. Undoing somebody else's edit stays pending until a moderator " +
    'has checked it if such an edit would: for new members always, for others if it deletes or brings back ' +
    'records, or changes external IDs, well-known titles or many records. What has changed by then stays, as ' +
    'in every undo. Only moderators can undo everything that a source or another account has changed. They ' +
    'can also hide the lists of the account and set its ratings aside: this is a job, needs a note, which ' +
    'the owner reads, and is reversed when a moderator undoes it',
  access: 'session',
  scope: 'edit',
  body,
  reply,
  refusals: ['not_found', 'edit_denied', 'email_unverified', 'invalid_date'],

  handle: ({ write, body }) => write(undoing, body),
})

/** Each undo costs one. Looking what it would do costs nothing: whoever opens its page has done nothing yet. */
const undoing = write('edited_record', async (writing, body: Body): Promise<Reply> => {
  const { db, account, now, settings, take } = writing
  const { id: account_id, role, withheld } = account
  await requireEditor(db, account_id)
  const scope = await scopeOf(db, body, role)
  const isOwn = scope.of === 'account' && scope.account_id === account_id
  if (scope.of !== 'edit' && !isOwn) requireModerator(account)
  // Lists and ratings of one's own are for oneself to delete.
  if (isOwn && keptPhasesOf(scope).length > 0) throw new ApiError('edit_denied')
  const standing = await standingOf(db, { account_id, role, withheld }, settings.editsOfNewMembers)
  const isOfOther = scope.of === 'edit' && (await findEdit(db, scope.edit_id))?.account_id !== account_id
  const { source_id } = editorIn(writing)
  const { note = '', dry_run: isDryRun = false } = body
  if (!isDryRun) await take()
  const undoer = { account_id, source_id, note, at: now }
  const kept = await countKept(db.wide, scope)
  const hasKept = kept.lists + kept.ratings > 0
  if (hasKept && !isDryRun && note.trim() === '') throw new ApiError('invalid_parameters')
  const byRules = { standing, isOfOther, isDryRun }
  // What belongs to somebody is the work of a job.
  const outcome = hasKept && !isDryRun ? undefined : await undoneAtOnce(db, scope, undoer, byRules)
  if (outcome) return replyOf(outcome, kept)
  // What many have seen is no matter of one person.
  if (!isOwn) requireModerator(account)
  if (isDryRun || !mayModerate(role)) {
    // Of a long one, only the beginning is checked for locks.
    const sample = await undoByRules(db, scope, undoer, { ...byRules, isDryRun: true, isSample: true })
    if (isDryRun) return { ...replyOf(sample, kept), change_count: null, edit_count: await countEdits(db.wide, scope) }
  }
  const job = { account_id, input: { scope, note, source_id }, state: firstState, phase: 'bring_back', now }
  const job_id = await startJob(db, undoEditsJob, job)
  if (job_id === undefined) throw new ApiError('too_many_requests')
  return { ...replyOf(nothingYet, kept), job_id, change_count: null }
})

/** What a job has done when it is started. */
const nothingYet = { edit_id: undefined, waits: false, change_count: 0, number_count: 0, changes: [], left: [] }

type ByRules = Parameters<typeof undoByRules>

/** Undoes a few changes, or says what that would do; undefined if a job has to do it. */
const undoneAtOnce = (db: Database, scope: UndoScope, undoer: ByRules[2], byRules: ByRules[3]) =>
  undoByRules(db, scope, undoer, byRules).catch((error: unknown) => {
    if (error instanceof TooMuchToUndo) return undefined
    throw error
  })

function replyOf(outcome: Outcome & { waits: boolean }, { lists, ratings }: KeptCounts): Reply {
  const { edit_id, waits, change_count, number_count, changes, left } = outcome
  return {
    ...{ edit_id: edit_id ?? null, waits, job_id: null, change_count, edit_count: null },
    changes: changes.filter((change) => isOwnChange(change)).map(changeShown),
    ...{ left, number_count, list_count: lists, rating_count: ratings },
  }
}

/** What a request undoes. Throws `invalid_parameters` unless it names exactly one thing. */
async function scopeOf(db: Reader, body: Body, role: Role): Promise<UndoScope> {
  const { edit_id, kind, id, place, account, source_id, since } = body
  const named = [edit_id, account, source_id].filter((each) => each !== undefined)
  if (named.length !== 1) throw new ApiError('invalid_parameters')
  if (edit_id !== undefined) {
    const isPart = kind !== undefined && id !== undefined
    if (since !== undefined || isPart !== (kind !== undefined || id !== undefined) || (place !== undefined && !isPart))
      throw new ApiError('invalid_parameters')
    const edit = await findEdit(db, edit_id)
    if (!edit) throw new ApiError('not_found')
    if (isPart) return { of: 'edit', edit_id, kind, id, ...(place !== undefined && { place }) }
    // Lists and ratings are restored with the undo that removed them, by those who may remove them.
    return { of: 'edit', edit_id, ...(mayModerate(role) && reachesKept(edit.undoes) && { withKept: true }) }
  }
  if (since === undefined || kind !== undefined || place !== undefined) throw new ApiError('invalid_parameters')
  const at = new Date(since)
  if (Number.isNaN(at.getTime())) throw new ApiError('invalid_date')
  const moments = { since: at.toISOString(), until: Math.max(1, await lastEdit(db)) }
  if (source_id !== undefined) {
    if (!(await findSource(db, source_id))) throw new ApiError('not_found')
    return { of: 'source', source_id, ...moments }
  }
  const account_id = await accountNamed(db, account ?? '')
  if (account_id === undefined) throw new ApiError('not_found')
  const { with_reviews: withReviews = false, with_lists: withLists, with_ratings: withRatings } = body
  const further = { ...(withLists && { withLists }), ...(withRatings && { withRatings }) }
  return { of: 'account', account_id, ...moments, withReviews, ...further }
}

/** Whether an undo was about more of an account than its edits, or has taken such an undo back. */
const reachesKept = (undoes: UndoScope | null): boolean =>
  (undoes?.of === 'account' && (undoes.withReviews || keptPhasesOf(undoes).length > 0)) ||
  (undoes?.of === 'edit' && undoes.withKept === true)
