import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findBrowserSession } from '#src/accounts/browser-sessions.ts'
import type { LiveSettings } from '#src/background/stored-settings.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import type { KeyCheck } from '#src/keys/key-check.ts'
import { withoutSecrets } from '#src/pages/local-address.ts'
import { closeToOtherSites } from '../headers.ts'
import { type FindKey, type IsOfApp, isFromOtherSite } from '../hosts/app-hosts.ts'
import { isForPrograms, takeKey } from '../require-key.ts'
import { routeConfig } from '../route-config.ts'
import { readCookies } from './cookies.ts'

/** A page has many pictures: a session that was found is not looked up again for so long, and ends as much later. */
const KNOWN_MS = 5_000
/** Sessions that are known at once. */
const maxKnown = 10_000

type Services = {
  db: Database
  settings: Pick<LiveSettings, 'config' | 'fresh'>
  clock(): Date
  keyCheck: KeyCheck
  findKey: FindKey
  isOfApp: IsOfApp
  site(): string
}

/**
 * Closes a catalogue as long as it is private: every route but those that one needs to sign in wants a session of a
 * browser, or a key as operations do. Programs are refused in the envelope, and browsers led to where one signs in.
 */
export function closeCatalogue(app: FastifyInstance, services: Services) {
  const { db, settings, clock, keyCheck, findKey, isOfApp, site } = services
  const known = new LRUCache<string, true>({ max: maxKnown, ttl: KNOWN_MS })

  async function isSignedIn(request: FastifyRequest): Promise<boolean> {
    const { session } = readCookies(request, site().startsWith('https:'))
    if (session === undefined) return false
    if (known.has(session)) return true
    if (!(await findBrowserSession(db, session, clock()))) return false
    known.set(session, true)
    return true
  }

  async function check(request: FastifyRequest, reply: FastifyReply) {
    if (await isSignedIn(request)) return undefined
    // Apps send no key for pictures.
    if (routeConfig(request).operation === 'picture' && isOfApp(request)) {
      closeToOtherSites(reply)
      return isFromOtherSite(request) ? new ApiError('page_of_other_site') : undefined
    }
    const refusal = await takeKey(keyCheck, findKey, request, reply)
    if (refusal?.status !== 'invalid_key' || !asksForPage(request)) return refusal
    reply.header('cache-control', 'no-store')
    return void reply.redirect(`/login?next=${encodeURIComponent(withoutSecrets(request.url))}`, 303)
  }

  const { config } = settings
  async function checkIfPrivate(request: FastifyRequest, reply: FastifyReply) {
    await settings.fresh()
    return config.private ? check(request, reply) : undefined
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!needsReader(request)) return done()
    checkIfPrivate(request, reply).then((refusal) => (reply.sent ? undefined : done(refusal)), done)
  })
  // No cache between the server and the reader may keep what needs a session or a key.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (config.private && needsReader(request)) {
      const kept = String(reply.getHeader('cache-control') ?? 'private')
      reply.header('cache-control', kept.replace(/\bpublic\b/, 'private')).header('vary', varyWith(reply))
    }
    done(null, payload)
  })
}

/** Routes with a key of their own are closed already, and so are paths that do not exist. */
const needsReader = (request: FastifyRequest): boolean => {
  const { isOpen, isForStrangers } = routeConfig(request)
  return request.method !== 'OPTIONS' && !request.is404 && isOpen === true && isForStrangers !== true
}

const asksForPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !isForPrograms(url) && /\btext\/html\b/i.test(headers.accept ?? '')

function varyWith(reply: FastifyReply): string {
  const names = String(reply.getHeader('vary') ?? '')
    .split(/,\s*/)
    .filter(Boolean)
  return [...new Set([...names, 'Authorization', 'Cookie'])].join(', ')
}
