import { type Body, bodyOfText, bytesOf } from '#src/cache/cached-reply.ts'
import { etagOf, packedTogether } from '#src/cache/encoding.ts'

/** One answer of a batch. Its body is sent as the bytes that it would be alone. */
export type Part = {
  status: number
  etag?: string | undefined
  location?: string | undefined
  body?: Body | undefined
  /** The body compressed, if that is worth it. */
  pack?: (() => Body | Promise<Body>) | undefined
}

/** The parts, with `tooLarge` instead of those that do not fit into so many bytes together with what is before them. */
export function fitting(parts: readonly Part[], mostBytes: number, tooLarge: Part): Part[] {
  let bytes = 0
  return parts.map((part) => {
    const length = part.body?.length ?? 0
    if (bytes + length > mostBytes) return tooLarge
    bytes += length
    return part
  })
}

/** A piece of the reply, and how it is compressed. */
type Piece = { plain: Body; pack?: Part['pack'] }

const opening = '{"responses":['
const closing = ']}'

/** What stands before the body of an answer; ETags are digests and need no escapes. */
function headOf({ status, etag, location, body }: Part): string {
  const tag = etag === undefined ? '' : `,"etag":"${etag.replaceAll('"', '\\"')}"`
  const place = location === undefined ? '' : `,"content_location":${JSON.stringify(location)}`
  return `{"status":${status}${tag}${place}${body === undefined ? '' : ',"body":'}`
}

/**
 * The reply with all answers, in pieces: no body is parsed, nor written again. Its ETag is made of those of the bodies
 * that have one.
 */
export function spliced(parts: readonly Part[]): { pieces: Piece[]; etag: string } {
  const pieces: Piece[] = []
  let between = opening
  let facts = ''
  for (const part of parts) {
    const head = headOf(part)
    facts += part.etag === undefined && part.body !== undefined ? head + part.body.toString('latin1') : head
    between += head
    if (part.body !== undefined) {
      pieces.push({ plain: bodyOfText(between) }, { plain: part.body, pack: part.pack })
      between = ''
    }
    between += '},'
  }
  pieces.push({ plain: bodyOfText(between.slice(0, -1) + closing) })
  return { pieces, etag: etagOf(facts) }
}

/** The pieces in one. */
export function joined(pieces: readonly Piece[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, { plain }) => sum + plain.length, 0))
  let at = 0
  for (const { plain } of pieces) {
    if (typeof plain === 'string') bytes.write(plain, at, 'latin1')
    else plain.copy(bytes, at)
    at += plain.length
  }
  return bytes
}

/** The same compressed. What was compressed before is not compressed again. */
export async function packed(pieces: readonly Piece[]): Promise<Buffer> {
  const bytes = joined(pieces)
  let at = 0
  const parts = pieces.map(({ plain, pack }) => {
    const own = bytes.subarray(at, at + plain.length)
    at += plain.length
    return { own, pack: pack?.() }
  })
  const packable: { plain: Buffer; packed?: Buffer }[] = []
  for (const { own, pack } of parts) {
    const body = pack && (await pack)
    packable.push({ plain: own, ...(body && { packed: bytesOf(body) }) })
  }
  return packedTogether(packable)
}
