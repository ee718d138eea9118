import { type Static, Type } from 'typebox'
import { signIn } from '#src/accounts/accounts.ts'
import { approveRequestToken, isWaiting, RequestToken } from '#src/accounts/request-tokens.ts'
import { keyOf } from '#src/contract/access.ts'
import { type Context, operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'

/** Far more than any name or password, so that a wrong one is answered as wrong. */
const maxLength = 1_024

const Login = Type.Object({
  username: Type.String({ minLength: 1, maxLength }),
  password: Type.String({ minLength: 1, maxLength }),
  // Always needed, but a missing one is answered like a wrong one.
  request_token: Type.Optional(Type.String({ maxLength, description: 'The token to approve; required' })),
})

const contract = {
  summary: 'Approves a request token with the name and password of a user',
  access: 'key',
  reply: RequestToken,
  refusals: [
    'credentials_required',
    'invalid_request_token',
    'invalid_credentials',
    'account_disabled',
    'second_factor_required',
    'email_unverified',
    'too_many_requests',
  ],
} as const

type Asking = Pick<Context, 'db' | 'caller' | 'now' | 'write'>

async function approve({ db, caller, now, write }: Asking, login: Static<typeof Login>) {
  const { username, password, request_token = '' } = login
  const key_id = keyOf(caller)
  // An expired token is refused before the costly part.
  if (!(await isWaiting(db, { request_token, key_id, now }))) throw new ApiError('invalid_request_token')
  const { id: account_id, password: stored } = await write(signIn, { username, password, key_id })
  const reply = await approveRequestToken(db, { request_token, key_id, now, account_id, password: stored })
  if (!reply) throw new ApiError('invalid_request_token')
  return reply
}

export const validateWithLogin = operation(
  'authentication.validate_with_login',
  'POST /3/authentication/token/validate_with_login',
  {
    ...contract,
    body: Login,
    bodyRefusal: 'credentials_required',
    handle: (context) => approve(context, context.body),
  },
)

/** The form that older clients use. */
export const validateWithLoginByGet = operation(
  'authentication.validate_with_login_by_get',
  'GET /3/authentication/token/validate_with_login',
  {
    ...contract,
    query: Login,
    queryRefusal: 'credentials_required',
    handle: (context) => approve(context, context.query),
  },
)
