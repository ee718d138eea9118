import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { changeList, deleteList } from '#src/contributions/lists/lists.ts'

export const remove = operation('lists.delete', 'DELETE /3/list/{list_id}', {
  summary: 'Deletes a list for good',
  access: 'session',
  reply: Status,
  answers: ['deleted'],
  refusals: ['not_found', 'edit_denied'],

  async handle({ db, caller, now, params }) {
    const { id: account_id } = caller.account
    await spendFromHour(db, account_id, 'list_change', now)
    const deleted = await changeList(db, { id: params.list_id, account_id, now }, (tx, { id }) => deleteList(tx, id))
    return deleted === undefined ? undefined : new StatusAnswer('deleted')
  },
})
