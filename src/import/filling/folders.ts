import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#src/config.ts'

/** Entries of one folder that are shown; who has more names them. */
export const maxEntriesShown = 500
/** The longest path that is looked at. */
export const maxPathLength = 1_000

/** The folders below which an administrator may choose. */
export const rootsOf = ({ importFolders }: Config): string[] => (importFolders === '' ? [] : importFolders.split(','))

/** A place below the roots: where it really is, whatever links lead there, and the folder above, if that is one. */
export type Place = { path: string; isFolder: boolean; above: string | undefined }

/** A path below the roots; undefined if it leads elsewhere, or to nothing. */
export async function findPlace(config: Config, asked: string): Promise<Place | undefined> {
  if (!asked.startsWith('/') || asked.length > maxPathLength || asked.includes('\0')) return undefined
  const path = await realpath(asked).catch(() => undefined)
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined)
  if (path === undefined || !found || !(found.isDirectory() || found.isFile())) return undefined
  const roots = await Promise.all(rootsOf(config).map((root) => realpath(root).catch(() => undefined)))
  const isBelow = (path: string) =>
    roots.some((root) => root !== undefined && (path === root || path.startsWith(root === '/' ? root : `${root}/`)))
  if (!isBelow(path)) return undefined
  const above = dirname(path)
  return { path, isFolder: found.isDirectory(), above: above !== path && isBelow(above) ? above : undefined }
}

/** Where a folder that somebody types really is; undefined if there is none, or it cannot be one of several. */
export async function folderHere(path: string): Promise<string | undefined> {
  if (!path.startsWith('/') || path.length > maxPathLength || path.includes('\0')) return undefined
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || real.includes(',')) return undefined
  return (await stat(real).catch(() => undefined))?.isDirectory() ? real : undefined
}

type Entry = { name: string; path: string; isFolder: boolean }

/** What lies in a folder, folders first, without links and hidden names, and whether there is more. */
export async function entriesIn(path: string): Promise<{ entries: Entry[]; hasMore: boolean }> {
  const all = (await readdir(path, { withFileTypes: true }).catch(() => []))
    .filter((entry) => (entry.isDirectory() || entry.isFile()) && !entry.name.startsWith('.'))
    .map((entry): Entry => ({ name: entry.name, path: join(path, entry.name), isFolder: entry.isDirectory() }))
    .sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : 1))
  return { entries: all.slice(0, maxEntriesShown), hasMore: all.length > maxEntriesShown }
}
