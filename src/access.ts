import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findKey, findSession } from './accounts/access.ts'
import type { Database } from './database/database.ts'
import { ApiError } from './errors.ts'
import { textOf } from './parameters.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that the request came with; 0 until it is checked. */
    key_id: number
  }
}

/**
 * Every route wants a key unless its `config` says that it is open; what is no route wants one below `/3`. A path may
 * be written in several ways, so the route that was found decides, never the path as it was sent.
 */
export function wantsKey({ method, is404, url, routeOptions }: FastifyRequest): boolean {
  if (method === 'OPTIONS') return false
  if (!is404) return !(routeOptions.config as { isOpen?: true }).isOpen
  return /^\/+(3|%33)(\/|%2f|$)/i.test(url.split('?', 1)[0] as string)
}

/**
 * No request below `/3` gets further than this without a valid key, not even to learn which paths exist. The key is in
 * the query (`api_key`) or a bearer token, and one that is valid is enough: the other may be meant for a proxy. POST
 * and DELETE may also carry it in their body, so those without one elsewhere are checked once their body is read.
 */
export function requireKey(app: FastifyInstance, db: Database) {
  app.decorateRequest('key_id', 0)

  // Hooks that call back cost nothing where there is nothing to wait for.
  app.addHook('onRequest', (request, _reply, done) => {
    if (wantsKey(request)) checkAtOnce(request).then(done, done)
    else done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.key_id === 0 && wantsKey(request)) checkBody(request).then(done, done)
    else done()
  })

  async function checkAtOnce(request: FastifyRequest): Promise<ApiError | undefined> {
    const secrets = [textOf(request.query, 'api_key'), bearer(request)].filter((secret) => secret !== undefined)
    request.key_id = await keyOf(secrets)
    const mayFollow = hasBody(request) && secrets.length === 0
    return request.key_id === 0 && !mayFollow ? new ApiError('invalid_key') : undefined
  }

  async function checkBody(request: FastifyRequest): Promise<ApiError | undefined> {
    const secret = textOf(request.body, 'api_key')
    request.key_id = secret === undefined ? 0 : await keyOf([secret])
    return request.key_id === 0 ? new ApiError('invalid_key') : undefined
  }

  /** The id of the first key that one of the secrets opens, or 0. */
  async function keyOf(secrets: readonly string[]): Promise<number> {
    for (const secret of secrets) {
      const key = await findKey(db, secret)
      if (key) return key.id
    }
    return 0
  }
}

/** A request that has no valid key is told so before anything else, whatever else is wrong with it. */
export const lacksKey = (request: FastifyRequest) => request.key_id === 0 && wantsKey(request)

/** The account of the session that the request came with, in its query or its body. */
export async function sessionAccount(db: Database, request: FastifyRequest): Promise<number | undefined> {
  const secret = textOf(request.query, 'session_id') ?? textOf(request.body, 'session_id')
  return secret === undefined ? undefined : (await findSession(db, secret))?.account_id
}

const hasBody = ({ method }: FastifyRequest) => method === 'POST' || method === 'DELETE'

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.slice(0, 7).toLowerCase() === 'bearer ' ? header.slice(7).trim() : undefined
}
