import { hash } from 'node:crypto'
import { gzip } from 'node:zlib'

/** Shorter texts are not worth compressing. */
export const COMPRESS_FROM_BYTES = 1_024

/**
 * Compresses with gzip. The compressor lives until its memory is collected with what is old, and its callback as long:
 * it must not know the content, as that of `promisify` does.
 */
export function compress(content: string | Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  gzip(content, (error, packed) => (error ? reject(error) : resolve(packed)))
  return promise
}

/** A weak ETag: the same text has the same one, compressed or not. */
export const etagOf = (content: string | Buffer): string => `W/"${hash('sha256', content).slice(0, 32)}"`
