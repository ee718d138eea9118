import { isUtf8 } from 'node:buffer'
import { largest, smallest } from '#src/reference/extremes.ts'

/** Why a file cannot be read, or not any further. */
export type UnreadableReason =
  | 'broken_archive'
  | 'encrypted_archive'
  | 'too_many_files'
  | 'unpacks_too_large'
  | 'packed_too_tightly'
  | 'broken_json'
  | 'broken_xml'
  | 'wrong_characters'

/** A file that cannot be read, or not any further. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason) {
    super(reason)
    this.reason = reason
  }
}

const lineEnds = [10, 13]
const windows = new TextDecoder('windows-1252')

/**
 * The text of a file, in pieces that end with a line. It is UTF-8, or UTF-16 with a mark at its beginning; a line that
 * is neither is read as Windows-1252, as spreadsheets write it. A line that is too long is left out, and `onTooLong`
 * hears its number.
 */
export async function* textOf(
  bytes: AsyncIterable<Buffer>,
  maxLineBytes: number,
  onTooLong: (line: number) => void,
): AsyncGenerator<string> {
  const lines = openLines(maxLineBytes, onTooLong)
  let wide: TextDecoder | undefined
  let isStart = true
  for await (const chunk of startingWith(bytes, 4)) {
    if (isStart) wide = wideDecoder(chunk)
    const piece = lines.add(wide ? Buffer.from(wide.decode(chunk, { stream: true })) : withoutMark(chunk, isStart))
    isStart = false
    if (piece !== '') yield piece
  }
  const rest = lines.add(Buffer.from(wide?.decode() ?? '')) + lines.end()
  if (rest !== '') yield rest
}

/** The text of a file without lines, such as JSON, which is UTF-8 or has a mark that says otherwise. */
export async function* unlinedTextOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of startingWith(bytes, 4)) {
    decoder ??= wideDecoder(chunk) ?? new TextDecoder()
    yield decoder.decode(chunk, { stream: true })
  }
}

function openLines(maxLineBytes: number, onTooLong: (line: number) => void) {
  let rest: Buffer[] = []
  let restBytes = 0
  let isDropping = false
  let line = 1
  const take = (whole: Buffer) => {
    for (const byte of whole) if (byte === 10) line++
    return decoded(whole)
  }
  return {
    add(chunk: Buffer): string {
      const end = lastLineEnd(chunk) + 1
      let text = ''
      if (end > 0) {
        text = isDropping ? take(chunk.subarray(firstLineEnd(chunk), end)) : take(joined(rest, chunk.subarray(0, end)))
        rest = []
        restBytes = 0
        isDropping = false
      }
      const remaining = chunk.subarray(end)
      restBytes += remaining.length
      if (restBytes <= maxLineBytes) rest.push(remaining)
      else if (!isDropping) {
        isDropping = true
        rest = []
        onTooLong(line)
      }
      return text
    },
    end: () => (isDropping ? '' : decoded(Buffer.concat(rest))),
  }
}

const joined = (rest: readonly Buffer[], chunk: Buffer) => (rest.length > 0 ? Buffer.concat([...rest, chunk]) : chunk)
const lastLineEnd = (chunk: Buffer) => largest(lineEnds.map((end) => chunk.lastIndexOf(end)))
const firstLineEnd = (chunk: Buffer) =>
  smallest(lineEnds.map((end) => chunk.indexOf(end)).map((at) => (at < 0 ? Infinity : at)))

function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1)
    text += isUtf8(line) ? line.toString('utf8') : windows.decode(line)
    start += line.length
  }
  return text
}

function wideDecoder(start: Buffer): TextDecoder | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be')
  if (start.subarray(0, 512).includes(0)) throw new UnreadableError('wrong_characters')
  return undefined
}

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const withoutMark = (chunk: Buffer, isStart: boolean) =>
  isStart && chunk.subarray(0, mark.length).equals(mark) ? chunk.subarray(mark.length) : chunk

/** The same bytes, of which the first piece has at least so many, if there are so many. */
async function* startingWith(bytes: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (start === undefined) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < count) continue
      yield start
      start = undefined
    }
  }
  if (start && start.length > 0) yield start
}
