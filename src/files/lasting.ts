import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Files that are acknowledged, and have to be there after a power cut: each is written as a draft beside its place,
 * synced and renamed, and then its folder is synced. Whoever looks sees all of a file or nothing of it.
 */

/** Nobody else gives such a name, so what a killed process has left can be removed. */
const draftPattern = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.reelcommons-draft$/
/** Something is written to a draft all the time: one that has not changed for so long belongs to nobody. */
const ABANDONED_MS = 3_600_000
/** What file systems say where a folder cannot be synced, because they cannot, or because it may not be read. */
const unsyncable: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM', 'EBADF', 'EACCES'])

type Content = string | Buffer | AsyncIterable<Buffer>

export const isDraft = (name: string): boolean => draftPattern.test(name)

/** Does `work` with a path for a draft beside `place`, of which nothing is left but what was moved elsewhere. */
export async function withDraft<Result>(place: string, work: (draft: string) => Promise<Result>): Promise<Result> {
  const draft = join(dirname(place), `.${randomUUID()}.reelcommons-draft`)
  try {
    return await work(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Puts a file or a folder in its place, which `write` makes as a draft. Its folder is still to be synced, once for all
 * that is put there.
 */
export const putWhole = <Result>(place: string, write: (draft: string) => Promise<Result>): Promise<Result> =>
  withDraft(place, async (draft) => {
    const result = await write(draft)
    await settle(draft, place)
    return result
  })

/** The same, and syncs the folder: when this resolves, the file is there for good. */
export async function putLasting<Result>(place: string, write: (draft: string) => Promise<Result>): Promise<Result> {
  const result = await putWhole(place, write)
  await sync(dirname(place))
  return result
}

/** Writes a file that lasts. Only its owner can read it, unless `mode` says otherwise. */
export const writeLasting = (place: string, content: Content, mode?: number): Promise<void> =>
  putLasting(place, (draft) => writeNew(draft, content, mode))

/** Puts a finished draft of the same disk in its place. */
export async function settle(draft: string, place: string): Promise<void> {
  await sync(draft)
  await rename(draft, place)
}

/** Writes a new file, in the draft of a folder for instance, and syncs it. */
export async function writeNew(path: string, content: Content, mode = 0o600): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    // Whoever runs the program may have taken rights away.
    await file.chmod(mode)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Opens a new file that is written piece by piece; it is on the disk when `end` resolves. */
export async function openNew(path: string, mode = 0o600) {
  const file = await open(path, 'wx', mode)
  return {
    async write(bytes: Buffer): Promise<void> {
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    },
    async end(): Promise<void> {
      await file.chmod(mode)
      await file.sync()
      await file.close()
    },
    /** After an end, it does nothing. */
    close: () => file.close().catch(() => {}),
  }
}

/** Copies a file and returns the SHA-256 of what was written, in hexadecimal digits. */
export async function copyNew(from: string, path: string, mode = 0o600): Promise<string> {
  const digest = createHash('sha256')
  async function* read(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(from)) {
      digest.update(chunk)
      yield chunk
    }
  }
  await writeNew(path, read(), mode)
  return digest.digest('hex')
}

/** The SHA-256 of a file, which is never in memory as a whole. */
export async function digestOfFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk)
  return digest.digest('hex')
}

/** Waits until a file, or the names in a folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  try {
    const opened = await open(path, 'r')
    await opened.sync().finally(() => opened.close())
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!unsyncable.has(code) || !(await stat(path)).isDirectory()) throw error
  }
}

/** Removes the drafts of killed processes from a folder. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(() => [])).filter(isDraft)) {
    const path = join(folder, name)
    // A clock may have been set in either direction.
    if (Math.abs(Date.now() - (await lastChangeMs(path))) > ABANDONED_MS)
      await rm(path, { recursive: true, force: true })
  }
}

/** When something was last written to a file, or to anything in a folder. */
async function lastChangeMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  let lastMs = found.mtimeMs
  for (const name of await readdir(path)) lastMs = Math.max(lastMs, await lastChangeMs(join(path, name)))
  return lastMs
}
