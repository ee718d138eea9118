import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isUnwritable } from '#src/database/errors.ts'
import { type DiskCache, openDiskCache } from './disk-cache.ts'

/** Most bytes of files that are kept elsewhere for now: they go when the process ends in order. */
const SPARE_BYTES = 67_108_864

/** What else systems say where a file cannot be written: the folder belongs to another user. */
const otherCodes: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM'])

/** Whether an error is that nothing can be written to a place, whatever it is that should be. */
export function cannotWrite(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return isUnwritable(error) || otherCodes.has(code) || (cause !== undefined && cannotWrite(cause))
}

export type CacheWithSpare = ReturnType<typeof openCacheWithSpare>

/**
 * A cache that goes on where its folder cannot be written, because the disk is full or read-only: pictures that nobody
 * has made yet are made in the system's folder for temporary files then, and not for the next start.
 */
export function openCacheWithSpare(folder: string, limitBytes: number, onError: (error: unknown) => void) {
  const own = openDiskCache(folder, limitBytes, onError)
  let spare: Promise<{ folder: string; cache: DiskCache }> | undefined

  async function openSpare() {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-pictures-'))
    return { folder, cache: openDiskCache(folder, Math.min(limitBytes, SPARE_BYTES), onError) }
  }
  async function beside(): Promise<DiskCache> {
    spare ??= openSpare().catch((error) => {
      spare = undefined
      throw error
    })
    return (await spare).cache
  }

  return {
    /** The file for a key; undefined if there is none. */
    find: async (key: string): Promise<string | undefined> =>
      (await own.find(key)) ?? (await (await spare)?.cache.find(key)),
    /** Records that its content was used again, without looking at the file. */
    used: own.used,
    /** Deletes a file. */
    async remove(key: string): Promise<void> {
      await own.remove(key)
      await (await spare)?.cache.remove(key)
    },
    /** A path for an unfinished file in the folder itself, which its maker deletes. */
    draft: own.draft,
    /**
     * Puts what `make` writes into the cache and returns its path; undefined if `make` finds nothing. It is asked once
     * more where it could not write.
     */
    async fill(key: string, make: (path: string) => Promise<boolean>): Promise<string | undefined> {
      try {
        return await own.fill(key, make)
      } catch (error) {
        if (!cannotWrite(error)) throw error
        const cache = await beside()
        return await cache.fill(key, make)
      }
    },
    /** Removes what was kept elsewhere. */
    async close(): Promise<void> {
      const opened = await spare?.catch(() => undefined)
      if (opened) await rm(opened.folder, { recursive: true, force: true })
    },
  }
}
