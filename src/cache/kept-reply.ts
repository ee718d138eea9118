import { hash } from 'node:crypto'
import type { Tag } from '#src/catalogue/shown.ts'
import { compress, etagOf } from '#src/negotiation.ts'
import { commonHeaders } from '#src/refusals.ts'

/** Replies shorter than this are not worth compressing. */
const COMPRESS_FROM_BYTES = 1_024

/** Names and values of headers in turn, as Node takes them. */
type Headers = string[]

/** How the body of a reply is sent: as it is, with gzip, or not at all. */
export type Form = 'plain' | 'packed' | 'none'

/** A reply as it is sent, with all that is needed to send it again. */
export type KeptReply = {
  key: string
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
  plain: Buffer
  /** With gzip, once somebody wanted it. */
  packed?: Buffer
  addresses: string[]
  /** Headers that are always the same. */
  headers: Headers
  /** Headers that stay the same for a second or less, by the form of the body that they are sent with. */
  timed: { left: number; age: number; forms: Partial<Record<Form, Headers>> }
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
  const plain = bytesOf(text ?? '')
  return sendable({
    ...{ ...rendered, renderedMs, endMs: renderedMs + seconds * 1_000 },
    ...{ isNotFound: text === undefined, etag: etagOf(plain), plain },
  })
}

/** A reply with what is computed of it once. */
export const sendable = (reply: Omit<KeptReply, 'addresses' | 'headers' | 'timed'>): KeptReply => ({
  ...reply,
  addresses: [],
  headers: [
    ...Object.entries(commonHeaders).flat(),
    ...['vary', 'Origin, Accept-Encoding, Authorization', 'content-type', 'application/json; charset=utf-8'],
    ...['etag', reply.etag, 'x-memc-key', hash('sha256', reply.key)],
  ],
  timed: { left: -1, age: -1, forms: {} },
})

/** Memory of its own: small buffers would be parts of larger ones, which they would keep. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

export const isWorthPacking = ({ plain }: KeptReply) => plain.length >= COMPRESS_FROM_BYTES

const packing = new WeakMap<KeptReply, Promise<Buffer>>()

/** Compresses a reply, once for all who want it meanwhile. */
export function pack(reply: KeptReply): Promise<Buffer> {
  let running = packing.get(reply)
  if (!running) {
    running = compress(reply.plain).then((packed) => {
      reply.packed = packed
      return packed
    })
    packing.set(reply, running)
  }
  return running
}

/** Headers of a reply, with those that tell the form of its body. */
export function headersOf(reply: KeptReply, nowMs: number, form: Form, isHit: boolean): Headers {
  const left = Math.max(0, Math.floor((reply.endMs - nowMs) / 1_000))
  const age = Math.max(0, Math.floor((nowMs - reply.renderedMs) / 1_000))
  const { timed } = reply
  const forms = isHit && timed.left === left && timed.age === age ? timed.forms : {}
  const known = forms[form]
  if (known) return known
  const headers = [
    ...reply.headers,
    ...['cache-control', `public, max-age=${left}`, 'x-memc', isHit ? 'HIT' : 'MISS'],
    ...['x-memc-age', String(age), 'x-memc-expires', String(left)],
    ...formHeaders(reply, form),
  ]
  if (isHit) reply.timed = { left, age, forms: { ...forms, [form]: headers } }
  return headers
}

function formHeaders({ plain, packed }: KeptReply, form: Form): Headers {
  if (form === 'none') return []
  if (form === 'plain') return ['content-length', String(plain.length)]
  return ['content-length', String(packed?.length), 'content-encoding', 'gzip']
}
