import { Type } from 'typebox'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { DiffersNow, digestOfDifferences } from '#src/contributions/editing/decide.ts'
import { decidePending } from '#src/contributions/editing/decisions.ts'
import { findPending, titleOfPending } from '#src/contributions/editing/pending.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { isJudge, mayJudge } from '#src/contributions/trust.ts'
import { changeShown } from '../edits/shapes.ts'

const acts = ['accept', 'refuse', 'ask', 'answer', 'withdraw'] as const
type Body = { act: (typeof acts)[number]; words?: string; values?: 'of_edit' | 'present'; seen?: string }

export const decide = operation('queue.decide', 'POST /commons/1/queue/{waiting_id}', {
  summary:
    'Accepts or rejects a pending edit, or asks its author a question, with the scope `moderate`; authors answer, ' +
    'or withdraw the edit. ' +
    'If values have changed since, accepting is refused with 409, and the reply lists `differences`. Accept ' +
    'again with `values`, which says whose values count, and with `seen` from that reply',
  access: 'session',
  scope: 'edit',
  body: Type.Object({
    act: Type.Unsafe<Body['act']>({ type: 'string', enum: [...acts] }),
    words: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: maxReasonLength,
        description: 'The reason, the question or the answer; its reader is notified',
      }),
    ),
    values: Type.Optional(Type.Unsafe<NonNullable<Body['values']>>({ type: 'string', enum: ['of_edit', 'present'] })),
    seen: Type.Optional(
      Type.String({ maxLength: 64, description: '`seen` from the reply that lists the differences' }),
    ),
  }),
  reply: Status,
  answers: ['updated'],
  refusals: ['not_found', 'edit_denied', 'edit_conflict'],

  async handle({ db, write, caller, body, params: { waiting_id } }) {
    const pending = await findPending(db, waiting_id)
    const isOwn = pending?.account_id === caller.account.id
    const isForAuthor = body.act === 'answer' || body.act === 'withdraw'
    // Others do not learn whether there is such an edit.
    if (!isOwn && !(await mayJudge(db, caller.account)))
      throw new ApiError((await isJudge(db, caller.account)) ? 'token_scope_missing' : 'not_found')
    if (!pending) throw new ApiError('not_found')
    if (isOwn !== isForAuthor) throw new ApiError('edit_denied')
    if (body.words === undefined && ['refuse', 'ask', 'answer'].includes(body.act))
      throw new ApiError('invalid_parameters')
    const title = await titleOfPending(db, pending.records)
    const decided = { id: pending.id, title, ...decidedIn(body) }
    if (!(await write(decidePending, decided).catch(tellConflict))) throw new ApiError('not_found')
    return new StatusAnswer('updated')
  },
})

function decidedIn({ act, words = '', values, seen = '' }: Body) {
  if (act === 'accept') return { act, settlement: values && { seen, isAuthors: values === 'of_edit' } }
  return act === 'withdraw' ? { act } : { act, words }
}

/** What an edit cannot be accepted for, as clients read it. */
function tellConflict(error: unknown): never {
  if (error instanceof StatementError) throw new ApiError('edit_conflict', undefined, { faults: error.faults })
  if (!(error instanceof DiffersNow)) throw error
  const { differences, isGone } = error
  const shown = differences.map(({ present, ...change }) => ({ ...changeShown(change), present }))
  const more = { is_gone: isGone, differences: shown, seen: digestOfDifferences(differences) }
  throw new ApiError('edit_conflict', undefined, more)
}
