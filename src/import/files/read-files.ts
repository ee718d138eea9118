import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { InputLine } from '../import.ts'
import { maxLineBytes } from '../line.ts'
import { OtherFileError, refuseOtherFiles } from './other-files.ts'

/** Names of the files that are read from a folder. */
const lineFiles = /\.(ndjson|jsonl)(\.gz|\.zst)?$/
const NEWLINE = 10
export const standardInput = '-'
const highWaterMark = 1_048_576
/** Bytes that a packed file yields at once; each piece costs a buffer and a turn of the event loop. */
const chunkSize = 65_536

export type InputFile = {
  name: string
  /** The folder of the pictures that its lines name. */
  folder?: string
  bytes: number | undefined
  open(): AsyncIterable<Buffer | string>
}

/** The files at the given paths, in order; a folder stands for the files of lines in it and below it, by name. */
export async function findFiles(paths: readonly string[], stdin: NodeJS.ReadableStream): Promise<InputFile[]> {
  const files: InputFile[] = []
  for (const path of await filesAt(paths, lineFiles, { recursive: true })) {
    files.push(await fileAt(normalize(path), stdin))
  }
  return files
}

/** The paths of files, in order; a folder stands for the files in it (and below it) with such a name, by name. */
export async function filesAt(
  paths: readonly string[],
  names: RegExp,
  { recursive = false }: { recursive?: boolean } = {},
): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    if (path === standardInput || !(await stat(path)).isDirectory()) files.push(path)
    else {
      const found = (await readdir(path, { recursive })).filter((name) => names.test(name))
      for (const name of found.sort()) files.push(join(path, name))
    }
  }
  return files
}

/** The file at a path, whatever its name. */
export async function fileAt(path: string, stdin: NodeJS.ReadableStream): Promise<InputFile> {
  if (path === standardInput)
    return { name: 'standard input', bytes: undefined, open: () => stdin as AsyncIterable<Buffer | string> }
  const { size: bytes } = await stat(path)
  return { name: path, folder: dirname(path), bytes, open: () => createReadStream(path, { highWaterMark }) }
}

/**
 * The lines of files, in batches; blank lines are skipped. `onBytes` is called with the number of bytes that were read.
 */
export async function* readFiles(
  files: readonly InputFile[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<InputLine[]> {
  for (const file of files) {
    let line = 0
    try {
      for await (const batch of linesIn(file, onBytes)) {
        line = batch.at(-1)?.[0] ?? line
        yield batch.map(([number, bytes]) => inputOf(file, number, bytes))
      }
    } catch (error) {
      if (error instanceof OtherFileError) {
        yield [{ file: file.name, line: 0, field: '', reason: error.message }]
        continue
      }
      const reason = `cannot be read any further: ${error instanceof Error ? error.message : String(error)}`
      yield [{ file: file.name, line: line + 1, field: '', reason }]
    }
  }
}

/** A line's number, and its bytes; undefined if it is too long to be kept. */
type Numbered = [number: number, bytes: Buffer | undefined]

function inputOf({ name: file, folder }: InputFile, number: number, bytes: Buffer | undefined): InputLine {
  const refused = (reason: string) => ({ file, line: number, field: '', reason })
  if (!bytes) return refused(`is longer than ${maxLineBytes} bytes`)
  if (!isUtf8(bytes)) return refused('is not UTF-8')
  return { file, ...(folder !== undefined && { folder }), number, bytes: bytes.length, text: bytes.toString('utf8') }
}

/** A line of a text file; undefined is one that is too long. */
type TextLine = { number: number; text: string | undefined }

/** The lines of a text file, plain or compressed, in batches; blank ones are skipped. */
export async function* textLines(file: InputFile, onBytes: (bytes: number) => void): AsyncGenerator<TextLine[]> {
  for await (const batch of splitLines(plainChunks(file, onBytes)))
    yield batch.map(([number, bytes]) => ({ number, text: bytes?.toString('utf8') }))
}

/** Why a file cannot be read any further, such as one that was cut off; other errors are thrown again. */
export function unreadableReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (!(error instanceof Error) || !/^(Z_|ZSTD_|E[A-Z]+$)/.test(code ?? '')) throw error
  return `cannot be read any further: ${message}`
}

/** The bytes of a file, unpacked. */
export const plainChunks = (file: InputFile, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> =>
  plainBytes(counted(file.open(), onBytes))

const linesIn = (file: InputFile, onBytes: (bytes: number) => void) =>
  splitLines(refuseOtherFiles(plainChunks(file, onBytes)))

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Numbered[]> {
  let number = 0
  let rest: Buffer[] = []
  let restBytes = 0
  const take = (bytes: Buffer): Numbered | undefined => {
    number++
    const isTooLong = restBytes + bytes.length > maxLineBytes
    const whole = rest.length > 0 ? Buffer.concat([...rest, bytes]) : bytes
    rest = []
    restBytes = 0
    if (isTooLong) return [number, undefined]
    return isBlank(whole) ? undefined : [number, whole]
  }
  for await (const chunk of chunks) {
    const batch: Numbered[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = take(chunk.subarray(start, end))
      if (line) batch.push(line)
      start = end + 1
    }
    const remaining = chunk.subarray(start)
    restBytes += remaining.length
    // Nothing more is kept of a line that is too long.
    if (restBytes <= maxLineBytes) rest.push(remaining)
    if (batch.length > 0) yield batch
  }
  const last = restBytes > 0 ? take(Buffer.alloc(0)) : undefined
  if (last) yield [last]
}

const blanks: ReadonlySet<number> = new Set([9, 13, 32])
const isBlank = (bytes: Buffer) => bytes.every((byte) => blanks.has(byte))

async function* counted(
  chunks: AsyncIterable<Buffer | string>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    onBytes(bytes.length)
    yield bytes
  }
}

/** Unpacks gzip and zstd, recognised by their first bytes, whatever the name. */
async function* plainBytes(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = await chunks.next()
  if (first.done) return
  let start = first.value
  while (start.length < 4) {
    const more = await chunks.next()
    if (more.done) break
    start = Buffer.concat([start, more.value])
  }
  async function* all() {
    yield start
    yield* chunks
  }
  const unpack = unpackerOf(start)
  // Errors of both streams come out of the second one.
  if (unpack) yield* pipeline(Readable.from(all()), unpack, () => {}) as AsyncIterable<Buffer>
  else {
    const hasMark = start.subarray(0, 3).equals(byteOrderMark)
    if (hasMark) start = start.subarray(3)
    yield* all()
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

function unpackerOf(start: Buffer) {
  if (start[0] === 0x1f && start[1] === 0x8b) return createGunzip({ chunkSize })
  if (start.subarray(0, 4).equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return createZstdDecompress({ chunkSize })
  return undefined
}
