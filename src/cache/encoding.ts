import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Shorter texts are not worth compressing. */
export const COMPRESS_FROM_BYTES = 1_024

export const compress = promisify(gzip)

/** A weak ETag: the same text has the same one, compressed or not. */
export const etagOf = (content: string | Buffer): string => `W/"${hash('sha256', content).slice(0, 32)}"`
