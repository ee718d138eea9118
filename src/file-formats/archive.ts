import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import { atFirstUse } from '#src/package-root.ts'
import type { ReadLimits } from './limits.ts'
import { UnreadableError } from './text.ts'

const yauzl = atFirstUse<typeof import('yauzl')>('yauzl')

/** A file of an archive. Its path is only looked at, and never one on this machine. */
type Member = { path: string; isLink: boolean; open(): AsyncIterable<Buffer> }

/** The first bytes of an archive, with files and without. */
const signatures = [Buffer.from('PK\u0003\u0004'), Buffer.from('PK\u0005\u0006')]
export const isArchive = (start: Buffer): boolean => signatures.some((each) => start.subarray(0, 4).equals(each))

/** Small files may be packed as tightly as they like. */
export const unmeasuredBytes = 2 ** 20

/** What an archive says of sizes is not believed: bytes are counted while they are unpacked. */
export async function openArchive(
  path: string,
  limits: ReadLimits,
): Promise<{ members: readonly Member[]; close(): void }> {
  const archive = await yauzl()
    .openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      // Names are decoded here, because one that is no path would end the reading of all others.
      decodeStrings: false,
    })
    .catch(() => {
      throw new UnreadableError('broken_archive')
    })
  const left = { bytes: limits.unpackedBytes }
  try {
    const entries = await entriesOf(archive, limits.archiveFiles)
    const files = entries.map(
      (entry): Member => ({
        path: (entry.fileName as unknown as Buffer).toString('utf8').replaceAll('\\', '/'),
        isLink: isLink(entry),
        open: () => unpacked(archive, entry, limits, left),
      }),
    )
    return { members: files.filter(({ path }) => !path.endsWith('/')), close: () => archive.close() }
  } catch (error) {
    archive.close()
    throw error
  }
}

/** Systems with links keep the kind of a file in the upper half of its attributes. */
const isLink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

async function entriesOf(archive: ZipFile, most: number): Promise<Entry[]> {
  if (archive.entryCount > most) throw new UnreadableError('too_many_files')
  const entries: Entry[] = []
  try {
    for await (const entry of archive.eachEntry()) {
      entries.push(entry)
      if (entries.length > most) break
    }
  } catch {
    throw new UnreadableError('broken_archive')
  }
  if (entries.length > most) throw new UnreadableError('too_many_files')
  return entries
}

async function* unpacked(archive: ZipFile, entry: Entry, limits: ReadLimits, left: { bytes: number }) {
  if (entry.isEncrypted()) throw new UnreadableError('encrypted_archive')
  let bytes = 0
  let stream: Readable | undefined
  try {
    stream = await archive.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      left.bytes -= chunk.length
      if (left.bytes < 0) throw new UnreadableError('unpacks_too_large')
      if (bytes > unmeasuredBytes && bytes > limits.packing * entry.compressedSize)
        throw new UnreadableError('packed_too_tightly')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('broken_archive')
  } finally {
    stream?.destroy()
  }
}
