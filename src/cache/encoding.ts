import { hash } from 'node:crypto'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** Shorter texts are not worth compressing. */
export const COMPRESS_FROM_BYTES = 1_024

/** The beginning of all that is compressed: gzip, deflated, without a name and a time, by Unix. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty last block. */
const lastBlock = Buffer.from([0x03, 0x00])
const TRAILER_BYTES = 8
/** The most bytes of a block that is not compressed. */
const MOST_STORED_BYTES = 65_535
const STORED_HEAD_BYTES = 5

/** The end of what is compressed: the checksum and the length of its content. */
function trailerOf(checksum: number, length: number): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES)
  trailer.writeUInt32LE(checksum)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return trailer
}

/**
 * Compresses with gzip, so that the blocks in it end with a byte and others can follow (`packedTogether`). The
 * compressor lives until its memory is collected with what is old, and its callback as long: it must not know the
 * content, as that of `promisify` does.
 */
export function compress(content: string | Buffer): Promise<Buffer> {
  const trailer = trailerOf(crc32(content), Buffer.byteLength(content))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const ended = (error: Error | null, blocks: Buffer) =>
    error ? reject(error) : resolve(Buffer.concat([header, blocks, lastBlock, trailer]))
  deflateRaw(content, { finishFlush: constants.Z_SYNC_FLUSH }, ended)
  return promise
}

/** A part of a content, and the same compressed by `compress`, if it was. */
export type Packable = { plain: Buffer; packed?: Buffer | undefined }

/** The parts one behind the other, compressed, without compressing any of them again. */
export function packedTogether(parts: readonly Packable[]): Buffer {
  const chunks: Buffer[] = [header]
  let [checksum, length] = [0, 0]
  for (const { plain, packed } of parts) {
    checksum = crc32(plain, checksum)
    length += plain.length
    if (packed) chunks.push(packed.subarray(header.length, packed.length - lastBlock.length - TRAILER_BYTES))
    else
      for (let at = 0; at < plain.length; at += MOST_STORED_BYTES) {
        const stored = plain.subarray(at, at + MOST_STORED_BYTES)
        chunks.push(headOfStored(stored.length), stored)
      }
  }
  chunks.push(lastBlock, trailerOf(checksum, length))
  return Buffer.concat(chunks)
}

/** What stands before bytes that are not compressed: that they are not, their number, and its complement. */
function headOfStored(length: number): Buffer {
  const head = Buffer.alloc(STORED_HEAD_BYTES)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(length ^ 0xffff, 3)
  return head
}

/** A weak ETag: the same text has the same one, compressed or not. */
export const etagOf = (content: string | Buffer): string => `W/"${hash('sha256', content).slice(0, 32)}"`
