import { StatementError } from '#src/catalogue/statements/check.ts'
import { ApiError } from '#src/contract/statuses.ts'
import {
  acceptEdit,
  answerQuestion,
  askAuthor,
  DiffersNow,
  refuseEdit,
  withdrawEdit,
} from '#src/contributions/editing/decide.ts'
import { findWaiting, type Waiting } from '#src/contributions/editing/waiting.ts'
import { LockedRecord } from '#src/contributions/record-locks.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { requiredReason } from '../components/reason.ts'
import { type Answer, type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { statusPage } from '../status-page.ts'
import type { Viewer } from '../viewer.ts'
import { mayJudge } from './entry.ts'
import { onePage } from './one.ts'
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
    const waiting = id === undefined ? undefined : await findWaiting(db, id)
    const isOwn = waiting?.account_id === viewer.id
    if (!isOwn && !(await mayJudge(db, viewer))) return statusPage(context, 403, 'forbidden')
    if (!waiting) return redirect(queueAddress, 'queue.decided')
    const title = titleOf(context, await namesIn(context, [waiting]), waiting)
    return isOwn ? actAsAuthor(context, waiting, title) : judge(context, waiting, title)
  },
})

async function actAsAuthor(context: Context, waiting: Waiting, title: string): Promise<Answer> {
  const { writable, viewer, now, form } = context
  const own = { id: waiting.id, account_id: viewer.id, title, now }
  if (form.act === 'withdraw')
    return redirect(queueAddress, (await withdrawEdit(writable, own)) ? 'queue.withdrawn' : 'queue.decided')
  if (form.act !== 'answer') return statusPage(context, 403, 'forbidden')
  const { reason: answer, errors } = requiredReason(context, form.words)
  if (errors) return onePage(context, waiting, true, { filled: { values: form, errors: { words: errors.reason } } })
  const isDone = await answerQuestion(writable, { ...own, answer })
  return redirect(`${queueAddress}/${waiting.id}`, isDone ? 'queue.answered' : 'queue.decided')
}

async function judge(context: Context, waiting: Waiting, title: string): Promise<Answer> {
  const { writable, viewer, now, form } = context
  const judgement = { id: waiting.id, moderator_id: viewer.id, title, now }
  if (form.act === 'refuse') {
    const { reason, errors } = requiredReason(context, form.reason)
    if (errors) return onePage(context, waiting, false, { filled: { values: form, errors } })
    const isDone = await refuseEdit(writable, { ...judgement, reason })
    return redirect(queueAddress, isDone ? 'queue.refused' : 'queue.decided')
  }
  if (form.act === 'ask') {
    const { reason: question, errors } = requiredReason(context, form.words)
    if (errors) return onePage(context, waiting, false, { filled: { values: form, errors: { words: errors.reason } } })
    const isDone = await askAuthor(writable, { ...judgement, question })
    return redirect(queueAddress, isDone ? 'queue.asked' : 'queue.decided')
  }
  return accept(context, waiting, judgement)
}

async function accept(
  context: Context,
  waiting: Waiting,
  judgement: Parameters<typeof acceptEdit>[1],
): Promise<Answer> {
  const { writable, form, texts } = context
  const isSettled = form.act === 'mine' || form.act === 'theirs'
  const settlement = isSettled ? { seen: form.seen, isAuthors: form.act === 'mine' } : undefined
  try {
    const isDone = await acceptEdit(writable, judgement, settlement)
    return redirect(queueAddress, isDone ? 'queue.accepted' : 'queue.decided')
  } catch (error) {
    if (error instanceof ApiError && error.status === 'account_disabled')
      return onePage(context, waiting, false, { message: texts.queue.suspended })
    if (error instanceof LockedRecord) return onePage(context, waiting, false, { message: texts.queue.locked })
    if (error instanceof StatementError) return onePage(context, waiting, false, { message: texts.queue.wrong })
    if (!(error instanceof DiffersNow)) throw error
    if (error.isGone) return onePage(context, waiting, false, { message: texts.queue.gone })
    return onePage(context, waiting, false, { differing: error })
  }
}
