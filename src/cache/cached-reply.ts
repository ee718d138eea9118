import { hash } from 'node:crypto'
import { type Tag, votesTags } from '#src/contract/cache-tags.ts'
import { COMPRESS_FROM_BYTES, compress, etagOf } from './encoding.ts'

/** Bodies up to this size are kept as text: Node sends those in one piece with the headers. */
const MOST_TEXT_BYTES = 8_192

/** Bytes, or for small bodies a text with one character from U+0000 to U+00FF for each byte. */
export type Body = Buffer | string

/** A rendered reply with everything that is needed to send it again. */
export type CachedReply = {
  key: string
  /** The digest of the key, as clients see it. */
  keyHash: string
  /** Id of the operation, for the log. */
  operation: string
  tags: readonly Tag[]
  renderedMs: number
  /** When it expires. */
  endMs: number
  /** It may be served for a while after it has expired, while it is rendered again. */
  mayBeStale: boolean
  /** The site that it links to, if replies to the request depend on that. */
  site?: string | undefined
  /** The record that it is the details of (`codeOf`), if that counts for its popularity. */
  record?: number | undefined
  /** The path of the record that it shows, if the one that was requested has been merged into it. */
  location?: string | undefined
  /** There is no such record. */
  isNotFound: boolean
  /** It shows averages that follow ratings by time. */
  showsVotes: boolean
  etag: string
  plain: Body
  /** The compressed body, once somebody has asked for it. */
  packed?: Body | undefined
  addresses: string[]
  /** What the requests at some of these addresses have that is ignored, because it cannot be read. */
  ignored?: Map<string, readonly string[]> | undefined
  /** The state of the cache's counter when the reply was used last. */
  touchedAt: number
}

export type Rendered = {
  key: string
  operation: string
  tags: readonly Tag[]
  renderedMs: number
  seconds: number
  mayBeStale: boolean
  site?: string | undefined
  record?: number | undefined
  location?: string | undefined
  /** Absent: there is no such record. A buffer may be a slice of what was received. */
  text: string | Buffer | undefined
  packed?: Body
}

export function cachedReply(rendered: Rendered): CachedReply {
  const { key, operation, tags, renderedMs, seconds, mayBeStale, site, record, location, text = '', packed } = rendered
  // One object literal: copying the properties of another takes longer than all of this.
  return {
    key,
    keyHash: hash('sha256', key),
    operation,
    tags,
    renderedMs,
    endMs: renderedMs + seconds * 1_000,
    mayBeStale,
    site,
    record,
    location,
    isNotFound: rendered.text === undefined,
    showsVotes: votesTags.some((tag) => tags.includes(tag)),
    etag: etagOf(text),
    plain: typeof text === 'string' ? bodyOfText(text) : bodyOf(text),
    packed,
    addresses: [],
    ignored: undefined,
    touchedAt: 0,
  }
}

/** The same for a text. Pure ASCII, as most are, is its own bytes. */
export function bodyOfText(text: string): Body {
  const isBody = text.length <= MOST_TEXT_BYTES && Buffer.byteLength(text) === text.length
  return isBody ? text : bodyOf(Buffer.from(text))
}

/** The bytes to cache, in memory of their own: a small buffer may be a slice of a large one and would keep it alive. */
export function bodyOf(bytes: Buffer): Body {
  if (bytes.length <= MOST_TEXT_BYTES) return bytes.toString('latin1')
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

export const bytesOf = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)

export const textOfBody = (body: Body): string => bytesOf(body).toString()

export const isWorthPacking = ({ plain }: CachedReply) => plain.length >= COMPRESS_FROM_BYTES

const packing = new WeakMap<CachedReply, Promise<Body>>()

/** Compresses a reply, once for all requests that wait for it. */
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
