import type { FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf, isWorthPacking, pack } from '#src/cache/cached-reply.ts'
import { compress, etagOf } from '#src/cache/encoding.ts'
import type { Replies } from '#src/cache/replies.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Key } from '#src/keys/find-key.ts'
import { type KeyCheck, limitHeaderNames } from '#src/keys/key-check.ts'
import { headersOf } from './cached-headers.ts'
import { acceptsGzip, matches } from './negotiation.ts'
import { cacheAddressOf } from './warm-path.ts'

/** Shorter replies are not worth compressing. */
const compressFromBytes = 1024

type Found = Awaited<ReturnType<Replies['get']>>

/** Sends a kept reply with headers that let clients and proxies cache it, or 304 if they have it already. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { reply: cached, isHit }: Found,
  { replies, keyCheck, clock }: { replies: Replies; keyCheck: KeyCheck; clock(): Date },
) {
  const { url, headers, query } = request
  const address = cacheAddressOf(url, headers.authorization, (query as Record<string, unknown>).api_key)
  if (address !== undefined) replies.cache.addAddress(address, cached)
  // The time limit has answered meanwhile.
  if (reply.sent) return reply
  if (cached.isNotFound) throw new ApiError('not_found')
  const isKnown = matches(headers['if-none-match'], cached.etag)
  const wantsPacked = !isKnown && isWorthPacking(cached) && acceptsGzip(headers['accept-encoding'])
  const packed = wantsPacked ? (cached.packed ?? (await pack(cached))) : undefined
  if (packed) replies.cache.remeasure(cached)
  if (reply.sent) return reply
  const pairs = headersOf(cached, clock().getTime(), isKnown ? 'none' : packed ? 'packed' : 'plain', isHit)
  for (let at = 0; at < pairs.length; at += 2) reply.header(pairs[at] as string, pairs[at + 1])
  if (isKnown) {
    // A 304 does not count against the limit, and says nothing about it.
    keyCheck.giveBack(request.key as Key)
    for (const name of limitHeaderNames) reply.removeHeader(name)
    return reply.code(304).send()
  }
  return reply.send(bytesOf(packed ?? cached.plain))
}

/** Sends a reply that must not be cached. */
export function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string) {
  const etag = etagOf(text)
  reply.header('etag', etag)
  reply.header('cache-control', 'private, no-store')
  reply.header('content-type', 'application/json; charset=utf-8')
  const known = request.headers['if-none-match']
  if (known !== undefined && /^(GET|HEAD)$/.test(request.method) && matches(known, etag)) return reply.code(304).send()
  if (text.length < compressFromBytes || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(text)
  reply.header('content-encoding', 'gzip')
  return compress(text).then((packed) => reply.send(packed))
}
