import { createHash, type Hash } from 'node:crypto'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A digest of the names, sizes and times of all files at a path, so that nobody has to read them to know that they are
 * the same; undefined if they cannot all be seen. Of links, of which imports read no more than the name, it is where
 * they lead.
 */
export async function digestOfFiles(path: string, about: string): Promise<string | undefined> {
  const hash = createHash('sha256').update(about)
  try {
    await add(hash, path, '', (await lstat(path)).isDirectory())
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

async function add(hash: Hash, path: string, name: string, isFolder: boolean): Promise<void> {
  if (!isFolder) {
    const { size, mtimeMs } = await lstat(path)
    hash.update(`\0${name}\0${size}\0${mtimeMs}`)
    return
  }
  hash.update(`\0${name}\0/`)
  const entries = await readdir(path, { withFileTypes: true })
  const inside = entries.filter((entry) => entry.isFile() || entry.isDirectory())
  for (const { name } of entries.filter((entry) => entry.isSymbolicLink()).sort((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(`\0${name}\0->${await readlink(join(path, name))}`)
  for (const entry of inside.sort((a, b) => (a.name < b.name ? -1 : 1)))
    await add(hash, join(path, entry.name), entry.name, entry.isDirectory())
  hash.update('\0..')
}
