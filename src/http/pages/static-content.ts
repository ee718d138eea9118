import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, etagOf } from '#src/cache/encoding.ts'
import { acceptsGzip, matches } from '../negotiation.ts'

/** Content that is ready to be sent. */
export type Served = { type: string; etag: string; plain: Buffer; zipped: Buffer }

export const prepare = async (type: string, plain: Buffer): Promise<Served> => ({
  type,
  etag: etagOf(plain),
  plain,
  zipped: await compress(plain),
})

/** For files whose name contains a digest of their content. */
export const forGood = 'public, max-age=31536000, immutable'

/** Sends content as it is. */
export function sendPlain(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content }: { type: string; content: Buffer },
  caching: string,
) {
  const etag = etagOf(content)
  reply.headers({ 'cache-control': caching, etag, 'x-content-type-options': 'nosniff' })
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(content)
}

export function sendServed(request: FastifyRequest, reply: FastifyReply, served: Served, caching: string) {
  reply.headers({
    'cache-control': caching,
    etag: served.etag,
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  if (matches(request.headers['if-none-match'], served.etag)) return reply.code(304).send()
  reply.type(served.type)
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(served.plain)
  return reply.header('content-encoding', 'gzip').send(served.zipped)
}
