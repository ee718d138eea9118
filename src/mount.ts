import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { sessionAccount } from './access.ts'
import type { Key } from './accounts/access.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { secondsToMidnight } from './days.ts'
import type { Dialect } from './dialect.ts'
import { ApiError } from './errors.ts'
import { acceptsGzip, acceptsJson, compress, etagOf, matches } from './negotiation.ts'
import { type Caching, type Context, type Operation, StatusAnswer } from './operation.ts'
import { isStorable, queryReader, textOf } from './parameters.ts'
import { readPathParameter } from './path-parameters.ts'
import { sendStatus } from './refusals.ts'

/** Replies shorter than this are not worth compressing. */
const compressFromBytes = 1024

/** What the application gives to its operations. */
type Services = {
  db: Database
  config: Config
  clock(): Date
  /** Base address of the pages for people. */
  site(): string
  passwords: Passwords
  dialect: Dialect
}

/** Gives the application a route for each operation. */
export function mount(app: FastifyInstance, services: Services, operations: readonly Operation[]) {
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: operation.id },
      exposeHeadRoute: takesHead(operation),
      handler: handlerOf(operation, services),
    })
  }
}

/** HEAD is for reads. What authenticates changes something even where clients ask for it by GET. */
export const takesHead = ({ method, cache, access }: Operation) =>
  method === 'GET' && (cache !== undefined || access === 'session')

function handlerOf(operation: Operation, services: Services) {
  const { dialect, db } = services
  const readQuery = queryReader(operation.query, operation.queryRefusal)
  const readBody = bodyReader(operation)
  // Fastify builds the serializer of a schema when it first meets it, so that a server starts without building all.
  const wireReply = dialect.schema(operation.reply) as Record<string, unknown>
  const rename = dialect.renamer(operation.reply)
  const words = Object.keys(operation.query.properties).filter(
    (name) => 'enum' in (operation.query.properties[name] ?? {}),
  )

  function inOwnWords(query: unknown): Record<string, unknown> {
    const texts = { ...(query as Record<string, unknown>) }
    for (const name of words) {
      const word = textOf(texts, name)
      if (word !== undefined) texts[name] = dialect.ownWord(word)
    }
    return texts
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!acceptsJson(request.headers.accept)) throw new ApiError('not_acceptable')
    // The order in which a request is checked: path, parameters, session.
    const params: Context['params'] = {}
    const given = request.params as Record<string, string>
    for (const name of operation.params) params[name] = readPathParameter(name, given[name] ?? '')
    const queryTexts = words.length === 0 ? (request.query as Record<string, unknown>) : inOwnWords(request.query)
    const query = readQuery(queryTexts)
    const body = readBody(request.body, queryTexts)
    const account_id = operation.access === 'session' ? await sessionAccount(db, request) : undefined
    if (operation.access === 'session' && account_id === undefined) throw new ApiError('session_required')

    const context: Context = {
      params,
      query,
      queryTexts,
      body,
      db: operation.isWide ? db.wide : db,
      account_id,
      // The hooks have refused whoever has none.
      key_id: (request.key as Key).id,
      now: services.clock(),
      site: services.site(),
      tokenLifetimeMinutes: services.config.tokenLifetimeMinutes,
      passwords: services.passwords,
      header: (name, value) => void reply.header(name, value),
    }
    const result = await operation.handle(context)
    // The time limit has answered meanwhile.
    if (reply.sent) return reply
    if (result === undefined) throw new ApiError('not_found')
    if (result instanceof StatusAnswer) return sendStatus(reply, dialect.status(result.status))
    const text = reply.serializeInput(rename ? rename(result) : result, wireReply) as string
    return send(request, reply, text, cacheControl(operation.cache, context))
  }
}

/**
 * A body counts when it fits the operation's schema; unknown fields are ignored. Some clients send every parameter in
 * the query, so texts that the body lacks are taken from there.
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

/** Sends a rendered reply with the headers that let clients and proxies keep it, or 304 when they have it already. */
function send(request: FastifyRequest, reply: FastifyReply, text: string, control: string) {
  const etag = etagOf(text)
  reply.header('etag', etag)
  reply.header('cache-control', control)
  reply.header('content-type', 'application/json; charset=utf-8')
  const known = request.headers['if-none-match']
  if (known !== undefined && /^(GET|HEAD)$/.test(request.method) && matches(known, etag)) return reply.code(304).send()
  if (text.length < compressFromBytes || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(text)
  reply.header('content-encoding', 'gzip')
  return compress(text).then((packed) => reply.send(packed))
}

function cacheControl(cache: Caching | undefined, { query, now }: Context): string {
  if (!cache) return 'private, no-store'
  const timezone = cache.endsAtMidnightIn?.(query)
  const seconds = timezone === undefined ? cache.seconds : Math.min(cache.seconds, secondsToMidnight(timezone, now))
  return `public, max-age=${seconds}`
}
