import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sync } from './lasting.ts'

/** A folder that cannot be made; the message is a sentence for the person who named it. */
export class FolderError extends Error {
  override name = 'FolderError'
  /** What the system said: nobody takes a full or read-only disk for anything else because a folder was missing. */
  readonly code: string | undefined
  constructor(message: string, cause: NodeJS.ErrnoException) {
    super(message, { cause })
    this.code = cause.code
  }
}

/**
 * Makes a folder that only its owner can read, and the folders above it, unless they are there. A new one is on the
 * disk when this resolves.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeWithParents(path)
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    throw new FolderError(
      `The folder ${path} cannot be created (${cause.code}); choose a place that you can write to.`,
      cause,
    )
  }
}

/**
 * `mkdir` with `recursive` tries for ever where making a folder fails with ENOENT although its parent exists, as it
 * does in /proc.
 */
async function makeWithParents(path: string): Promise<void> {
  try {
    await makeOne(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (!(await exists(dirname(path)))) await makeWithParents(dirname(path))
    // Whoever else needs its parent may have made it in between.
    await makeOne(path)
  }
}

/** Another process may just have made it. Whatever the reason, what matters is that it exists. */
async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (!(await isFolder(path))) throw error
    return
  }
  await sync(dirname(path))
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
