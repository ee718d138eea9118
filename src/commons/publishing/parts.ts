import { createHash, type Hash } from 'node:crypto'
import { constants, zstdCompressSync } from 'node:zlib'
import { openNew } from '#src/files/lasting.ts'
import { maxPartLines, maxPublishedLineBytes } from '../format/limits.ts'
import { openFile } from './folders.ts'

/** Lines that are compressed together, which makes the same bytes of the same lines. */
const FRAME_BYTES = 1_048_576
/** A file that has so many bytes gets no more frames: with one more it still keeps to the limit. */
const FULL_BYTES = 44 * 1_048_576
const FULL_UNPACKED_BYTES = 960 * 1_048_576

const compressed = (text: Buffer) =>
  zstdCompressSync(text, { params: { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_checksumFlag]: 1 } })

type WrittenPart = { bytes: number; lines: number; unpacked: number; sha256: string }

/** Writes lines to a new file, frame by frame, so that the memory that it takes does not grow with the file. */
export async function openPart(path: string) {
  const file = await openNew(path, openFile)
  const digest: Hash = createHash('sha256')
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const written = { bytes: 0, lines: 0, unpacked: 0 }

  async function flush() {
    if (waitingBytes === 0) return
    const frame = compressed(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
    digest.update(frame)
    written.bytes += frame.length
    await file.write(frame)
  }

  return {
    get isFull() {
      const { bytes, unpacked, lines } = written
      return bytes >= FULL_BYTES || unpacked >= FULL_UNPACKED_BYTES || lines >= maxPartLines
    },
    get lines() {
      return written.lines
    },
    /** Adds a line; false if it is too long to be published. */
    async add(line: object): Promise<boolean> {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
      if (bytes.length > maxPublishedLineBytes) return false
      waiting.push(bytes)
      waitingBytes += bytes.length
      written.lines++
      written.unpacked += bytes.length
      if (waitingBytes >= FRAME_BYTES) await flush()
      return true
    },
    /** Ends the file; it is on the disk when this resolves. */
    async end(): Promise<WrittenPart> {
      await flush()
      await file.end()
      return { ...written, sha256: digest.digest('hex') }
    },
    close: file.close,
  }
}
