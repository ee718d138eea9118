import { operation } from '#src/contract/operation.ts'
import { findAnyPending } from '#src/contributions/editing/pending.ts'
import { mayJudge } from '#src/contributions/trust.ts'
import { PendingEdit, pendingShown } from './shapes.ts'

export const details = operation('queue.details', 'GET /commons/1/queue/{waiting_id}', {
  summary:
    'An edit that is or was pending, with the outcome: for its author, and for moderators and trusted members with ' +
    'the scope `moderate`',
  access: 'session',
  reply: PendingEdit,

  async handle({ db, caller, params: { waiting_id } }) {
    const pending = await findAnyPending(db, waiting_id)
    const isOwn = pending?.account_id === caller.account.id
    // Others do not learn whether there is such an edit.
    return pending && (isOwn || (await mayJudge(db, caller.account))) ? pendingShown(pending) : undefined
  },
})
