import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { Replies } from '#src/cache/replies.ts'
import type { Config } from '#src/config.ts'
import type { Dialect } from '#src/contract/dialects.ts'
import type { Passwords } from '#src/contract/operation.ts'
import { type Context, type Operation, StatusAnswer } from '#src/contract/operation.ts'
import { isStorable, queryReader, textOf } from '#src/contract/parameters.ts'
import { readPathParameter } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import type { Key } from '#src/keys/find-key.ts'
import type { KeyCheck } from '#src/keys/key-check.ts'
import { cacheable } from '#src/run/cacheable.ts'
import { acceptsJson } from './negotiation.ts'
import { sendStatus } from './refusals.ts'
import { sessionAccount } from './require-key.ts'
import { sendCached, sendOnce } from './send-reply.ts'

declare module 'fastify' {
  /** What is known about a route before a request to it is read. */
  interface FastifyContextConfig {
    /** Its name in the log. */
    operation?: string
    /** It needs no key. */
    isOpen?: boolean
    isPage?: boolean
    /** How long it may take, if longer than others. */
    timeLimitMs?: number
  }
}

/** What the application passes to its operations. */
type Services = {
  db: Database
  /** The database for operations whose replies are kept. */
  reads: Database
  config: Config
  clock(): Date
  /** Base address of the pages. */
  site(): string
  passwords: Passwords
  dialect: Dialect
  keyCheck: KeyCheck
  replies: Replies
}

/** Gives the application a route for each operation. */
export function mount(app: FastifyInstance, services: Services, operations: readonly Operation[]) {
  for (const operation of operations) {
    app.route({
      // Fastify's own HEAD routes would send a 304 with a length of 0.
      method: takesHead(operation) ? ['GET', 'HEAD'] : operation.method,
      exposeHeadRoute: false,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: operation.id },
      handler: handlerOf(operation, services),
    })
  }
}

/** HEAD is for reads. Authentication changes something, even where clients use GET. */
export const takesHead = ({ method, cache, access }: Operation) =>
  method === 'GET' && (cache !== undefined || access === 'session')

function handlerOf(operation: Operation, services: Services) {
  const { dialect, db } = services
  const from = operation.cache ? services.reads : db
  const readQuery = queryReader(operation.query, operation.queryRefusal)
  const readBody = bodyReader(operation)
  // Fastify builds the serializer of a schema when it is first used, so that a start does not build all of them.
  const wireReply = dialect.schema(operation.reply) as Record<string, unknown>
  const rename = dialect.renamer(operation.reply)
  const keep = cachedReplyFinder(operation, services)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!acceptsJson(request.headers.accept)) throw new ApiError('not_acceptable')
    // A request is checked in this order: path, parameters, session.
    const params: Context['params'] = {}
    const given = request.params as Record<string, string>
    for (const name of operation.params) params[name] = readPathParameter(name, given[name] ?? '')
    const queryTexts = request.query as Record<string, unknown>
    const query = readQuery(queryTexts)
    const body = readBody(request.body, queryTexts)
    const account_id = operation.access === 'session' ? await sessionAccount(db, request) : undefined
    if (operation.access === 'session' && account_id === undefined) throw new ApiError('session_required')

    const render = (result: unknown) => reply.serializeInput(rename ? rename(result) : result, wireReply) as string
    const context: Context = {
      params,
      query,
      queryTexts,
      body,
      db: operation.isWide ? from.wide : from,
      account_id,
      // The hooks have refused requests without one.
      key_id: (request.key as Key).id,
      now: services.clock(),
      site: services.site(),
      tokenLifetimeMinutes: services.config.tokenLifetimeMinutes,
      passwords: services.passwords,
      header: (name, value) => void reply.header(name, value),
    }
    if (keep) return sendCached(request, reply, await keep(context, render), services)
    const result = await operation.handle(context)
    // The time limit has answered meanwhile.
    if (reply.sent) return reply
    if (result === undefined) throw new ApiError('not_found')
    if (result instanceof StatusAnswer) return sendStatus(reply, dialect.status(result.status))
    return sendOnce(request, reply, render(result))
  }
}

/**
 * Reads a body that fits the operation's schema; unknown fields are ignored. Some clients send every parameter in the
 * query, so missing texts are taken from there.
 */
function bodyReader({
  body: schema,
  bodyRefusal,
}: Operation): (body: unknown, texts: Record<string, unknown>) => unknown {
  if (!schema) return () => undefined
  const compiled = Compile(schema)
  const fromQuery = Object.keys(schema.properties).filter(
    (name) => (schema.properties[name] as { type?: string }).type === 'string',
  )
  return (body, texts) => {
    if (body !== undefined && (typeof body !== 'object' || body === null)) throw new ApiError(bodyRefusal)
    const fields: Record<string, unknown> = { ...body }
    for (const name of fromQuery) {
      const text = textOf(texts, name)
      if (fields[name] === undefined && text !== undefined) fields[name] = text
    }
    const isWhole = Object.values(fields).every((value) => typeof value !== 'string' || isStorable(value))
    if (!isWhole || !compiled.Check(fields)) throw new ApiError(bodyRefusal)
    return fields
  }
}

/** Finds or makes replies for an operation whose replies are kept. */
function cachedReplyFinder(operation: Operation, { replies, clock }: Services) {
  const { cache } = operation
  if (!cache) return undefined
  const { keyOf, tagsOf, secondsOf, mayBeStale } = cacheable({ ...operation, cache })
  return (asked: Context, render: (result: unknown) => string) => {
    const key = keyOf(asked)
    return replies.get(key, async () => {
      // The day may have ended since the request came.
      const context = { ...asked, now: clock() }
      const result = (await operation.handle(context)) as Record<string, unknown> | undefined
      return {
        key,
        operation: operation.id,
        mayBeStale,
        tags: tagsOf(context, result),
        seconds: secondsOf(context, result !== undefined),
        text: result && render(result),
      }
    })
  }
}
