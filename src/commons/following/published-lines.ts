import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { maxPublishedLineBytes } from '../format/limits.ts'
import { FollowProblem } from './problems.ts'

const NEWLINE = 10
const chunkSize = 65_536

/** What a file may unpack to. */
type Bounds = { path: string; unpacked: number; lines: number }

/** A line with its number. */
export type PublishedLine = { number: number; text: string }

/** The lines of a file, unpacked within bounds, in batches. Nothing more is unpacked of one that exceeds them. */
export async function* publishedLines(
  file: string,
  { path, unpacked, lines }: Bounds,
): AsyncGenerator<PublishedLine[]> {
  let bytes = 0
  let number = 0
  let rest: Buffer[] = []
  let restBytes = 0
  const take = (end: Buffer): PublishedLine => {
    if (++number > lines) throw new FollowProblem('bounds', `${path} has more than ${lines} lines`)
    const whole = rest.length > 0 ? Buffer.concat([...rest, end]) : end
    rest = []
    restBytes = 0
    if (!isUtf8(whole)) throw new FollowProblem('format', `line ${number} of ${path} is not UTF-8`)
    return { number, text: whole.toString('utf8') }
  }
  for await (const chunk of unpackedChunks(file, path)) {
    bytes += chunk.length
    if (bytes > unpacked) throw new FollowProblem('bounds', `${path} unpacks to more than ${unpacked} bytes`)
    const batch: PublishedLine[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      requireShort(restBytes + end - start, number, path)
      batch.push(take(chunk.subarray(start, end)))
      start = end + 1
    }
    const remaining = chunk.subarray(start)
    restBytes += remaining.length
    requireShort(restBytes, number, path)
    if (remaining.length > 0) rest.push(remaining)
    if (batch.length > 0) yield batch
  }
  if (restBytes > 0) yield [take(Buffer.alloc(0))]
}

function requireShort(bytes: number, before: number, path: string) {
  if (bytes >= maxPublishedLineBytes)
    throw new FollowProblem('bounds', `line ${before + 1} of ${path} has more than ${maxPublishedLineBytes} bytes`)
}

async function* unpackedChunks(file: string, path: string): AsyncGenerator<Buffer> {
  const unpack = createZstdDecompress({ chunkSize })
  try {
    yield* pipeline(createReadStream(file), unpack, () => {}) as AsyncIterable<Buffer>
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!/^(Z_|ZSTD_)/.test(code)) throw error
    throw new FollowProblem('format', `${path} cannot be unpacked: ${message}`)
  }
}

/** Looks at a whole file, so that nothing of one that exceeds its bounds is applied. Returns how many lines it has. */
export async function checkBounds(file: string, bounds: Bounds): Promise<number> {
  let lines = 0
  for await (const batch of publishedLines(file, bounds)) lines += batch.length
  return lines
}
