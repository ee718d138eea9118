import { Type } from 'typebox'
import { clientOf, takeAttempt, takeBack } from '#src/accounts/attempts.ts'
import { exchangeAccessToken } from '#src/accounts/sessions.ts'
import { keyOf } from '#src/contract/access.ts'
import { operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { Session } from './create-session.ts'

export const convertToken = operation(
  'authentication.convert_access_token',
  'POST /3/authentication/session/convert/4',
  {
    summary:
      'Exchanges a personal access token for a session ID. The session has the scopes of the token and ends ' +
      'with it',
    access: 'key',
    body: Type.Object({ access_token: Type.String({ description: 'An access token that a user has created' }) }),
    bodyRefusal: 'invalid_token',
    reply: Session,
    refusals: ['invalid_token', 'too_many_requests'],

    async handle({ db, caller, now, body, clientAddress, noteEvent }) {
      const attempt = ['token_from_address', clientOf(clientAddress ?? '')] as const
      await takeAttempt(db, [attempt], now)
      const { access_token } = body
      const made = await exchangeAccessToken(db, { access_token, key_id: keyOf(caller), now })
      if (!made) throw new ApiError('invalid_token')
      await takeBack(db, attempt)
      await noteEvent('session_made', made.account_id)
      return { success: true, session_id: made.session_id }
    },
  },
)
