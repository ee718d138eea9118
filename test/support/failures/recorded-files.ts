import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'

/**
 * Records what is made, renamed and synced, and tells which files a power cut would take: those whose content was not
 * synced, and those whose name, or that of a folder above them, was not.
 */
export function recordFiles(t: TestContext) {
  /** Paths that were made or renamed, and whether their folder was synced since. */
  const names = new Map<string, boolean>()
  const synced = new Set<string>()
  const { open, rename, mkdir } = fs.promises
  const text = (path: fs.PathLike | fs.promises.FileHandle) => String(path)

  function hasSynced(path: string) {
    synced.add(path)
    for (const name of names.keys()) if (dirname(name) === path) names.set(name, true)
  }
  t.mock.method(fs.promises, 'open', async (path: fs.PathLike, flags?: string, mode?: number) => {
    const handle = await open(path, flags, mode)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      hasSynced(text(path))
    }
    return handle
  })
  t.mock.method(fs.promises, 'mkdir', async (path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
    const first = await mkdir(path, options)
    for (let made = text(path); ; made = dirname(made)) {
      names.set(made, false)
      if (first === undefined || made === first) break
    }
    return first
  })
  t.mock.method(fs.promises, 'rename', async (from: fs.PathLike, to: fs.PathLike) => {
    await rename(from, to)
    const [before, after] = [text(from), text(to)]
    names.set(after, false)
    for (const path of [...synced]) {
      if (path !== before && !path.startsWith(`${before}/`)) continue
      synced.delete(path)
      synced.add(after + path.slice(before.length))
    }
    for (const [path, isSynced] of [...names]) {
      if (!path.startsWith(`${before}/`)) continue
      names.delete(path)
      names.set(after + path.slice(before.length), isSynced)
    }
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })

  return (folder: string, isOurs: (path: string) => boolean = () => true): { all: string[]; lost: string[] } => {
    const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
    const all = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const ours = all.filter((path) => isOurs(path.slice(folder.length + 1))).sort()
    const isLost = (path: string): boolean => {
      // The names of files that were written in their place are not recorded: their folder has to be synced.
      if (!synced.has(path) || (!names.has(path) && !synced.has(dirname(path)))) return true
      for (let above = path; above.length > folder.length; above = dirname(above))
        if (names.get(above) === false) return true
      return false
    }
    const short = (path: string) => path.slice(folder.length + 1)
    return { all: ours.map(short), lost: ours.filter(isLost).map(short) }
  }
}
