import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { settle } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { FollowProblem } from '../problems.ts'
import type { Place } from './place.ts'

/** A file that is what its manifest says. */
export type Wanted = { path: string; bytes: number; sha256: string }

/** What is not whole yet. */
const partial = '.partial'

/**
 * Brings a file here, unless it is here already; one that was interrupted goes on where it was. What it is not may stay
 * nowhere: a file with other bytes is removed.
 */
export async function download(
  place: Place,
  { path, bytes, sha256 }: Wanted,
  to: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  if ((await sizeOf(to)) === bytes && (await digestOfFile(to)) === sha256) return onBytes(bytes)
  await makeFolder(dirname(to))
  const draft = `${to}${partial}`
  const there = await sizeOf(draft)
  const from = there !== undefined && there < bytes ? there : 0
  try {
    const opened = await place.open(path, { from, bytes })
    onBytes(opened.begins)
    await write(draft, opened, onBytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      await rm(draft, { force: true })
      throw new FollowProblem('disk_full', path)
    }
    throw error
  }
  const size = await sizeOf(draft)
  if (size !== undefined && size < bytes) {
    // What is missing may come the next time, but not if nothing does.
    if (size === from) await rm(draft, { force: true })
    throw new FollowProblem('unreachable', `${path} ended after ${size} of ${bytes} bytes`)
  }
  if (size !== bytes || (await digestOfFile(draft)) !== sha256) {
    await rm(draft, { force: true })
    throw new FollowProblem('digest', path)
  }
  await settle(draft, to)
}

async function write(
  draft: string,
  { begins, chunks }: { begins: number; chunks: AsyncIterable<Buffer> },
  onBytes: (bytes: number) => void,
) {
  const file = await open(draft, begins > 0 ? 'r+' : 'w', 0o600)
  try {
    let at = begins
    for await (const chunk of chunks) {
      await file.write(chunk, 0, chunk.length, at)
      at += chunk.length
      onBytes(chunk.length)
    }
    await file.truncate(at)
  } finally {
    await file.close()
  }
}

const sizeOf = async (path: string): Promise<number | undefined> => (await stat(path).catch(() => undefined))?.size

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
