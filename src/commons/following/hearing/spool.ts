import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#src/config.ts'
import { putWhole, removeAbandoned, writeNew } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import type { Heard } from '../../format/live.ts'
import { folderOf } from '../own-folder.ts'

/** What was heard and waits to be taken in: so many files, with so many bytes in all. */
const maxFiles = 200
const maxBytes = 16 * 1_048_576

/** The process that hears writes here, and the one that works beside requests takes it in. */
const spoolOf = (config: Pick<Config, 'data'>, id: string): string => join(folderOf(config, id), 'heard')

/** A file of what was heard: what it begins after and where it ends is in its name. */
export type Spooled = { path: string; after: number; position: number; bytes: number }

const digits = 16
const pattern = /^(\d{16})-(\d{16})\.json$/
const nameOf = (after: number, position: number) =>
  `${String(after).padStart(digits, '0')}-${String(position).padStart(digits, '0')}.json`

/** What waits, in its order. */
export async function spooled(config: Pick<Config, 'data'>, id: string): Promise<Spooled[]> {
  const folder = spoolOf(config, id)
  const names = (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).sort()
  const found: Spooled[] = []
  for (const name of names.slice(0, 2 * maxFiles)) {
    const [, after, position] = pattern.exec(name) ?? []
    const path = join(folder, name)
    const bytes = (await stat(path).catch(() => undefined))?.size
    if (bytes !== undefined) found.push({ path, after: Number(after), position: Number(position), bytes })
  }
  return found
}

/** Keeps what was heard, whose signature is right; false if as much waits as may. */
export async function spool(
  config: Pick<Config, 'data'>,
  id: string,
  { after, position }: Heard,
  bytes: Buffer,
): Promise<boolean> {
  const there = await spooled(config, id)
  const sum = there.reduce((all, file) => all + file.bytes, bytes.length)
  if (there.length >= maxFiles || sum > maxBytes) return false
  const folder = spoolOf(config, id)
  await makeFolder(folder)
  await putWhole(join(folder, nameOf(after, position)), (draft) => writeNew(draft, bytes))
  return true
}

export const readSpooled = async ({ path }: Spooled): Promise<Heard> => JSON.parse(await readFile(path, 'utf8'))

export async function removeSpooled(files: readonly Spooled[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true })
}

/** Removes all that waits, and what killed processes have left. */
export async function clearSpool(config: Pick<Config, 'data'>, id: string): Promise<void> {
  await removeSpooled(await spooled(config, id))
  await removeAbandoned(spoolOf(config, id)).catch(() => {})
}
