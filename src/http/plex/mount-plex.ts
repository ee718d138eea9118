import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { textOfBody } from '#src/cache/cached-reply.ts'
import type { Config } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import { maxLanguagesInChain } from '#src/contract/languages.ts'
import type { Operation } from '#src/contract/operation.ts'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError, type StatusName, statuses } from '#src/contract/statuses.ts'
import type { Key } from '#src/keys/find-key.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import type { Run } from '#src/run/run.ts'
import { isOurFault, retryAfterOf, sendStatus, statusOf } from '../refusals.ts'
import { sendOnce } from '../send-reply.ts'

type Services = { run: Run; config: Config; askedSite(host: string | undefined): string }

/** The languages after that of the request: most catalogues have English texts. */
const lastLanguages = 'en-US'

/**
 * Adds a route for each operation that the Plex media server uses. The secret is part of the path, after `/plex`, and
 * not a parameter of the operation, so replies are the same for all and are cached without it.
 */
export function mountPlex(app: FastifyInstance, services: Services, operations: readonly Operation[]) {
  for (const operation of operations)
    app.route({
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
      exposeHeadRoute: false,
      url: operation.path.replace('/plex/', '/plex/:secret/').replace('{rating_key}', ':rating_key'),
      config: { operation: operation.id, isWide: operation.isWideFor, keyUse: 'plex' },
      handler: handlerOf(operation, services),
      errorHandler,
    })
}

function handlerOf(operation: Operation, { run, config, askedSite }: Services) {
  const headers = Object.keys(operation.query.properties).filter((name) => name.startsWith('X-Plex-'))
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { secret = '', ...params } = request.params as Record<string, string>
    // The hooks have refused requests without a key.
    const key = request.key as Key
    const site = askedSite(request.headers.host)
    const query = queryOf(request, headers, key)
    const asker = { key_id: key.id, dialect: dialects.neutral, site }
    const answer = await run(operation, { params, query, body: withoutNulls(request.body) }, asker)
    // The time limit has answered meanwhile.
    if (reply.sent) return reply
    const text =
      answer.is === 'kept' && !answer.reply.isNotFound
        ? textOfBody(answer.reply.plain)
        : answer.is === 'made'
          ? answer.text()
          : undefined
    if (text === undefined) throw new ApiError('not_found')
    return sendOnce(request, reply, config.private ? withPicturesOf(text, site, secret) : text)
  }
}

/** Pictures of a private catalogue have the secret in their addresses, too. */
const withPicturesOf = (text: string, site: string, secret: string): string =>
  text.replaceAll(`"${site}/t/p/`, `"${site}/plex/${secret}/t/p/`)

/** The query, with what may also be a header; the language is a chain, which the key or English ends. */
function queryOf({ query, headers }: FastifyRequest, names: readonly string[], key: Key): Record<string, unknown> {
  const texts: Record<string, unknown> = { ...(query as Record<string, unknown>) }
  for (const name of names) {
    const header = headers[name.toLowerCase()]
    if (textOf(texts, name) === undefined && header !== undefined) texts[name] = header
  }
  const asked = textOf(texts, 'X-Plex-Language')
  const ofKey = [key.languages, key.appended_languages].filter((languages) => languages !== '').join(',')
  const chain = [...(asked === undefined ? [] : [asked]), ...(ofKey || lastLanguages).split(',')]
  return { ...texts, 'X-Plex-Language': chain.slice(0, maxLanguagesInChain).join(',') }
}

/** Null means unknown. */
const withoutNulls = (body: unknown): unknown =>
  isJsonObject(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body

/** Statuses that the media server takes as they are, because they say that it may ask again. */
const asTheyAre: ReadonlySet<StatusName> = new Set([
  'too_many_requests',
  'request_timeout',
  'unavailable',
  'maintenance',
])

/** What an error means to the media server, which knows 400, 404 and 500. Without a key there is nothing here. */
function statusFor(name: StatusName): StatusName {
  const [http] = statuses[name]
  if (asTheyAre.has(name) || http === 400 || http === 404 || http === 503) return name
  if (http >= 500) return 'internal_error'
  return http === 401 ? 'not_found' : 'invalid_input'
}

function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = statusOf(error, request.raw.complete !== false)
  if (isOurFault(status, error)) request.log.error({ err: error }, 'request failed')
  const retryAfter = retryAfterOf(status, error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  // The rest of the request is not waited for.
  if (status === 'request_timeout') reply.header('connection', 'close')
  // Until it is known whether the address exists, nothing is said about what was sent to it.
  return sendStatus(reply, request.key === undefined && statuses[status][0] < 500 ? 'not_found' : statusFor(status))
}
