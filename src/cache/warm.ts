import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Key } from '#src/accounts/access.ts'
import { type Admission, limitHeaders } from '#src/admission.ts'
import { recent } from '#src/database/recent.ts'
import { acceptsGzip, acceptsJson, matches } from '#src/negotiation.ts'
import { headersOf, isWorthPacking, type KeptReply } from './kept-reply.ts'
import type { Replies } from './replies.ts'

/** Headers of clients whose meaning is remembered. */
const HEADERS = 100
const acceptsJsonIn = recent(HEADERS, acceptsJson)
const acceptsGzipIn = recent(HEADERS, acceptsGzip)

type Warm = {
  admission: Admission
  replies: Replies
  clock(): Date
  /** Told of each request that was answered. */
  log?: ((answered: { operation: string; method: string; status: number; key: Key; ms: number }) => void) | undefined
}

/**
 * Answers a request whose key and reply are both at hand, without the router; false leaves it to the application. This
 * is all that happens to nearly every request of a busy server.
 */
export function openWarmPath({ admission, replies, clock, log }: Warm) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const beganMs = log ? performance.now() : 0
    const { method, headers } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const asked = split(request.url as string, headers.authorization)
    const key = asked && admission.known(asked.secret)
    if (!key || key.is_suspended) return false
    const nowMs = clock().getTime()
    const reply = replies.at(asked.address, nowMs)
    if (!reply || reply.isNotFound) return false
    if (headers.accept !== undefined && !acceptsJsonIn(headers.accept)) return false

    const isKnown = headers['if-none-match'] !== undefined && matches(headers['if-none-match'], reply.etag)
    const body = isKnown ? undefined : bodyFor(reply, headers['accept-encoding'])
    if (!isKnown && !body) return false
    // What the client has already does not count against its limit.
    const admitted = isKnown ? undefined : admission.take(key)
    // The application asks for what is not known at once, and refuses in the envelope.
    if (!isKnown && (!admitted || admitted.isOver)) return false
    admission.count(key, false)

    const status = isKnown ? 304 : 200
    response.writeHead(status, allHeaders(headersOf(reply, nowMs, true), body, admitted && limitHeaders(admitted)))
    response.end(method === 'HEAD' ? undefined : body?.bytes)
    log?.({ operation: reply.operation, method, status, key, ms: performance.now() - beganMs })
    return true
  }
}

type Body = { bytes: Buffer; isPacked: boolean }

/** The bytes that a client takes; undefined where they have to be compressed first. */
function bodyFor(reply: KeptReply, encodings: string | string[] | undefined): Body | undefined {
  const wantsPacked = encodings !== undefined && isWorthPacking(reply) && acceptsGzipIn(String(encodings))
  if (!wantsPacked) return { bytes: reply.plain, isPacked: false }
  return reply.packed && { bytes: reply.packed, isPacked: true }
}

function allHeaders(headers: readonly string[], body: Body | undefined, limits: readonly string[] = []): string[] {
  if (!body) return [...headers, ...limits]
  const all = [...headers, ...limits, 'content-length', String(body.bytes.length)]
  if (body.isPacked) all.push('content-encoding', 'gzip')
  return all
}

const parameter = 'api_key='
const bearer = /^bearer /i

/**
 * An address without the key that asks for it, and the key, which is a parameter or a bearer token; undefined where
 * they cannot be told apart at a glance.
 */
export function split(url: string, authorization: string | undefined): { address: string; secret: string } | undefined {
  const at = url.indexOf(parameter)
  if (at === -1) {
    if (authorization === undefined || !bearer.test(authorization)) return undefined
    return { address: url, secret: authorization.slice(7).trim() }
  }
  const before = url[at - 1]
  if (before !== '?' && before !== '&') return undefined
  const end = url.indexOf('&', at)
  const secret = url.slice(at + parameter.length, end === -1 ? undefined : end)
  return { address: end === -1 ? url.slice(0, at - 1) : url.slice(0, at) + url.slice(end + 1), secret }
}
