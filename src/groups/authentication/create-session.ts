import { type Static, Type } from 'typebox'
import { exchangeRequestToken } from '#src/accounts/sessions.ts'
import { keyOf } from '#src/contract/access.ts'
import { type Context, operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'

const Request = Type.Object({ request_token: Type.String({ description: 'A request token that a user has approved' }) })

export const Session = Type.Object({ success: Type.Boolean(), session_id: Type.String() }, { title: 'Session' })

const contract = {
  summary: 'Exchanges an approved request token for a session ID',
  access: 'key',
  reply: Session,
  refusals: ['session_denied'],
} as const

type Asking = Pick<Context, 'db' | 'caller' | 'now' | 'noteEvent'>

async function exchange({ db, caller, now, noteEvent }: Asking, { request_token }: Static<typeof Request>) {
  const made = await exchangeRequestToken(db, { request_token, key_id: keyOf(caller), now })
  if (!made) throw new ApiError('session_denied')
  await noteEvent('session_made', made.account_id)
  return { success: true, session_id: made.session_id }
}

export const createSession = operation('authentication.create_session', 'POST /3/authentication/session/new', {
  ...contract,
  body: Request,
  bodyRefusal: 'session_denied',
  handle: (context) => exchange(context, context.body),
})

/** The form that older clients use. */
export const createSessionByGet = operation(
  'authentication.create_session_by_get',
  'GET /3/authentication/session/new',
  {
    ...contract,
    query: Request,
    queryRefusal: 'session_denied',
    handle: (context) => exchange(context, context.query),
  },
)
