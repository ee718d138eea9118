import { isUtf8 } from 'node:buffer'

/** How much of a file is looked at, whichever comes first. */
const maxLines = 20
const maxBytes = 65_536
const NEWLINE = 10

/** A file that holds no lines of a catalogue; the message says what it looks like. */
export class OtherFileError extends Error {
  override name = 'OtherFileError'
  constructor(what: string, remedy?: string) {
    super(`looks like ${what}; import reads lines of JSON, one for each record, plain or compressed${remedy ?? ''}`)
  }
}

/** First bytes of files that are no lines. */
const signatures: readonly [what: string, bytes: string, offset?: number][] = [
  ['a PNG picture', '\x89PNG'],
  ['a JPEG picture', '\xff\xd8\xff'],
  ['a GIF picture', 'GIF8'],
  ['a WebP picture', 'WEBP', 8],
  ['a PDF document', '%PDF'],
  ['a ZIP file', 'PK\x03\x04'],
  ['a 7-Zip file', '7z\xbc\xaf'],
  ['a RAR file', 'Rar!'],
  ['a file compressed with bzip2', 'BZh'],
  ['a file compressed with xz', '\xfd7zXZ'],
  ['an SQLite database', 'SQLite format 3\0'],
  ['text in UTF-16', '\xff\xfe'],
  ['text in UTF-16', '\xfe\xff'],
]

/** Passes the bytes on, unless their beginning shows that they are no lines at all. */
export async function* refuseOtherFiles(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer[] | undefined = []
  let bytes = 0
  let lines = 0
  for await (const chunk of chunks) {
    if (!start) {
      yield chunk
      continue
    }
    start.push(chunk)
    bytes += chunk.length
    for (let at = chunk.indexOf(NEWLINE); at >= 0 && lines < maxLines; at = chunk.indexOf(NEWLINE, at + 1)) lines++
    if (lines < maxLines && bytes < maxBytes) continue
    refuse(Buffer.concat(start), false)
    yield* start
    start = undefined
  }
  if (start) {
    refuse(Buffer.concat(start), true)
    yield* start
  }
}

function refuse(bytes: Buffer, isWhole: boolean) {
  for (const [what, text, offset = 0] of signatures)
    if (bytes.toString('latin1', offset, offset + text.length) === text) throw new OtherFileError(what)
  if (bytes.toString('latin1', 257, 262) === 'ustar') throw new OtherFileError('a tar file', '; name it .tar')
  if (bytes.includes(0)) throw new OtherFileError('binary data')
  const all = bytes.toString('utf8').split('\n')
  // The last line may go on.
  const lines = (isWhole || all.length === 1 ? all : all.slice(0, -1)).map((line) => line.trim()).filter(Boolean)
  const [first] = lines
  if (first === undefined || lines.slice(0, maxLines).some(isObject)) return
  if (first.startsWith('<')) throw new OtherFileError('HTML or XML')
  if (first.startsWith('[')) throw new OtherFileError('one JSON list', '; `jq -c .[] FILE` turns it into lines')
  if (first === '{' && lines.length > 1)
    throw new OtherFileError('JSON that is spread over several lines', '; `jq -c . FILE` puts each record on one line')
  // One of a single line may be a line with a mistake.
  if (!first.startsWith('{'))
    throw new OtherFileError(isUtf8(bytes) ? 'text that is not JSON' : 'text that is not UTF-8')
}

function isObject(line: string): boolean {
  try {
    return line.startsWith('{') && typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}
