import { StatementError } from '#src/catalogue/statements/check.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { DiffersNow } from '#src/contributions/editing/decide.ts'
import { decidePending } from '#src/contributions/editing/decisions.ts'
import { findPending, queuePageSize } from '#src/contributions/editing/pending.ts'
import { LockedRecord } from '#src/contributions/record-locks.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { requiredReason } from '../components/reason.ts'
import { type Answer, type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { statusPage } from '../status-page.ts'
import type { Viewer } from '../viewer.ts'
import { mayJudge } from './entry.ts'
import { namesIn, titleOf } from './words.ts'

type Context = PageContext & { viewer: Viewer }

/** Accepts or refuses the edits that are chosen, each for itself: those that need a look stay where they are. */
export const decideMany = page(`POST ${queueAddress}`, {
  access: 'account',
  // The boxes have the ids of edits in their names.
  keepsForm: true,
  async handle(context): Promise<Answer> {
    const { db, viewer, sent, isStale } = context
    if (isStale) return statusPage(context, 403, 'form_token')
    if (!(await mayJudge(db, viewer))) return statusPage(context, 403, 'forbidden')
    if (context.unstorable.size > 0) throw new ApiError('invalid_input')
    const given = new Map(sent)
    const chosen = sent.flatMap(([name]) => rowId(/^edit-(\d+)$/.exec(name)?.[1] ?? '') ?? [])
    const of = given.get('of') ?? ''
    const back = of === '' ? queueAddress : `${queueAddress}?${new URLSearchParams({ of })}`
    if (chosen.length === 0) return redirect(back, 'queue.noneChosen')
    const isRefusing = given.get('act') === 'refuse'
    const { reason, errors } = requiredReason(context, given.get('reason') ?? '')
    if (isRefusing && errors) return redirect(back, 'queue.reasonMissing')
    let left = 0
    for (const id of chosen.slice(0, queuePageSize))
      if (!(await decideOne(context, id, isRefusing ? reason : undefined))) left++
    return redirect(back, left > 0 ? 'queue.someLeft' : isRefusing ? 'queue.manyRefused' : 'queue.manyAccepted')
  },
})

/** Whether the edit was decided about; without a reason it is accepted. */
async function decideOne(context: Context, id: number, reason: string | undefined): Promise<boolean> {
  const { db, write } = context
  const pending = await findPending(db, id)
  if (!pending) return false
  const title = titleOf(context, await namesIn(context, [pending]), pending)
  if (reason !== undefined) return write(decidePending, { id, title, act: 'refuse', words: reason })
  try {
    return await write(decidePending, { id, title, act: 'accept' })
  } catch (error) {
    const isSuspended = error instanceof ApiError && error.status === 'account_disabled'
    if (isSuspended || error instanceof LockedRecord || error instanceof DiffersNow || error instanceof StatementError)
      return false
    throw error
  }
}
