import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { deleteList } from '#src/contributions/lists/writes.ts'

export const remove = operation('lists.delete', 'DELETE /3/list/{list_id}', {
  summary: 'Deletes a list for good',
  access: 'session',
  reply: Status,
  answers: ['deleted'],
  refusals: ['not_found', 'edit_denied'],

  async handle({ write, params }) {
    const deleted = await write(deleteList, params)
    return deleted === undefined ? undefined : new StatusAnswer('deleted')
  },
})
