import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#src/config.ts'
import { putLasting, removeAbandoned, writeNew } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { dayMs } from '#src/reference/days.ts'

/** Files that wait at once, and how long one is kept. */
export const maxUploads = 10
export const UPLOAD_DAYS = 7
/** The longest name of a file that is kept, without its endings; what systems may not take becomes an underscore. */
const maxNameLength = 100
/** Systems count bytes, of which a character has up to four, and allow 255 with the endings and what unpacking adds. */
const maxNameBytes = 200

const folderOf = ({ data }: Config) => join(resolve(data), 'fill')

/** The path of a file that somebody has sent; undefined for what is no such file. */
export const pathOfUpload = (config: Config, { upload, name }: { upload: string; name: string }): string | undefined =>
  /^[0-9a-f]{16}$/.test(upload) && name === safeName(name) ? join(folderOf(config), upload, name) : undefined

/** A path as people know it: that of an upload begins with the name of the file that was sent. */
export function pathForPeople(config: Config, path: string): string {
  const folder = `${folderOf(config)}/`
  return path.startsWith(folder) ? path.slice(folder.length).replace(/^[0-9a-f]{16}\//, '') : path
}

/** A name that is one on every system, and leads nowhere. */
export function safeName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^[.\s-]+/, '')
  const [, stem = plain, ending = ''] = /^(.*?)((?:\.[a-z0-9]{1,8}){0,2})$/is.exec(plain) ?? []
  return `${beginningOf(stem) || 'file'}${ending}`
}

/** As many whole characters of a name as a system takes. */
function beginningOf(stem: string): string {
  const { read } = new TextEncoder().encodeInto(stem, new Uint8Array(maxNameBytes))
  return [...stem.slice(0, read)].slice(0, maxNameLength).join('')
}

export type Fault = 'empty' | 'too_large' | 'too_many'

/** Ends a file while it arrives. */
class Refused extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault)
    this.fault = fault
  }
}

/** Keeps a file that arrives; refuses one that is empty or larger than the setting allows, and too many at once. */
export async function storeUpload(
  config: Config,
  { name, content }: { name: string; content: AsyncIterable<Buffer> },
  now: Date,
): Promise<{ upload: string; name: string } | Fault> {
  await forgetOldUploads(config, now)
  await makeFolder(folderOf(config))
  if ((await readdir(folderOf(config))).length >= maxUploads) return 'too_many'
  const upload = randomBytes(8).toString('hex')
  const kept = safeName(name)
  async function* counted() {
    let bytes = 0
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > config.importUploadBytes) throw new Refused('too_large')
      yield chunk
    }
    if (bytes === 0) throw new Refused('empty')
  }
  try {
    await putLasting(join(folderOf(config), upload), async (draft) => {
      await makeFolder(draft)
      await writeNew(join(draft, kept), counted())
    })
    return { upload, name: kept }
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

export const forgetUpload = (config: Config, upload: string): Promise<void> =>
  /^[0-9a-f]{16}$/.test(upload)
    ? rm(join(folderOf(config), upload), { recursive: true, force: true })
    : Promise.resolve()

/** Removes files that have waited too long, and what arrived in part before the server was killed. */
export async function forgetOldUploads(config: Config, now: Date) {
  await removeAbandoned(folderOf(config))
  for (const name of await readdir(folderOf(config)).catch(() => [])) {
    const path = join(folderOf(config), name)
    const found = await stat(path).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > UPLOAD_DAYS * dayMs) await rm(path, { recursive: true, force: true })
  }
}
