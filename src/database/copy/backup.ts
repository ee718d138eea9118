import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { copyNew, digestOfFile, putLasting, removeAbandoned, sync, withDraft, writeNew } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { version } from '#src/package-root.ts'
import { catalogueFile, isUrl, openDatabase } from '../open.ts'
import { sql } from '../sql.ts'
import { openConnection, openReading } from '../sqlite/connection.ts'
import { copyCatalogue, stateOfSource } from './copy-catalogue.ts'
import { copyOriginals, moveOriginals } from './copy-originals.ts'
import { COPY_TIMEOUT_MS } from './copy-source.ts'
import type { CopiedTable, CopyOptions } from './copy-tables.ts'
import { forgetLineageIn } from './lineage.ts'

/** The originals of pictures, in data folders and in backups. */
const originals = join('pictures', 'originals')
const descriptionFile = 'backup.json'
/** Reads only wait for another process that recovers or removes the write-ahead log. */
const BUSY_TIMEOUT_MS = 5_000

const Description = Type.Object({
  version: Type.String(),
  at: Type.String(),
  /** The last migration of the catalogue. */
  migration: Type.Integer(),
  /** SHA-256 of the catalogue's file. */
  sha256: Type.String(),
  pictures: Type.Integer(),
  /** Other files of the data folder that somebody wanted in it, with their SHA-256. */
  files: Type.Optional(Type.Array(Type.Object({ path: Type.String(), sha256: Type.String() }))),
})
type Description = Type.Static<typeof Description>

/** A folder that is no valid backup, or no place for one. */
class BackupError extends Error {
  override name = 'BackupError'
}

/** Where a catalogue is: the address of a database, or '' for the file in the data folder. */
type Place = { database: string; data: string }

/** A backup, and the originals that are damaged where they are stored: it is without them. */
type Made = { description: Description; damaged: string[] }

/** Files of the data folder, by their paths in it, that come along if they are there. */
type Along = { files?: readonly string[] }

/**
 * Writes a backup to a folder that does not exist yet: the catalogue as one SQLite file, whichever engine it runs on,
 * and the original pictures. The catalogue is a snapshot, and others continue to read and write meanwhile.
 */
export async function makeBackup(
  place: Place,
  folder: string,
  now: Date,
  { files = [], ...options }: CopyOptions & Along,
): Promise<Made> {
  if (existsSync(folder)) throw new BackupError(`The folder ${folder} exists already; choose a new one.`)
  const parent = dirname(folder)
  await makeFolder(parent)
  await removeAbandoned(parent)
  return putLasting(folder, async (draft) => {
    await makeFolder(draft)
    const file = join(draft, catalogueFile)
    if (isUrl(place.database)) await copyOut(place.database, draft, options)
    else copyFileOf(place.data, file)
    await sync(file)
    const damaged: string[] = []
    const along = await copyAlong(place.data, draft, files)
    const description = {
      version,
      at: now.toISOString(),
      migration: await migrationOf(draft),
      sha256: await digestOfFile(file),
      // After the catalogue, so that every picture that it names is included.
      pictures: await copyOriginals(join(place.data, originals), join(draft, originals), (path) => damaged.push(path)),
      ...(along.length > 0 && { files: along }),
    }
    await writeNew(join(draft, descriptionFile), `${JSON.stringify(description, null, 2)}\n`)
    return { description, damaged }
  })
}

/** Copies files of a folder into another one, those that are there. */
async function copyAlong(from: string, to: string, paths: readonly string[]) {
  const copied: NonNullable<Description['files']> = []
  for (const path of paths.filter((one) => existsSync(join(from, one)))) {
    await makeFolder(dirname(join(to, path)))
    copied.push({ path, sha256: await copyNew(join(from, path), join(to, path)) })
  }
  return copied
}

/** A backup, how many of its pictures were still in it, the tables that were copied, and the files that came along. */
type Restored = { description: Description; pictures: number; tables: CopiedTable[] | undefined; files: string[] }

/**
 * Restores a backup to a place without a catalogue. All of it is compared with its digests while it is copied, and
 * nothing is put in its place before the pictures are known to be whole.
 */
export async function restoreBackup(
  folder: string,
  place: Place,
  { files = [], ...options }: CopyOptions & Along,
): Promise<Restored> {
  const description = await describeBackup(folder)
  if (!isUrl(place.database)) refuseCatalogue(place.data)
  const along = (description.files ?? []).filter(({ path }) => files.includes(path))
  for (const { path, sha256 } of along)
    if ((await digestOfFile(join(folder, path)).catch(() => undefined)) !== sha256) throw damaged(folder, path)
  // Before the catalogue, so that a catalogue that is there has all of its pictures.
  const pictures = await restoreOriginals(folder, place.data)
  const tables = isUrl(place.database)
    ? await copyIn(folder, place.database, options)
    : await putFile(folder, place.data, description)
  return { description, pictures, tables, files: await restoreAlong(folder, place.data, along) }
}

/** Puts files in their places where there are none; the others stay as they are. */
async function restoreAlong(folder: string, data: string, along: readonly { path: string }[]): Promise<string[]> {
  const fresh = along.map(({ path }) => path).filter((path) => !existsSync(join(data, path)))
  for (const path of fresh) {
    await makeFolder(dirname(join(data, path)))
    await putLasting(join(data, path), async (draft) => void (await copyNew(join(folder, path), draft)))
  }
  return fresh
}

async function restoreOriginals(folder: string, data: string): Promise<number> {
  const [from, to] = [join(folder, originals), join(data, originals)]
  if (!existsSync(from)) return 0
  const isNew = !existsSync(data)
  const refuse = (path: string) => {
    throw new BackupError(
      `The backup in ${folder} is damaged: its picture ${relative(folder, path)} has changed since it was written. ` +
        'Nothing was restored. Use another backup, or delete that file to restore the others.',
    )
  }
  try {
    await makeFolder(dirname(to))
    await removeAbandoned(dirname(to))
    return await withDraft(to, async (draft) => {
      const pictures = await copyOriginals(from, draft, refuse)
      await moveOriginals(draft, to)
      return pictures
    })
  } catch (error) {
    if (isNew) await rm(data, { recursive: true, force: true })
    throw error
  }
}

async function copyOut(url: string, folder: string, options: CopyOptions) {
  const timeouts = { statementTimeoutMs: COPY_TIMEOUT_MS, transactionTimeoutMs: COPY_TIMEOUT_MS }
  const source = await openDatabase(url, { writes: 'none', connections: 1, ...timeouts })
  try {
    await copyCatalogue(source, folder, 'snapshot', options)
  } finally {
    await source.close()
  }
  finish(join(folder, catalogueFile))
}

/** Makes a copy one that stands for itself. */
function finish(file: string) {
  const connection = openConnection(file, { readOnly: false, busyTimeoutMs: BUSY_TIMEOUT_MS })
  try {
    forgetLineageIn(connection)
    // A backup may be on a read-only disk, where SQLite reads no file with a write-ahead log.
    connection.script('pragma journal_mode = delete')
  } finally {
    connection.close()
  }
}

async function copyIn(folder: string, url: string, options: CopyOptions) {
  const source = await openDatabase(folder, { writes: 'none' })
  try {
    return await copyCatalogue(source, url, 'unchanging', options)
  } finally {
    await source.close()
  }
}

function copyFileOf(data: string, file: string) {
  const path = join(data, catalogueFile)
  if (!existsSync(path)) throw new BackupError(`There is no catalogue in ${data}.`)
  const connection = openReading(path, { busyTimeoutMs: BUSY_TIMEOUT_MS })
  try {
    connection.run(sql`vacuum into ${file}`)
  } finally {
    connection.close()
  }
  finish(file)
}

async function migrationOf(folder: string): Promise<number> {
  const db = await openDatabase(folder, { writes: 'none' })
  try {
    return (await stateOfSource(db)).last
  } finally {
    await db.close()
  }
}

async function describeBackup(folder: string): Promise<Description> {
  const description: unknown = await readFile(join(folder, descriptionFile), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
  if (!Value.Check(Description, description)) throw new BackupError(`There is no backup in ${folder}.`)
  if ((await digestOfFile(join(folder, catalogueFile))) !== description.sha256) throw damagedCatalogue(folder)
  // Refuses a catalogue of a newer version.
  await migrationOf(folder)
  return description
}

function refuseCatalogue(data: string) {
  for (const end of ['', '-wal'])
    if (existsSync(join(data, `${catalogueFile}${end}`)))
      throw new BackupError(`There is a catalogue in ${data} already; nothing was changed.`)
}

async function putFile(folder: string, data: string, { sha256 }: Description): Promise<undefined> {
  await makeFolder(data)
  await putLasting(join(data, catalogueFile), async (draft) => {
    if ((await copyNew(join(folder, catalogueFile), draft)) !== sha256) throw damagedCatalogue(folder)
  })
}

const damaged = (folder: string, path: string) =>
  new BackupError(`The backup in ${folder} is damaged: its ${path} has changed since it was written.`)
const damagedCatalogue = (folder: string) => damaged(folder, catalogueFile)
