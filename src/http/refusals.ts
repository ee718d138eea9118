import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dialects } from '#src/contract/dialects.ts'
import { ApiError, type StatusName, statusEnvelope, statuses } from '#src/contract/statuses.ts'
import { DatabaseOverloadedError, isDiskFull, isOverTime, isReadOnly, isUnavailable } from '#src/database/errors.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { isDecodable } from './addresses/clean-address.ts'
import { hasLongHeader } from './header-limits.ts'
import { type CommonHeaders, commonHeaders, vary } from './headers.ts'
import { lacksKey } from './require-key.ts'
import { retrySeconds } from './retry-after.ts'
import { OverTimeError } from './time-limit.ts'

/**
 * Everything that answers with a status: the five places in Fastify and Node where errors become bodies all end up
 * here.
 */

/** What Fastify's own errors mean in the interface. */
const frameworkStatuses: Readonly<Record<string, StatusName>> = wordTable({
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
})

/** What Node's errors on a connection mean in the interface. */
const connectionStatuses: Readonly<Record<string, StatusName>> = wordTable({
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
})

/** `more` is what a reply says in addition to the envelope. */
export function sendStatus(reply: FastifyReply, name: StatusName, more?: object) {
  return reply
    .code(statuses[name][0])
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ ...statusEnvelope(name), ...more }))
}

/** What an error means in the interface; `isComplete`: the request has arrived to its end. */
export function statusOf(error: unknown, isComplete = true): StatusName {
  if (error instanceof ApiError) return error.status
  if (isDiskFull(error)) return 'disk_full'
  if (isReadOnly(error)) return 'read_only'
  if (isUnavailable(error)) return 'unavailable'
  if (isOverTime(error)) return 'upstream_timeout'
  // If the time ends before the request is complete, the client took it.
  if (error instanceof OverTimeError) return isComplete ? 'upstream_timeout' : 'request_timeout'
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  return frameworkStatuses[code] ?? (statusCode >= 400 && statusCode < 500 ? 'invalid_input' : 'internal_error')
}

/** A refusal of ours says everything, and so does too much work; any other error with such a status is logged. */
export const isOurFault = (status: StatusName, error: unknown): boolean =>
  statuses[status][0] >= 500 && !(error instanceof ApiError) && !(error instanceof DatabaseOverloadedError)

/** When a client may come back, in seconds, where that is known or later is better than at once. */
export function retryAfterOf(status: StatusName, error: unknown): number | undefined {
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) return error.retryAfterSeconds
  return status === 'unavailable' ? retrySeconds() : undefined
}

/** Refusals are in the dialect of the key, and neutral before a key is known. */
const dialectOf = ({ key }: FastifyRequest) => dialects[key?.dialect ?? 'neutral']

export function answerErrors(
  app: FastifyInstance,
  routes: readonly { method: string; path: string }[],
  answersPeople: (request: FastifyRequest, reply: FastifyReply, status: StatusName) => boolean,
) {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] as string
    const offered = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (offered.size === 0) return answersPeople(request, reply, 'not_found') ? reply : sendStatus(reply, 'not_found')
    const status = dialectOf(request).status('method_not_offered')
    if (status === 'method_not_offered') reply.header('allow', [...offered, 'OPTIONS'].join(', '))
    return sendStatus(reply, status)
  }
  app.setNotFoundHandler(answerNotFound)

  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error, request.raw.complete !== false)
    // The rest of the request is not waited for.
    if (status === 'request_timeout') reply.header('connection', 'close')
    // Our own fault is never reported as a wrong key: it may be the reason why the key could not be looked up.
    if (statuses[status][0] < 500) {
      if (lacksKey(request)) return sendStatus(reply, 'invalid_key')
      if (request.is404 && aboutBodies.has(status)) return answerNotFound(request, reply)
    } else if (isOurFault(status, error)) request.log.error({ err: error }, 'request failed')
    const retryAfter = retryAfterOf(status, error)
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const more = error instanceof ApiError ? error.more : undefined
    return answersPeople(request, reply, status) ? reply : sendStatus(reply, dialectOf(request).status(status), more)
  })
}

/** A missing resource is reported before a wrong body. */
const aboutBodies: ReadonlySet<StatusName> = new Set(['invalid_input', 'unsupported_media_type'])

/** Whether an error of the framework is that it could not read a body. */
export const isUnreadBody = (error: unknown): boolean => {
  const status = statusOf(error)
  return !(error instanceof ApiError) && (aboutBodies.has(status) || status === 'body_too_large')
}

/** For addresses that Fastify cannot route; it calls this before any hook. */
export const answerFrameworkError = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) =>
  void sendStatus(reply, statusOf(error))

/** For bytes that are no request, or that did not arrive in time. */
export function answerConnectionError(error: Error & { code?: string }, socket: Duplex, headers: CommonHeaders) {
  // Bytes after the last request of a connection do not keep it from being answered.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  endConnection(socket, connectionStatuses[error.code ?? ''] ?? 'invalid_input', headers)
}

/** Ends a connection without a request, with an answer unless that would land in the middle of an earlier one. */
export function endConnection(socket: Duplex, name: StatusName, headers: CommonHeaders = commonHeaders) {
  const { _httpMessage: earlier } = socket as { _httpMessage?: ServerResponse }
  // Node may have removed its own listeners, and a reset connection must not end the process.
  socket.on('error', () => {})
  if (!socket.writable || earlier?.headersSent) socket.destroy()
  else socket.end(rawAnswer(name, headers), () => socket.destroy())
}

/** A status as it is sent without the framework. */
export function statusAnswer(name: StatusName, common: CommonHeaders) {
  const body = JSON.stringify(statusEnvelope(name))
  const headers = {
    ...common,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
  }
  return { http: statuses[name][0], headers, body }
}

/** The last answer of a connection. */
function lastAnswer(name: StatusName, common: CommonHeaders) {
  const { headers, ...answer } = statusAnswer(name, common)
  return { ...answer, headers: { ...headers, connection: 'close' } }
}

function rawAnswer(name: StatusName, common: CommonHeaders): string {
  const { http, headers, body } = lastAnswer(name, common)
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`)
  return [`HTTP/1.1 ${http} ${name}`, ...lines, '', body].join('\r\n')
}

/** Answers before the router. */
export function answerRaw(response: ServerResponse, name: StatusName, common: CommonHeaders) {
  const { http, headers, body } = lastAnswer(name, common)
  response.writeHead(http, headers).end(body)
}

/** `limits` are headers as well, names and values in turn. */
type Refused = {
  method: string
  common: CommonHeaders
  limits: readonly string[]
  retryAfterSeconds: number | undefined
}

/** Answers a read without the framework, as it would. Returns the HTTP status. */
export function answerRefusal(response: ServerResponse, name: StatusName, refused: Refused): number {
  const { method, common, limits, retryAfterSeconds } = refused
  const { http, headers, body } = statusAnswer(name, { vary, ...common })
  const more = {
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    // The rest of the request is not waited for.
    ...(name === 'request_timeout' ? { connection: 'close' } : {}),
  }
  response.writeHead(http, [...Object.entries({ ...headers, ...more }).flat(), ...limits])
  response.end(method === 'HEAD' ? undefined : body)
  return http
}

/** Refuses before routing what later code could read in more than one way. */
export function refusalOf(request: IncomingMessage, addressLimitBytes: number): StatusName | undefined {
  const { url = '', rawHeaders, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'http_version_refused'
  if (url.length > addressLimitBytes) return 'address_too_long'
  if (hasLongHeader(rawHeaders)) return 'header_too_large'
  if (hostsIn(rawHeaders) !== 1) return 'invalid_input'
  return refusalOfAddress(url, addressLimitBytes)
}

/** The same of an address alone. */
export function refusalOfAddress(url: string, addressLimitBytes: number): StatusName | undefined {
  if (url.length > addressLimitBytes) return 'address_too_long'
  // Absolute-form targets, and bytes outside visible ASCII.
  if (!/^\/[\x21-\x7e]*$/.test(url)) return 'invalid_input'
  if (!url.includes('%')) return undefined
  const [path = ''] = url.split('?', 1)
  return /%00/.test(path) || !isDecodable(path) ? 'not_found' : undefined
}

/** Names and values of headers alternate. This is a loop because every request runs it. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}
