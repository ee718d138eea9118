import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { isAccessToken } from '#src/credentials/secrets.ts'
import type { Key } from '#src/keys/find-key.ts'
import { type KeyAllowance, type KeyCheck, limitHeaders } from '#src/keys/key-check.ts'
import { closeToOtherSites } from './headers.ts'
import { type FindKey, isFromOtherSite } from './hosts/app-hosts.ts'
import { routeConfig } from './route-config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the request; absent until it is checked. */
    key: Key | undefined
  }
}

/**
 * Every route needs a key unless its `config` says `isOpen`; unknown paths need one below `/3` and `/commons`. A path
 * can be written in several ways, so the route that was found decides, never the path as it was sent.
 */
export function wantsKey(request: FastifyRequest): boolean {
  const { method, is404, url } = request
  if (method === 'OPTIONS') return false
  if (!is404) return !routeConfig(request).isOpen
  return isForPrograms(url)
}

/** Whether an address is below those of operations, however it is written. */
export function isForPrograms(url: string): boolean {
  const path = url.split('?', 1)[0] as string
  return /^\/+(3|commons)(\/|$)/.test(
    path.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}

/**
 * Takes a request from the limit of the key that it has in its address or as a bearer token, for a route that would be
 * open elsewhere; returns why the request is refused, if it is.
 */
export async function takeKey(keys: KeyCheck, find: FindKey, request: FastifyRequest, reply: FastifyReply) {
  const secrets = secretsOf(request)
  const key = await find(request, secrets)
  return key ? takenFrom(keys, key, request, reply) : withoutKey(keys, request, secrets.length > 0)
}

/** The refusal of a request that brought no key, or none that is valid. */
function withoutKey(keys: KeyCheck, { ip }: FastifyRequest, hasBrought: boolean): ApiError {
  keys.countRefused(hasBrought ? 'unknown_key' : 'no_key', ip)
  return new ApiError('invalid_key')
}

/** Why a request is refused, if it is. Adds to the reply what is left of the key's limit. */
function refusalOf(
  keys: KeyCheck,
  key: Key,
  allowance: KeyAllowance,
  request: FastifyRequest,
  reply: FastifyReply,
): ApiError | undefined {
  request.key = key
  if (key.is_suspended) return new ApiError('key_suspended')
  keys.count(key, allowance.isExceeded)
  const headers = limitHeaders(allowance)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  if (!allowance.isExceeded) return undefined
  // Only here: some clients repeat every request whose reply has this header.
  reply.header('retry-after', '1')
  return new ApiError('too_many_requests')
}

/** The same where its limit has to be asked for; pages of other sites take nothing from the one that apps share. */
async function takenFrom(keys: KeyCheck, key: Key, request: FastifyRequest, reply: FastifyReply) {
  if (key.isShared) {
    request.key = key
    closeToOtherSites(reply)
    if (isFromOtherSite(request)) {
      keys.countRefused('unknown_key', request.ip)
      return new ApiError('page_of_other_site')
    }
  }
  return refusalOf(keys, key, await keys.ask(key), request, reply)
}

/**
 * Stops every request below `/3` and `/commons` without a valid key, before it learns which paths exist. The key is in
 * the query (`api_key`) or a bearer token; if there are both, one valid key is enough, because the other may be meant
 * for a proxy. POST and DELETE may also have it in their body, so requests without one elsewhere are checked once their
 * body is read.
 */
export function requireKey(app: FastifyInstance, keys: KeyCheck, find: FindKey) {
  app.decorateRequest('key', undefined)

  // Hooks with callbacks cost nothing if there is nothing to wait for.
  app.addHook('onRequest', (request, reply, done) => {
    if (!wantsKey(request)) return done()
    if (routeConfig(request).keyUse) return void checkPath(request, reply).then(done, done)
    const secrets = secretsOf(request)
    const key = secrets[0] === undefined ? undefined : keys.known(secrets[0])
    const allowance = key && keys.take(key)
    if (key && allowance) done(refusalOf(keys, key, allowance, request, reply))
    else checkAtOnce(request, reply, secrets).then(done, done)
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (lacksKey(request)) checkBody(request, reply).then(done, done)
    else done()
  })

  async function checkAtOnce(request: FastifyRequest, reply: FastifyReply, secrets: readonly string[]) {
    const key = await find(request, secrets)
    if (key) return takenFrom(keys, key, request, reply)
    const mayFollow = hasBody(request) && secrets.length === 0
    return mayFollow ? undefined : withoutKey(keys, request, secrets.length > 0)
  }

  /** Checks the key in the path, which is nowhere else. */
  async function checkPath(request: FastifyRequest, reply: FastifyReply) {
    const { secret = '' } = request.params as { secret?: string }
    const key = await keys.findPlex(secret)
    return key ? takenFrom(keys, key, request, reply) : withoutKey(keys, request, true)
  }

  async function checkBody(request: FastifyRequest, reply: FastifyReply) {
    const secret = keyIn(request.body)
    const key = secret === undefined ? undefined : await find(request, [secret])
    return key ? takenFrom(keys, key, request, reply) : withoutKey(keys, request, secret !== undefined)
  }
}

/** A request without a valid key gets that answer first, whatever else is wrong with it. */
export const lacksKey = (request: FastifyRequest) => request.key === undefined && wantsKey(request)

const hasBody = ({ method }: FastifyRequest) => method === 'POST' || method === 'DELETE'

/** A key that a parameter gives. Access tokens are only bearer tokens: addresses end up in logs and histories. */
function keyIn(parameters: unknown): string | undefined {
  const secret = textOf(parameters, 'api_key')
  return secret !== undefined && isAccessToken(secret) ? '' : secret
}

/** What may be a key before the body is read, the query first. */
function secretsOf(request: FastifyRequest): string[] {
  const inQuery = keyIn(request.query)
  const inHeader = bearer(request)
  if (inHeader === undefined) return inQuery === undefined ? [] : [inQuery]
  return inQuery === undefined ? [inHeader] : [inQuery, inHeader]
}

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : undefined
}
