import { StatementError } from '#src/catalogue/statements/check.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { DiffersNow } from '#src/contributions/editing/decide.ts'
import { decidePending } from '#src/contributions/editing/decisions.ts'
import { findPending, type Pending } from '#src/contributions/editing/pending.ts'
import { LockedRecord } from '#src/contributions/record-locks.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { requiredReason } from '../components/reason.ts'
import { type Answer, type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { statusPage } from '../status-page.ts'
import type { Viewer } from '../viewer.ts'
import { mayJudge } from './entry.ts'
import { onePage } from './one-edit.ts'
import { namesIn, titleOf } from './words.ts'

type Sent = 'act' | 'reason' | 'words' | 'seen'
type Context = PageContext<string, string, Sent, Viewer>

/** Accepts or refuses an edit that waits, or asks its author; authors answer, or take it back. */
export const decide = page(`POST ${queueAddress}/{edit}`, {
  access: 'account',
  form: ['act', 'reason', 'words', 'seen'],
  async handle(context): Promise<Answer> {
    const { db, viewer, params } = context
    const id = rowId(params.edit)
    const pending = id === undefined ? undefined : await findPending(db, id)
    const isOwn = pending?.account_id === viewer.id
    if (!isOwn && !(await mayJudge(db, viewer))) return statusPage(context, 403, 'forbidden')
    if (!pending) return redirect(queueAddress, 'queue.decided')
    const title = titleOf(context, await namesIn(context, [pending]), pending)
    return isOwn ? actAsAuthor(context, pending, title) : judge(context, pending, title)
  },
})

async function actAsAuthor(context: Context, pending: Pending, title: string): Promise<Answer> {
  const { write, form } = context
  const own = { id: pending.id, title }
  if (form.act === 'withdraw') {
    const isDone = await write(decidePending, { ...own, act: 'withdraw' })
    return redirect(queueAddress, isDone ? 'queue.withdrawn' : 'queue.decided')
  }
  if (form.act !== 'answer') return statusPage(context, 403, 'forbidden')
  const { reason: words, errors } = requiredReason(context, form.words)
  if (errors) return onePage(context, pending, true, { filled: { values: form, errors: { words: errors.reason } } })
  const isDone = await write(decidePending, { ...own, act: 'answer', words })
  return redirect(`${queueAddress}/${pending.id}`, isDone ? 'queue.answered' : 'queue.decided')
}

async function judge(context: Context, pending: Pending, title: string): Promise<Answer> {
  const { write, form } = context
  const judged = { id: pending.id, title }
  if (form.act === 'refuse') {
    const { reason: words, errors } = requiredReason(context, form.reason)
    if (errors) return onePage(context, pending, false, { filled: { values: form, errors } })
    const isDone = await write(decidePending, { ...judged, act: 'refuse', words })
    return redirect(queueAddress, isDone ? 'queue.refused' : 'queue.decided')
  }
  if (form.act === 'ask') {
    const { reason: words, errors } = requiredReason(context, form.words)
    if (errors) return onePage(context, pending, false, { filled: { values: form, errors: { words: errors.reason } } })
    const isDone = await write(decidePending, { ...judged, act: 'ask', words })
    return redirect(queueAddress, isDone ? 'queue.asked' : 'queue.decided')
  }
  return accept(context, pending, title)
}

async function accept(context: Context, pending: Pending, title: string): Promise<Answer> {
  const { write, form, texts } = context
  const isSettled = form.act === 'mine' || form.act === 'theirs'
  const settlement = isSettled ? { seen: form.seen, isAuthors: form.act === 'mine' } : undefined
  try {
    const isDone = await write(decidePending, { id: pending.id, title, act: 'accept', settlement })
    return redirect(queueAddress, isDone ? 'queue.accepted' : 'queue.decided')
  } catch (error) {
    if (error instanceof ApiError && error.status === 'account_disabled')
      return onePage(context, pending, false, { message: texts.queue.suspended })
    if (error instanceof LockedRecord) return onePage(context, pending, false, { message: texts.queue.locked })
    if (error instanceof StatementError) return onePage(context, pending, false, { message: texts.queue.wrong })
    if (!(error instanceof DiffersNow)) throw error
    if (error.isGone) return onePage(context, pending, false, { message: texts.queue.gone })
    return onePage(context, pending, false, { differing: error })
  }
}
