import { Type } from 'typebox'
import { endSession } from '#src/accounts/sessions.ts'
import { operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'

export const deleteSession = operation('authentication.delete_session', 'DELETE /3/authentication/session', {
  summary: 'Ends a session',
  access: 'key',
  body: Type.Object({
    session_id: Type.String({ description: 'The session to end; it can also be sent in the query' }),
  }),
  bodyRefusal: 'invalid_id',
  reply: Type.Object({ success: Type.Boolean() }, { title: 'SuccessOnly' }),
  refusals: ['invalid_id'],

  async handle({ db, body }) {
    if (!(await endSession(db, body.session_id))) throw new ApiError('invalid_id')
    return { success: true }
  },
})
