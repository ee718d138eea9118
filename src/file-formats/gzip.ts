import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { unmeasuredBytes } from './archive.ts'
import type { ReadLimits } from './limits.ts'
import { UnreadableError } from './text.ts'

/** Whether a file is one that was packed by itself, as `animelist.xml.gz`. */
export const isGzip = (start: Buffer): boolean => start[0] === 0x1f && start[1] === 0x8b

/** What is in a packed file of so many bytes; how large it gets is counted while it is unpacked. */
export async function* unpackedGzip(
  bytes: AsyncIterable<Buffer>,
  packedBytes: number,
  limits: ReadLimits,
): AsyncGenerator<Buffer> {
  const packed = Readable.from(bytes)
  const unpacking = createGunzip()
  // An error of what is read ends what is unpacked, too.
  packed.on('error', (error) => unpacking.destroy(error)).pipe(unpacking)
  let unpackedBytes = 0
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      unpackedBytes += chunk.length
      if (unpackedBytes > limits.unpackedBytes) throw new UnreadableError('unpacks_too_large')
      if (unpackedBytes > unmeasuredBytes && unpackedBytes > limits.packing * packedBytes)
        throw new UnreadableError('packed_too_tightly')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('broken_archive')
  } finally {
    packed.destroy()
    unpacking.destroy()
  }
}
