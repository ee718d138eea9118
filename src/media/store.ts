import { randomUUID } from 'node:crypto'
import { copyFile, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '#src/database/make-folder.ts'
import { filesBelow } from './disk-cache.ts'
import { isName } from './names.ts'

/** An original in a store. */
export type StoredFile = { name: string; bytes: number; modified: Date }

/** Where originals are stored: in the data folder, or in a bucket that several servers share. */
export type Store = {
  /** Takes the file at `path`, which may be moved; an existing original stays. */
  put(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /** The file of an original on a local disk; undefined if there is none. */
  fileOf?(name: string): Promise<string | undefined>
  /** Copies an original to `path`; false if there is none. */
  copy(name: string, path: string): Promise<boolean>
  list(): AsyncIterable<StoredFile>
  remove(name: string): Promise<void>
}

/** The first two letters of a name are a folder, because folders with very many files are slow. */
export const shardOf = (name: string): string => name.slice(0, 2)

export function folderStore(folder: string): Store {
  const placeOf = (name: string) => join(folder, shardOf(name), name)
  async function fileOf(name: string) {
    const path = placeOf(name)
    return (await stat(path).catch(() => undefined))?.isFile() ? path : undefined
  }
  return {
    fileOf,
    has: async (name) => (await fileOf(name)) !== undefined,
    async put(name, path) {
      const place = placeOf(name)
      if (await fileOf(name)) return
      await makeFolder(dirname(place))
      // The file appears in one step, so that there is never half a picture.
      await sync(path)
      await rename(path, place).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        return moveAcross(path, place)
      })
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
        if (isName(name)) yield { name, bytes, modified: new Date(modifiedMs) }
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  }
}

/** Moves a file from another disk. */
async function moveAcross(path: string, place: string) {
  const draft = `${place}.${randomUUID()}`
  try {
    await copyFile(path, draft)
    await sync(draft)
    await rename(draft, place)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function sync(path: string) {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
