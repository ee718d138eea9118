import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Body, type CachedReply, isWorthPacking, pack } from '#src/cache/cached-reply.ts'
import { COMPRESS_FROM_BYTES, compress, etagOf } from '#src/cache/encoding.ts'
import type { Found, Replies } from '#src/cache/replies.ts'
import type { Key } from '#src/keys/find-key.ts'
import type { KeyCheck } from '#src/keys/key-check.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { addressFor } from './addresses/keyed-address.ts'
import type { Form, HeadersOf } from './cached-headers.ts'
import { acceptsGzip, matches } from './negotiation.ts'

/** What the reply to a request depends on besides its content, and where it goes. */
export type CachedRequest = {
  method: string
  /** Its `accept-encoding` and `if-none-match`. */
  encoding: string | undefined
  match: string | undefined
  key: Key
  /** The address under which the reply can be found without parsing it, if there is one. */
  address: string | undefined
  /** Its parameters that are ignored because they cannot be read. */
  ignored: readonly string[]
  response: ServerResponse
  /**
   * Headers of just this reply, names and values in turn: those of the limit, which a 304 does not have, and others.
   */
  limits: readonly string[]
  more: readonly string[]
}

type Services = {
  replies: Replies
  keyCheck: KeyCheck
  signals: SignalCounter | undefined
  clock(): Date
  headersOf: HeadersOf
}

/**
 * Sends a cached reply with headers that let clients and proxies cache it, or 304 if they have it already. Returns the
 * HTTP status, later if the reply has yet to be compressed.
 */
export function sendCached(
  request: CachedRequest,
  { reply, isHit }: Found,
  { replies, keyCheck, signals, clock, headersOf }: Services,
): number | Promise<number> {
  const { encoding, match, key, address, ignored, limits, more } = request
  if (replies.keepsAny && address !== undefined)
    replies.cache.addAddress(key.dialect, addressFor(key, address), reply, ignored)
  const headers = (form: Form) => headersOf(reply, clock().getTime(), form, isHit, key.isShared)
  if (reply.record !== undefined) signals?.count('details', reply.record, key.id, clock().getTime())
  if (match !== undefined && matches(match, reply.etag)) {
    // A 304 does not count against the limit, and says nothing about it.
    keyCheck.giveBack(key)
    return sendWhole(request, 304, [...headers('none'), ...located(reply), ...more])
  }
  const send = (form: Form, body?: Body) =>
    sendWhole(request, 200, [...headers(form), ...located(reply), ...limits, ...more], body)
  if (!isWorthPacking(reply) || !acceptsGzip(encoding)) return send('plain', reply.plain)
  if (reply.packed !== undefined) return send('packed', reply.packed)
  return pack(reply).then((packed) => {
    replies.cache.remeasure(reply)
    return send('packed', packed)
  })
}

const nowhereElse: readonly string[] = []

/** Names the record that a reply shows, if the requested one has been merged into it. */
export const located = ({ location }: CachedReply): readonly string[] =>
  location === undefined ? nowhereElse : ['content-location', location]

/**
 * Sends headers and body in one piece if the body is a text, which takes far less than two. The framework would turn
 * the text into a buffer, and send that behind the headers.
 */
function sendWhole({ method, response }: CachedRequest, status: number, headers: string[], body?: Body): number {
  // The time limit has answered meanwhile.
  if (response.headersSent) return response.statusCode
  response.writeHead(status, headers)
  response.end(method === 'HEAD' ? undefined : body, 'latin1')
  return status
}

/** Sends a reply that must not be cached. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string) {
  const etag = etagOf(text)
  reply.header('etag', etag)
  reply.header('cache-control', 'private, no-store')
  reply.header('content-type', 'application/json; charset=utf-8')
  const known = request.headers['if-none-match']
  if (known !== undefined && /^(GET|HEAD)$/.test(request.method) && matches(known, etag)) return reply.code(304).send()
  if (text.length < COMPRESS_FROM_BYTES || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(text)
  reply.header('content-encoding', 'gzip')
  return compress(text).then((packed) => reply.send(packed))
}
