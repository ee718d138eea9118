import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { isFreeLicence } from '#src/catalogue/licences.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { copyNew, putWhole, sync, writeNew } from '#src/files/lasting.ts'
import type { Media } from '#src/media/media.ts'
import { nameIn, originalTypeOf } from '#src/media/names.ts'
import type { Drawings } from '#src/media/originals.ts'
import { picturePath } from '../format/names.ts'
import { digestOf } from '../format/read.ts'
import { makeOpenFolder, openFile } from './folders.ts'

/** Adds to the images of a line where their pictures are. */
export type PicturesOf = (line: Record<string, unknown>) => Promise<object>

const Known = Type.Object({
  name: Type.String(),
  sha256: Type.String(),
  bytes: Type.Integer(),
  extension: Type.String(),
})
export type Known = { name: string; sha256: string; bytes: number; extension: string }

type Image = Record<string, unknown> & { file_path: string; licence?: string; source?: string }
type Given = {
  db: Database
  media: Pick<Media, 'store' | 'draft'>
  /** Pictures that are stored nowhere. */
  drawings?: Drawings | undefined
  folder: string
  licenceOf(source: string): string
  /** Notes that a picture is in the folder. */
  note(known: Known): Promise<unknown>
}

/** Reads an original that was never published. */
async function look(
  name: string,
  { media: { store, draft }, drawings }: Pick<Given, 'media' | 'drawings'>,
): Promise<{ known: Known; path: string; isDraft: boolean } | undefined> {
  const local = await store.fileOf?.(name)
  const drawing = local === undefined ? await drawings?.draw(name) : undefined
  // Whoever has originals in a folder has no others.
  if (local === undefined && drawing === undefined && store.fileOf) return undefined
  const path = local ?? (await draft())
  if (drawing !== undefined) await writeNew(path, drawing)
  else if (local === undefined && !(await store.copy(name, path).catch(() => false))) return undefined
  const content = await readFile(path)
  const known = { name, sha256: digestOf(content), bytes: content.length, extension: originalTypeOf(content) }
  return { known, path, isDraft: local === undefined }
}

/** Notes that a picture is published, under its digest. */
export const notePicture = (db: Database, { name, sha256, bytes, extension }: Known): Promise<unknown> =>
  db.run(sql`
    insert into published_picture (name, sha256, bytes, extension)
    values (${name}, ${sha256}, ${bytes}, ${extension}) on conflict (name) do nothing`)

/** Puts pictures into the folder under their digests, of those whose licence lets anybody pass them on. */
export function openPictures({ db, media, drawings, folder, licenceOf, note }: Given): PicturesOf {
  async function placed(name: string, draft: string | undefined, path: string, known: Known) {
    const place = join(folder, picturePath(known.sha256, known.extension))
    if ((await stat(place).catch(() => undefined))?.size === known.bytes) return
    const from = draft ?? (await media.store.fileOf?.(name)) ?? path
    await makeOpenFolder(folder, dirname(place))
    await putWhole(place, async (fresh) => void (await copyNew(from, fresh, openFile)))
    await sync(dirname(place))
  }

  async function publish(name: string, known: Known | undefined): Promise<Known | undefined> {
    if (known && (await stat(join(folder, picturePath(known.sha256, known.extension))).catch(() => undefined)))
      return known
    const seen = await look(name, { media, drawings })
    if (!seen) return undefined
    try {
      await placed(name, seen.isDraft ? seen.path : undefined, seen.path, seen.known)
    } finally {
      if (seen.isDraft) await rm(seen.path, { force: true })
    }
    if (!known) await note(seen.known)
    return seen.known
  }

  return picturesBy(db, licenceOf, publish)
}

type Find = (name: string, known: Known | undefined) => Promise<Known | undefined>

/** Names only pictures that are in the folder already. */
export const knownPictures = (db: Reader, licenceOf: Given['licenceOf']): PicturesOf =>
  picturesBy(db, licenceOf, async (_name, known) => known)

function picturesBy(db: Reader, licenceOf: Given['licenceOf'], find: Find): PicturesOf {
  return async (line) => {
    const galleries = Object.entries((line.images ?? {}) as Record<string, Image[]>)
    const names = galleries.flatMap(([, images]) => images.flatMap(({ file_path }) => nameIn(file_path) ?? []))
    if (names.length === 0) return line
    const rows = await db.all(
      Known,
      sql`select name, sha256, bytes, extension from published_picture where ${db.engine.anyOf(raw('name'), names)}`,
    )
    const known = new Map(rows.map((row) => [row.name, row]))
    const shown: [string, object[]][] = []
    for (const [gallery, images] of galleries) {
      const told: object[] = []
      for (const image of images) {
        const name = nameIn(image.file_path)
        const licence = image.licence || licenceOf(image.source ?? String(line.source))
        const found = name !== undefined && isFreeLicence(licence) ? await find(name, known.get(name)) : undefined
        const picture = found && {
          path: picturePath(found.sha256, found.extension),
          bytes: found.bytes,
          sha256: found.sha256,
          licence,
        }
        told.push(picture ? { ...image, picture } : image)
      }
      shown.push([gallery, told])
    }
    return { ...line, images: Object.fromEntries(shown) }
  }
}
