import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Position } from '#src/database/revisions.ts'
import { bodyOf, bytesOf, type CachedReply, cachedReply, isWorthPacking, pack } from './cached-reply.ts'

/** Increased with every change of the format. */
export const STORED_FORM = 4

/** The largest reply that is stored. */
export const MOST_STORED_BYTES = 1_048_576

const LENGTH_BYTES = 4
const expand = promisify(gunzip)

const Header = Type.Object({
  operation: Type.String(),
  tags: Type.Array(Type.String()),
  renderedMs: Type.Number(),
  endMs: Type.Number(),
  mayBeStale: Type.Boolean(),
  site: Type.Optional(Type.String()),
  record: Type.Optional(Type.Integer()),
  location: Type.Optional(Type.String()),
  etag: Type.String(),
  /** Whether the bytes that follow are compressed. */
  isPacked: Type.Boolean(),
  /** The changes that the reply includes. */
  position: Position,
})
const header = Compile(Header)

/** A reply as it is stored outside this process, and the changes that it includes. */
export type Stored = { reply: CachedReply; position: Position }

/** The length of the header, the header as JSON, and the bytes of the reply, compressed if that is worth it. */
export async function encodeReply({ reply, position }: Stored): Promise<Buffer> {
  const { operation, tags, renderedMs, endMs, mayBeStale, site, record, location, etag, plain } = reply
  const isPacked = isWorthPacking(reply)
  const bytes = bytesOf(isPacked ? await pack(reply) : plain)
  const fields: Static<typeof Header> = {
    operation,
    tags: [...tags],
    renderedMs,
    endMs,
    mayBeStale,
    ...(site !== undefined && { site }),
    ...(record !== undefined && { record }),
    ...(location !== undefined && { location }),
    etag,
    isPacked,
    position,
  }
  const head = Buffer.from(JSON.stringify(fields))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, bytes])
}

/** Undefined if the value is damaged. */
export async function decodeReply(key: string, value: Buffer): Promise<Stored | undefined> {
  try {
    const end = LENGTH_BYTES + value.readUInt32BE()
    const fields: unknown = JSON.parse(value.toString('utf8', LENGTH_BYTES, end))
    if (!header.Check(fields)) return undefined
    const { isPacked, position, endMs, etag, ...rest } = fields
    const bytes = value.subarray(end)
    const plain = isPacked ? await expand(bytes, { maxOutputLength: MOST_STORED_BYTES }) : bytes
    const seconds = (endMs - rest.renderedMs) / 1_000
    const reply = cachedReply({ ...rest, key, seconds, text: plain, ...(isPacked && { packed: bodyOf(bytes) }) })
    return reply.etag === etag ? { reply, position } : undefined
  } catch {
    return undefined
  }
}
