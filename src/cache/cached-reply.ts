import { hash } from 'node:crypto'
import type { Tag } from '#src/contract/cache-tags.ts'
import { compress, etagOf } from './encoding.ts'

/** Replies shorter than this are not worth compressing. */
const COMPRESS_FROM_BYTES = 1_024

/** Up to here a body is kept as a text: Node sends that in one piece with its head. */
const MOST_TEXT_BYTES = 8_192

/** Bytes, of which few are kept as a text with a character from U+0000 to U+00FF for each. */
export type Body = Buffer | string

/** A reply as it is sent, with all that is needed to send it again. */
export type CachedReply = {
  key: string
  /** The key in the form in which it is told. */
  keyHash: string
  /** Id of the operation, for the log. */
  operation: string
  tags: readonly Tag[]
  renderedMs: number
  /** From when on it is out of time. */
  endMs: number
  /** It may be served for a while beyond its time, while it is rendered again. */
  mayBeStale: boolean
  /** There is no such record. */
  isNotFound: boolean
  etag: string
  plain: Body
  /** With gzip, once somebody wanted it. */
  packed?: Body
  addresses: string[]
  /** How many changes of what is kept there had been when it was asked for last. */
  touchedAt: number
}

export type Rendered = {
  key: string
  operation: string
  tags: readonly Tag[]
  renderedMs: number
  seconds: number
  mayBeStale: boolean
  /** Absent: there is no such record. */
  text: string | undefined
}

export function cachedReply({ text, renderedMs, seconds, ...rendered }: Rendered): CachedReply {
  const bytes = Buffer.from(text ?? '')
  return toCachedReply({
    ...{ ...rendered, renderedMs, endMs: renderedMs + seconds * 1_000 },
    ...{ isNotFound: text === undefined, etag: etagOf(bytes), plain: bodyOf(bytes) },
  })
}

export const toCachedReply = (reply: Omit<CachedReply, 'keyHash' | 'addresses' | 'touchedAt'>): CachedReply => ({
  ...reply,
  keyHash: hash('sha256', reply.key),
  addresses: [],
  touchedAt: 0,
})

/** Bytes as they are kept, in memory of their own: few of them may be a part of more, which they would keep. */
export function bodyOf(bytes: Buffer): Body {
  if (bytes.length <= MOST_TEXT_BYTES) return bytes.toString('latin1')
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

export const bytesOf = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)

export const isWorthPacking = ({ plain }: CachedReply) => plain.length >= COMPRESS_FROM_BYTES

const packing = new WeakMap<CachedReply, Promise<Body>>()

/** Compresses a reply, once for all who want it meanwhile. */
export function pack(reply: CachedReply): Promise<Body> {
  let running = packing.get(reply)
  if (!running) {
    running = compress(bytesOf(reply.plain)).then((packed) => {
      reply.packed = bodyOf(packed)
      return reply.packed
    })
    packing.set(reply, running)
  }
  return running
}
