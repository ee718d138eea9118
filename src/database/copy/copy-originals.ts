import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isContentName, nameOfDigest } from '#src/files/content-names.ts'
import { copyNew, isDraft, settle, sync } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'

/**
 * Copies the originals of pictures into a draft, with their folders, and returns how many. The name of each is its
 * digest, which is compared: a damaged one is left out, and `onDamaged` gets its path.
 */
export async function copyOriginals(from: string, draft: string, onDamaged: (path: string) => void): Promise<number> {
  if (!existsSync(from)) return 0
  await makeFolder(draft)
  let files = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(draft, entry.name)]
    if (entry.isDirectory()) files += await copyOriginals(source, target, onDamaged)
    else if (entry.isFile() && !isDraft(entry.name)) files += await copyOriginal(source, target, onDamaged)
  }
  await sync(draft)
  return files
}

async function copyOriginal(source: string, target: string, onDamaged: (path: string) => void): Promise<number> {
  const name = basename(source)
  try {
    const digest = await copyNew(source, target)
    if (!isContentName(name) || nameOfDigest(digest) === name) return 1
    onDamaged(source)
  } catch (error) {
    // The picture has just been deleted.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await rm(target, { force: true })
  return 0
}

/** Moves checked originals to their places on the same disk. One that is there already is the same, or damaged. */
export async function moveOriginals(draft: string, to: string): Promise<void> {
  if (!existsSync(draft)) return
  await makeFolder(to)
  for (const entry of await readdir(draft, { withFileTypes: true })) {
    const [source, target] = [join(draft, entry.name), join(to, entry.name)]
    if (!existsSync(target) || isContentName(entry.name)) await settle(source, target)
    else if (entry.isDirectory()) await moveOriginals(source, target)
  }
  await sync(to)
}
