import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { isArchive, openArchive } from '#src/file-formats/archive.ts'
import { readLimits } from '#src/file-formats/limits.ts'
import { UnreadableError } from '#src/file-formats/text.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { inOneLine } from '#src/reference/hidden.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** Names of files that are unpacked first. */
export const tarFiles = /\.(tar(\.gz|\.zst)?|tgz)$/i
/** Documents that are archives inside. */
const documents = /\.(xlsx|ods|docx|odt|epub|jar)$/i

/** What one archive may hold, so that a small one does not fill the disk. */
export type UnpackLimits = {
  /** Files, and as many folders, whether the archive names these or not. */
  entries: number
  /** Folders that a file may lie in, one inside of the other. */
  depth: number
  bytes: number
  /** How many times as many bytes it may have unpacked as packed. */
  ratio: number
}

export const unpackLimits: UnpackLimits = { entries: 1_000_000, depth: 50, bytes: 64 * 2 ** 30, ratio: 200 }
/** Files of a ZIP file, whose list is read as a whole. */
const maxZipEntries = 200_000
/** The longest name of a file or folder that systems take, in bytes. */
const maxNameBytes = 255
/** Small archives may be packed as tightly as they like. */
const unmeasuredBytes = 2 ** 20

/** How packed tar files begin. */
const GZIP = 0x1f8b
const ZSTANDARD = 0x28b52ffd

/** An archive that cannot be unpacked; the message is a sentence. */
class ArchiveError extends Error {
  override name = 'ArchiveError'
}

const tooMuch = {
  entries: (path: string, { entries }: UnpackLimits) =>
    new ArchiveError(`${path} has more than ${entries} files or folders.`),
  depth: (path: string, { depth }: UnpackLimits) =>
    new ArchiveError(`${path} has a file that lies in more than ${depth} folders.`),
  name: (path: string) =>
    new ArchiveError(`${path} has a file or folder with a name of more than ${maxNameBytes} bytes.`),
  bytes: (path: string, { bytes }: UnpackLimits) => new ArchiveError(`${path} unpacks to more than ${bytes} bytes.`),
  ratio: (path: string, { ratio }: UnpackLimits) =>
    new ArchiveError(`${path} is packed too tightly: unpacked it has more than ${ratio} times as many bytes.`),
}

/** Whether a file is an archive that is unpacked before it is read: by its first bytes, or by its name. */
export async function isPacked(path: string): Promise<boolean> {
  if (tarFiles.test(path)) return true
  if (documents.test(path)) return false
  return isArchive(await firstBytes(path))
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    return (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer
  } finally {
    await file.close()
  }
}

/**
 * Unpacks an archive into a new folder in `within`, and returns that folder. Links and devices are left out; paths that
 * lead elsewhere are errors, and so is whatever exceeds the limits, whatever the archive says of its sizes.
 */
export async function unpack(path: string, within: string, limits: UnpackLimits = unpackLimits): Promise<string> {
  await makeFolder(within)
  const folder = join(within, `${(await readdir(within)).length}-${basename(path)}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    await (tarFiles.test(path) ? unpackTar : unpackZip)(path, folder, limits)
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    throw error instanceof ArchiveError ? error : new ArchiveError(`${path} cannot be unpacked: ${reasonOf(error)}.`)
  }
  return folder
}

async function unpackTar(path: string, folder: string, limits: UnpackLimits) {
  const { extract } = await import('tar')
  const packed = (await stat(path)).size
  const excessWith = countPlaces(limits)
  let excess: ((path: string, limits: UnpackLimits) => ArchiveError) | undefined
  const output = extract({
    cwd: folder,
    // Paths that lead elsewhere are errors; links and devices are left out.
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    noMtime: true,
    preserveOwner: false,
    filter(name, entry) {
      // Thrown here, it would be nobody's error.
      excess ??= excessWith(name)
      return !excess && 'type' in entry && /^(Old|Contiguous)?(File|Directory)$/.test(entry.type)
    },
  })
  /** Everything counts, whether it belongs to a file of the archive or not. */
  async function* measured(chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > limits.bytes) excess ??= tooMuch.bytes
      if (bytes > unmeasuredBytes && bytes > limits.ratio * packed) excess ??= tooMuch.ratio
      if (excess) throw excess(path, limits)
      yield chunk
    }
  }
  const written = new Promise((resolve, reject) => output.on('close', resolve).on('error', reject))
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) if (!output.write(chunk)) await once(output, 'drain')
    output.end()
  }
  await Promise.all([pipeline([createReadStream(path), ...(await decoderOf(path)), measured, write]), written])
  if (excess) throw excess(path, limits)
}

/** What unpacks a file, by its first bytes; nothing if it is not packed. */
async function decoderOf(path: string) {
  const start = await firstBytes(path)
  if (start.readUInt16BE() === GZIP) return [createGunzip()]
  return start.readUInt32BE() === ZSTANDARD ? [createZstdDecompress()] : []
}

async function unpackZip(path: string, folder: string, limits: UnpackLimits) {
  const { size: fileBytes } = await stat(path)
  const { entries, bytes: unpackedBytes, ratio: packing } = limits
  const archiveFiles = Math.min(entries, maxZipEntries)
  const { members, close } = await openArchive(path, { ...readLimits, fileBytes, archiveFiles, unpackedBytes, packing })
  const excessWith = countPlaces(limits)
  let bytes = 0
  try {
    for (const { path: name, isLink, open: unpacked } of members) {
      if (isLink) continue
      if (!isInside(name)) throw new ArchiveError(`${path} has a file that would lie outside of its folder.`)
      const excess = excessWith(name)
      if (excess) throw excess(path, limits)
      const target = join(folder, name)
      const file = await openNew(target).catch((error) => {
        throw isTaken(error)
          ? new ArchiveError(`${path} has several files of which only one can be at ${inOneLine(name)}.`)
          : error
      })
      try {
        for await (const chunk of unpacked()) {
          bytes += chunk.length
          if (bytes > unmeasuredBytes && bytes > packing * fileBytes) throw tooMuch.ratio(path, limits)
          await file.write(chunk)
        }
      } finally {
        await file.close()
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    if (error.reason === 'unpacks_too_large') throw tooMuch.bytes(path, limits)
    if (error.reason === 'packed_too_tightly') throw tooMuch.ratio(path, limits)
    throw error
  } finally {
    close()
  }
}

/** A new file, and the folders that it lies in. */
async function openNew(target: string) {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  return open(target, 'wx', 0o600)
}

/** A file has the name of another one, or of a folder. */
const isTaken = (error: unknown): boolean =>
  ['EEXIST', 'EISDIR', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Counts what an archive holds, and the folders of these files: each costs a disk as much as a small file. */
function countPlaces(limits: UnpackLimits) {
  const folders = new Set<string>()
  let files = 0
  /** What is exceeded with one more file. */
  return (name: string) => {
    files++
    const parts = name.split('/')
    // Looked at first, because the paths of many folders inside of each other are long together.
    if (parts.length - 1 > limits.depth) return tooMuch.depth
    if (parts.some((part) => Buffer.byteLength(part) > maxNameBytes)) return tooMuch.name
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'))
    return files > limits.entries || folders.size > limits.entries ? tooMuch.entries : undefined
  }
}

/** Whether the path of a file stays in the folder that it is unpacked to. */
const isInside = (name: string): boolean =>
  !name.startsWith('/') && !/^[a-z]:/i.test(name) && !/\0/.test(name) && !name.split('/').includes('..')

const zipReasons: Readonly<Record<string, string>> = wordTable({
  broken_archive: 'it is damaged or incomplete',
  encrypted_archive: 'it is encrypted',
  too_many_files: 'it has too many files',
})

const reasonOf = (error: unknown): string =>
  error instanceof UnreadableError ? (zipReasons[error.reason] ?? error.reason) : (error as Error).message
