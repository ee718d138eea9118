import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Replies } from '#src/cache/replies.ts'
import { needsSession } from '#src/contract/access.ts'
import { dialects } from '#src/contract/dialects.ts'
import type { Operation } from '#src/contract/operation.ts'
import { textOf } from '#src/contract/parameters.ts'
import { inRoute } from '#src/contract/path-parameters.ts'
import { codeOf } from '#src/contract/signals.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Key } from '#src/keys/find-key.ts'
import { type KeyCheck, limitHeaderNames } from '#src/keys/key-check.ts'
import { standardsOf } from '#src/keys/key-languages.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import type { Run } from '#src/run/run.ts'
import { cacheAddressOf } from './addresses/keyed-address.ts'
import { pathsOf } from './addresses/older-paths.ts'
import type { HeadersOf } from './cached-headers.ts'
import { acceptsJson } from './negotiation.ts'
import { isUnreadBody, sendStatus } from './refusals.ts'
import { lacksKey } from './require-key.ts'
import { type CachedRequest, sendCached, sendOnce } from './send-reply.ts'

type Services = {
  run: Run
  clock(): Date
  keyCheck: KeyCheck
  signals: SignalCounter | undefined
  replies: Replies
  /** The site that a request with this Host header is answered for. */
  askedSite(host: string | undefined): string
  headersOf: HeadersOf
}

/** Gives the application the routes of each operation. */
export function mount(app: FastifyInstance, services: Services, operations: readonly Operation[]) {
  for (const operation of operations) {
    // What waits is mounted elsewhere, and so is what asks others.
    if (operation.stream !== undefined || operation.asksOthers) continue
    const answer = answerTo(operation, services)
    const route = (url: string) =>
      app.route({
        url,
        // Fastify's own HEAD routes would send a 304 with a length of 0.
        method: methodsOf(operation),
        exposeHeadRoute: false,
        config: { operation: operation.id, isWide: operation.isWideFor, isForAll: isForAll(operation) },
        handler: (request, reply) => answer(request, reply, request.body),
        // Whether the caller may use the operation is said before anything about a body that could not be read.
        async errorHandler(error, request, reply) {
          if (!isUnreadBody(error) || lacksKey(request)) throw error
          return answer(request, reply, error)
        },
      })
    for (const url of routesOf(operation)) route(url)
  }
}

/** The paths of an operation as routers write them. */
export const routesOf = (operation: Operation): string[] =>
  pathsOf(operation).map((path) => path.replace(/\{(\w+)\}/g, (_, name) => inRoute(name)))

/** Whether everybody with a key gets the same replies from an operation. */
export const isForAll = ({ method, cache, access, knowsSession }: Operation) =>
  method === 'GET' && cache !== undefined && !needsSession(access) && !knowsSession

/** Whether an operation neither changes anything nor signs anybody in. Where a session is needed, it is missed. */
export const isForReaders = ({ method, cache, access, id }: Operation): boolean =>
  method === 'GET' && (cache !== undefined || needsSession(access) || id === 'authentication.validate_key')

const methodsOf = (operation: Operation): string[] => (takesHead(operation) ? ['GET', 'HEAD'] : [operation.method])

/** Which methods the paths of operations have; HEAD comes with GET where that only reads. */
export const offeredBy = (operations: readonly Operation[]) =>
  operations.flatMap((operation) =>
    [...pathsOf(operation), ...(operation.stream === undefined ? [] : [operation.stream])].flatMap((path) =>
      methodsOf(operation).map((method) => ({ method, path })),
    ),
  )

/** HEAD is for reads. Authentication changes something, even where clients use GET. */
const takesHead = ({ method, cache, access }: Operation) =>
  method === 'GET' && (cache !== undefined || needsSession(access))

/** Answers a request whose body was parsed, or could not be: then it is an error. */
function answerTo(operation: Operation, services: Services) {
  const { run, askedSite } = services
  return async (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
    if (!acceptsJson(request.headers.accept)) throw new ApiError('not_acceptable')
    const params = request.params as Record<string, string>
    const query = request.query as Record<string, unknown>
    // The hooks have refused requests without a key.
    const key = request.key as Key
    const { id: key_id, dialect: name, token } = key
    const dialect = dialects[name]
    if (key.isShared && !isForReaders(operation)) throw new ApiError('edit_denied')
    const session = textOf(query, 'session_id') ?? textOf(body, 'session_id')
    const guestSession = textOf(query, 'guest_session_id') ?? textOf(body, 'guest_session_id')
    const site = askedSite(request.headers.host)
    const clientAddress = operation.cache ? undefined : request.ip
    const person = key.isShared ? {} : { session, guestSession }
    const asker = { key_id, ...person, token, dialect, site, clientAddress }
    const ignored: string[] = []
    const answer = await run(operation, { params, query, body, standards: standardsOf(key), ignored }, asker).finally(
      () => ignored.length > 0 && services.keyCheck.countIgnored(key, ignored),
    )
    // The time limit has answered meanwhile.
    if (reply.sent) return reply
    if (answer.is === 'not found' || (answer.is === 'kept' && answer.reply.isNotFound)) throw new ApiError('not_found')
    if (answer.is === 'kept') {
      // For the count of hits and misses.
      reply.header('x-memc', answer.isHit ? 'HIT' : 'MISS')
      reply.hijack()
      await sendCached({ ...cachedRequestOf(request, reply), ignored }, answer, services)
      return reply
    }
    if (answer.is === 'status') return sendStatus(reply, dialect.status(answer.status), answer.more)
    const { countsFor } = operation
    if (countsFor)
      services.signals?.count(
        'details',
        codeOf(countsFor, (answer.result as { id: number }).id),
        key_id,
        services.clock().getTime(),
      )
    for (const [name, value] of answer.headers) reply.header(name, value)
    return sendOnce(request, reply, answer.text())
  }
}

/** What a reply from the cache depends on. Hooks have added the key's limit, and whether the server is closing. */
function cachedRequestOf(
  { method, url, headers, query, key }: FastifyRequest,
  reply: FastifyReply,
): Omit<CachedRequest, 'ignored'> {
  const values = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [name, String(value)]
    })
  return {
    method,
    encoding: headers['accept-encoding'] as string | undefined,
    match: headers['if-none-match'],
    key: key as Key,
    address: cacheAddressOf(url, headers.authorization, (query as Record<string, unknown>).api_key),
    response: reply.raw,
    limits: values(limitHeaderNames),
    more: values(['connection']),
  }
}
