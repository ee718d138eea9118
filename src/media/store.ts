import { copyFile, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isContentName, nameOfDigest } from '#src/files/content-names.ts'
import { copyNew, digestOfFile, putWhole, settle, sync } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { filesBelow } from './disk-cache.ts'

/** An original in a store. */
type StoredFile = { name: string; bytes: number; modified: Date }

/** Where originals are stored: in the data folder, or in a bucket that several servers share. */
export type Store = {
  /** Takes the file at `path`, which may be moved; an existing original stays, unless it is damaged. */
  put(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /** Whether an original is there and, as far as can be known without fetching it, undamaged. */
  isWhole(name: string): Promise<boolean>
  /** The file of an original on a local disk; undefined if there is none. */
  fileOf?(name: string): Promise<string | undefined>
  /** Copies an original to `path`; false if there is none. */
  copy(name: string, path: string): Promise<boolean>
  list(): AsyncIterable<StoredFile>
  remove(name: string): Promise<void>
}

/** The first two letters of a name are a folder, because folders with very many files are slow. */
export const shardOf = (name: string): string => name.slice(0, 2)

/** Whether a file is the original with a name, which is the digest of its content. */
export const isOriginal = async (name: string, file: string): Promise<boolean> =>
  nameOfDigest(await digestOfFile(file)) === name

export function folderStore(folder: string): Store {
  const placeOf = (name: string) => join(folder, shardOf(name), name)
  async function fileOf(name: string) {
    const path = placeOf(name)
    return (await stat(path).catch(() => undefined))?.isFile() ? path : undefined
  }
  async function isWhole(name: string) {
    const file = await fileOf(name)
    return file !== undefined && (await isOriginal(name, file))
  }
  return {
    fileOf,
    isWhole,
    has: async (name) => (await fileOf(name)) !== undefined,
    async put(name, path) {
      const place = placeOf(name)
      if (!(await isWhole(name))) {
        await makeFolder(dirname(place))
        await settle(path, place).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error
          return putWhole(place, (draft) => copyNew(path, draft))
        })
      }
      // Whoever else puts it may not have come to this yet.
      await sync(dirname(place))
    },
    async copy(name, path) {
      const file = await fileOf(name)
      if (file) await copyFile(file, path)
      return file !== undefined
    },
    async *list() {
      for (const { path, bytes, modifiedMs } of await filesBelow(folder)) {
        const name = basename(path)
        if (isContentName(name)) yield { name, bytes, modified: new Date(modifiedMs) }
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  }
}
