import { hash } from 'node:crypto'
import type { Tag } from '#src/contract/cache-tags.ts'
import { compress, etagOf } from '#src/http/negotiation.ts'
import { commonHeaders } from '#src/http/refusals.ts'

/** Replies shorter than this are not worth compressing. */
const COMPRESS_FROM_BYTES = 1_024

/** Up to here a body is kept as a text: Node sends that in one piece with its head. */
const MOST_TEXT_BYTES = 8_192

/** Bytes, of which few are kept as a text with a character from U+0000 to U+00FF for each. */
export type Body = Buffer | string

/** Names and values of headers in turn, as Node takes them. */
type Headers = string[]

/** How the body of a reply is sent: as it is, with gzip, or not at all. */
export type Form = 'plain' | 'packed' | 'none'

/** A reply as it is sent, with all that is needed to send it again. */
export type KeptReply = {
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
  askedAt: number
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

export function keptReply({ text, renderedMs, seconds, ...rendered }: Rendered): KeptReply {
  const bytes = Buffer.from(text ?? '')
  return sendable({
    ...{ ...rendered, renderedMs, endMs: renderedMs + seconds * 1_000 },
    ...{ isNotFound: text === undefined, etag: etagOf(bytes), plain: bodyOf(bytes) },
  })
}

export const sendable = (reply: Omit<KeptReply, 'keyHash' | 'addresses' | 'askedAt'>): KeptReply => ({
  ...reply,
  keyHash: hash('sha256', reply.key),
  addresses: [],
  askedAt: 0,
})

/** Bytes as they are kept, in memory of their own: few of them may be a part of more, which they would keep. */
export function bodyOf(bytes: Buffer): Body {
  if (bytes.length <= MOST_TEXT_BYTES) return bytes.toString('latin1')
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

export const bytesOf = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)

export const isWorthPacking = ({ plain }: KeptReply) => plain.length >= COMPRESS_FROM_BYTES

const packing = new WeakMap<KeptReply, Promise<Body>>()

/** Compresses a reply, once for all who want it meanwhile. */
export function pack(reply: KeptReply): Promise<Body> {
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

const headersWith = (more: Headers): Headers => [
  ...['cache-control', '', 'x-memc', '', 'x-memc-age', '', 'x-memc-expires', '', 'etag', '', 'x-memc-key', ''],
  ...Object.entries(commonHeaders).flat(),
  ...['vary', 'Origin, Accept-Encoding, Authorization', 'content-type', 'application/json; charset=utf-8'],
  ...more,
]

/** Where in the headers of a reply the values stand that differ. */
const CACHE_CONTROL_AT = 1
const HIT_AT = 3
const AGE_AT = 5
const EXPIRES_AT = 7
const ETAG_AT = 9
const KEY_AT = 11
const LENGTH_AT = headersWith([]).length + 1

/** Headers of all replies, by the form of the body: a warm reply makes none. */
const headersOfForm: Readonly<Record<Form, Headers>> = {
  none: headersWith([]),
  plain: headersWith(['content-length', '']),
  packed: headersWith(['content-length', '', 'content-encoding', 'gzip']),
}

/**
 * Headers of a reply, with those that tell the form of its body. The next one that is asked for writes over them, so
 * they have to be read at once.
 */
export function headersOf(reply: KeptReply, nowMs: number, form: Form, isHit: boolean): Headers {
  const left = Math.max(0, Math.floor((reply.endMs - nowMs) / 1_000))
  const age = Math.max(0, Math.floor((nowMs - reply.renderedMs) / 1_000))
  const headers = headersOfForm[form]
  headers[CACHE_CONTROL_AT] = cacheControl(left)
  headers[HIT_AT] = isHit ? 'HIT' : 'MISS'
  headers[AGE_AT] = seconds(age)
  headers[EXPIRES_AT] = seconds(left)
  headers[ETAG_AT] = reply.etag
  headers[KEY_AT] = reply.keyHash
  if (form === 'plain') headers[LENGTH_AT] = lengths(reply.plain.length)
  if (form === 'packed') headers[LENGTH_AT] = lengths(reply.packed?.length ?? 0)
  return headers
}

/** More than replies are kept for in seconds, and than most of them have bytes. */
const MAX_TEXTS = 10_000

/** Texts of numbers, each of which is made once. */
function texts(make: (number: number) => string): (number: number) => string {
  const made = new Map<number, string>()
  return (number) => {
    const known = made.get(number)
    if (known !== undefined) return known
    const text = make(number)
    if (made.size < MAX_TEXTS) made.set(number, text)
    return text
  }
}

const seconds = texts(String)
const lengths = texts(String)
const cacheControl = texts((left) => `public, max-age=${left}`)
