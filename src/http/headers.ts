import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/config.ts'

/** A year. */
const TRANSPORT_SECONDS = 31_536_000

/** Headers by their name. */
export type CommonHeaders = Readonly<Record<string, string>>

/** Headers of every reply: pages of any site may read it, and no browser guesses its type. */
export const commonHeaders = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

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

export function addHeaders(app: FastifyInstance, config: Config) {
  const headers = { vary, ...headersBy(config) }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.method !== 'OPTIONS') return done()
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, DELETE')
    reply.header('access-control-allow-headers', 'authorization, content-type')
    reply.header('access-control-max-age', '86400')
    reply.code(204).send()
  })
}
