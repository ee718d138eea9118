import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '#src/config.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type IsOfApp, isFromOtherSite } from './hosts/app-hosts.ts'

/** A year. */
const TRANSPORT_SECONDS = 31_536_000

/** Headers by their name. */
export type CommonHeaders = Readonly<Record<string, string>>

/** Headers of every reply: pages of any site may read it, and no browser guesses its type. */
export const commonHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'date, etag, retry-after, ratelimit, ratelimit-policy, x-memc, x-memc-age, x-memc-expires, x-memc-key',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Headers that programs in browsers send. */
const sentByPages =
  'authorization, content-type, accept, cache-control, if-none-match, last-event-id, pragma, x-requested-with'

/** What replies depend on besides the address. */
export const vary = 'Origin, Accept-Encoding, Authorization'

/** Tells browsers to use https for a year, if the configured site does; on every reply, whichever code sends it. */
export function transportHeaders({ site, hstsSubdomains }: Config): CommonHeaders {
  if (!/^https:/i.test(site)) return {}
  return { 'strict-transport-security': `max-age=${TRANSPORT_SECONDS}${hstsSubdomains ? '; includeSubDomains' : ''}` }
}

/** Common headers of an application. */
export const headersBy = (config: Config): CommonHeaders => ({
  ...commonHeaders,
  ...transportHeaders(config),
})

/** The name of the header that lets pages of other sites read a reply. */
const openTo = 'access-control-allow-origin'
/** What these pages see of its headers. */
const shownTo = 'access-control-expose-headers'
/** Instead of it: pages of other sites neither read nor embed a reply. */
const closed = { 'cross-origin-resource-policy': 'same-origin' }

/** Headers of replies that pages of other sites must not see. */
export function withoutOtherSites({ [openTo]: _, [shownTo]: _names, ...headers }: CommonHeaders): CommonHeaders {
  return { ...headers, ...closed }
}

/** Pages of other sites do not read a reply. */
export const hideFromOtherSites = (reply: FastifyReply) => reply.removeHeader(openTo).removeHeader(shownTo)

/** Pages of other sites neither read nor embed a reply. */
export const closeToOtherSites = (reply: FastifyReply) => void hideFromOtherSites(reply).headers(closed)

/**
 * Adds the common headers, and answers OPTIONS. Under the names of `appHosts` no page of another site gets leave to
 * ask: such a request says nothing of the key that the next one has.
 */
export function addHeaders(app: FastifyInstance, config: Config, isOfApp: IsOfApp) {
  const headers = { vary, ...headersBy(config) }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.method !== 'OPTIONS') return done()
    if (isOfApp(request)) {
      closeToOtherSites(reply)
      if (isFromOtherSite(request)) return done(new ApiError('page_of_other_site'))
    }
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, DELETE')
    reply.header('access-control-allow-headers', sentByPages)
    reply.header('access-control-max-age', '86400')
    reply.code(204).send()
  })
}
