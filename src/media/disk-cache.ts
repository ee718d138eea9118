import { randomUUID } from 'node:crypto'
import { opendir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { LRUCache } from 'lru-cache'
import { settle } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { hourMs } from '#src/reference/days.ts'

/** How often the use of a file is recorded, so that the order of use survives a restart. */
const NOTE_MS = hourMs
/** Drafts of a killed process are deleted at this age; newer ones may belong to other processes. */
const ABANDONED_MS = hourMs

/** How long a file larger than the whole cache stays for whoever has just asked for it. */
const TOO_LARGE_MS = 60_000

/** What a disk keeps of even the smallest file: very many small ones fill it, too, and the memory of who knows them. */
export const blockBytes = 4_096

type CachedFile = { bytes: number; notedMs: number }

export type DiskCache = ReturnType<typeof openDiskCache>

/**
 * Files that can be made again, at most `limitBytes` of them in whole blocks; the least recently used ones are deleted
 * first. Nothing is read or written before the first use. `onError` gets errors outside of requests.
 */
export function openDiskCache(folder: string, limitBytes: number, onError: (error: unknown) => void) {
  const unfinished = join(folder, 'unfinished')
  const placeOf = (key: string) => join(folder, 'files', ...key.split('/'))
  const files = new LRUCache<string, CachedFile>({
    maxSize: limitBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes / blockBytes)) * blockBytes,
    dispose(_kept, key, reason) {
      if (reason === 'evict') void rm(placeOf(key), { force: true }).catch(onError)
    },
  })

  /** Existing files are listed in the background: they are found without it, only their order is not known. */
  const start = untilDone(async () => {
    await makeFolder(unfinished)
    void Promise.all([removeAbandoned(unfinished), learn(join(folder, 'files'), files)]).catch(onError)
  })

  function keep(key: string, file: CachedFile) {
    files.set(key, file)
    if (files.has(key)) return
    setTimeout(() => void rm(placeOf(key), { force: true }).catch(onError), TOO_LARGE_MS).unref()
  }

  const note = (key: string, path: string) => noteUse(files.get(key), path)

  async function draft(): Promise<string> {
    await start()
    return join(unfinished, randomUUID())
  }

  return {
    /** The file for a key; undefined if there is none. */
    async find(key: string): Promise<string | undefined> {
      const path = placeOf(key)
      const found = await stat(path).catch(() => undefined)
      if (!found) return undefined
      note(key, path)
      return path
    },
    /** Records that its content was used again, without looking at the file. */
    used: (key: string) => note(key, placeOf(key)),
    /** Deletes a file. */
    async remove(key: string): Promise<void> {
      files.delete(key)
      await rm(placeOf(key), { force: true })
    },
    /** A path for an unfinished file, which its maker deletes. */
    draft,
    /** Puts what `make` writes into the cache and returns its path; undefined if `make` finds nothing. */
    async fill(key: string, make: (path: string) => Promise<boolean>): Promise<string | undefined> {
      const unready = await draft()
      try {
        if (!(await make(unready))) return undefined
        const place = placeOf(key)
        await makeFolder(dirname(place))
        const { size } = await stat(unready)
        await settle(unready, place)
        keep(key, { bytes: size, notedMs: Date.now() })
        return place
      } finally {
        await rm(unready, { force: true })
      }
    },
  }
}

/** Does something once for all who want it, and again where it failed. */
function untilDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((error) => {
      done = undefined
      throw error
    })
    return done
  }
}

function noteUse(file: CachedFile | undefined, path: string) {
  const now = Date.now()
  if (!file || now - file.notedMs < NOTE_MS) return
  file.notedMs = now
  void utimes(path, now / 1000, now / 1000).catch(() => {})
}

/** Adds existing files before those that were used since, as the first ones to be deleted. */
async function learn(folder: string, files: LRUCache<string, CachedFile>) {
  const found = await filesBelow(folder)
  found.sort((one, other) => one.modifiedMs - other.modifiedMs)
  // The most recently used one comes first here.
  const used = [...files.entries()].toReversed()
  files.clear()
  for (const { path, bytes, modifiedMs } of found)
    files.set(relative(folder, path).split(sep).join('/'), { bytes, notedMs: modifiedMs })
  for (const [key, file] of used) files.set(key, file)
}

async function removeAbandoned(folder: string) {
  for (const { path, modifiedMs } of await filesBelow(folder))
    if (Date.now() - modifiedMs > ABANDONED_MS) await rm(path, { force: true })
}

/** The files in a folder and below it, one after another so that others can read meanwhile. */
export async function filesBelow(folder: string) {
  const found: { path: string; bytes: number; modifiedMs: number }[] = []
  const opened = await opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!opened) return found
  for await (const entry of opened) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const about = await stat(path).catch(() => undefined)
    if (about) found.push({ path, bytes: about.size, modifiedMs: about.mtimeMs })
  }
  return found
}
