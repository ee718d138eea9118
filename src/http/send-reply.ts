import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Body, isWorthPacking, pack } from '#src/cache/cached-reply.ts'
import { COMPRESS_FROM_BYTES, compress, etagOf } from '#src/cache/encoding.ts'
import type { Replies } from '#src/cache/replies.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Key } from '#src/keys/find-key.ts'
import { type KeyCheck, limitHeaderNames } from '#src/keys/key-check.ts'
import type { HeadersOf } from './cached-headers.ts'
import { acceptsGzip, matches } from './negotiation.ts'
import { cacheAddressOf } from './warm-path.ts'

type Found = Awaited<ReturnType<Replies['get']>>

/** Sends a kept reply with headers that let clients and proxies cache it, or 304 if they have it already. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { reply: cached, isHit }: Found,
  {
    replies,
    keyCheck,
    clock,
    headersOf,
  }: { replies: Replies; keyCheck: KeyCheck; clock(): Date; headersOf: HeadersOf },
) {
  const { url, headers, query } = request
  if (replies.keepsAny) {
    const address = cacheAddressOf(url, headers.authorization, (query as Record<string, unknown>).api_key)
    if (address !== undefined) replies.cache.addAddress((request.key as Key).dialect, address, cached)
  }
  // The time limit has answered meanwhile.
  if (reply.sent) return reply
  if (cached.isNotFound) throw new ApiError('not_found')
  const isKnown = matches(headers['if-none-match'], cached.etag)
  const wantsPacked = !isKnown && isWorthPacking(cached) && acceptsGzip(headers['accept-encoding'])
  const packed = wantsPacked ? (cached.packed ?? (await pack(cached))) : undefined
  if (packed) replies.cache.remeasure(cached)
  if (reply.sent) return reply
  const pairs = headersOf(cached, clock().getTime(), isKnown ? 'none' : packed ? 'packed' : 'plain', isHit)
  // For the count of hits and misses.
  reply.header('x-memc', isHit ? 'HIT' : 'MISS')
  if (!isKnown)
    return sendWhole(request, reply, [...pairs, ...hookHeaders(reply, limitHeaderNames)], packed ?? cached.plain)
  // A 304 does not count against the limit, and says nothing about it.
  keyCheck.giveBack(request.key as Key)
  return sendWhole(request, reply.code(304), [...pairs, ...hookHeaders(reply, [])])
}

/** What hooks and the framework have added to a kept reply: the limit of the key, and that the server is closing. */
const hookHeaders = (reply: FastifyReply, names: readonly string[]): string[] =>
  [...names, 'connection'].flatMap((name) => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [name, String(value)]
  })

/**
 * Sends headers and body in one piece if the body is a text, which takes far less than two. The framework would turn
 * the text into a buffer, and send that behind the headers.
 */
function sendWhole({ method }: FastifyRequest, reply: FastifyReply, headers: string[], body?: Body) {
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, headers)
  reply.raw.end(method === 'HEAD' ? undefined : body, 'latin1')
  return reply
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
