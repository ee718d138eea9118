import { createRequestToken, RequestToken } from '#src/accounts/request-tokens.ts'
import { keyOf } from '#src/contract/access.ts'
import { operation } from '#src/contract/operation.ts'

export const requestToken = operation('authentication.create_request_token', 'GET /3/authentication/token/new', {
  summary: 'Creates a request token, which a user then approves at the address in the header authentication-callback',
  access: 'key',
  reply: RequestToken,
  dependsOnSite: true,

  async handle({ db, caller, now, settings, site, header, clientAddress }) {
    const { tokenLifetimeMinutes: lifetimeMinutes } = settings
    const reply = await createRequestToken(db, { key_id: keyOf(caller), clientAddress, now, lifetimeMinutes })
    header('authentication-callback', `${site}/authenticate/${reply.request_token}`)
    return reply
  },
})
