import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { version } from '#src/package-root.ts'
import { makeFolder } from '../make-folder.ts'
import { catalogueFile, isUrl, openDatabase } from '../open.ts'
import { sql } from '../sql.ts'
import { openConnection, openReading } from '../sqlite/sqlite.ts'
import { copyCatalogue, lastMigrationOf } from './copy-catalogue.ts'
import { COPY_TIMEOUT_MS } from './copy-source.ts'
import type { CopiedTable, CopyOptions } from './copy-tables.ts'

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
})
export type Description = Type.Static<typeof Description>

/** A folder that is no valid backup, or no place for one. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Where a catalogue is: the address of a database, or '' for the file in the data folder. */
export type Place = { database: string; data: string }

/**
 * Writes a backup to a folder that does not exist yet: the catalogue as one SQLite file, whichever engine it runs on,
 * and the original pictures. The catalogue is a snapshot, and others continue to read and write meanwhile.
 */
export async function makeBackup(place: Place, folder: string, now: Date, options: CopyOptions): Promise<Description> {
  if (existsSync(folder)) throw new BackupError(`The folder ${folder} exists already; choose a new one.`)
  const draft = `${folder}.${randomUUID()}`
  await makeFolder(draft)
  try {
    const file = join(draft, catalogueFile)
    if (isUrl(place.database)) await copyOut(place.database, draft, options)
    else copyFileOf(place.data, file)
    await sync(file)
    const description = {
      version,
      at: now.toISOString(),
      migration: await migrationOf(draft),
      sha256: await digestOf(file),
      // After the catalogue, so that every picture that it names is included.
      pictures: await copyFiles(join(place.data, originals), join(draft, originals)),
    }
    await writeFile(join(draft, descriptionFile), `${JSON.stringify(description, null, 2)}\n`)
    await sync(join(draft, descriptionFile))
    await rename(draft, folder)
    await sync(dirname(folder))
    return description
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Restores a backup to a place without a catalogue, and returns its description. */
export async function restoreBackup(
  folder: string,
  place: Place,
  options: CopyOptions,
): Promise<{ description: Description; tables: CopiedTable[] | undefined }> {
  const description = await describeBackup(folder)
  if (!isUrl(place.database)) refuseCatalogue(place.data)
  // Before the catalogue, so that a catalogue that is there has all of its pictures.
  await copyFiles(join(folder, originals), join(place.data, originals))
  const tables = isUrl(place.database)
    ? await copyIn(folder, place.database, options)
    : await putFile(folder, place.data)
  return { description, tables }
}

async function copyOut(url: string, folder: string, options: CopyOptions) {
  const timeouts = { statementTimeoutMs: COPY_TIMEOUT_MS, transactionTimeoutMs: COPY_TIMEOUT_MS }
  const source = await openDatabase(url, { writes: 'none', connections: 1, ...timeouts })
  try {
    await copyCatalogue(source, folder, 'snapshot', options)
  } finally {
    await source.close()
  }
  // A backup may be on a read-only disk, where SQLite reads no file with a write-ahead log.
  const connection = openConnection(join(folder, catalogueFile), { readOnly: false, busyTimeoutMs: BUSY_TIMEOUT_MS })
  connection.script('pragma journal_mode = delete')
  connection.close()
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
}

async function migrationOf(folder: string): Promise<number> {
  const db = await openDatabase(folder, { writes: 'none' })
  try {
    return await lastMigrationOf(db)
  } finally {
    await db.close()
  }
}

async function describeBackup(folder: string): Promise<Description> {
  const description: unknown = await readFile(join(folder, descriptionFile), 'utf8')
    .then(JSON.parse)
    .catch(() => undefined)
  if (!Value.Check(Description, description)) throw new BackupError(`There is no backup in ${folder}.`)
  if ((await digestOf(join(folder, catalogueFile))) !== description.sha256)
    throw new BackupError(`The backup in ${folder} is damaged: its ${catalogueFile} has changed since it was written.`)
  // Refuses a catalogue of a newer version.
  await migrationOf(folder)
  return description
}

function refuseCatalogue(data: string) {
  for (const end of ['', '-wal'])
    if (existsSync(join(data, `${catalogueFile}${end}`)))
      throw new BackupError(`There is a catalogue in ${data} already; nothing was changed.`)
}

async function putFile(folder: string, data: string): Promise<undefined> {
  const file = join(data, catalogueFile)
  await makeFolder(data)
  const draft = `${file}.${randomUUID()}`
  try {
    await copyFile(join(folder, catalogueFile), draft)
    await sync(draft)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await sync(data)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes)
  return hash.digest('hex')
}

/** Copies files and subfolders and returns the number of files. Existing files stay: their names are digests. */
async function copyFiles(from: string, to: string): Promise<number> {
  if (!existsSync(from)) return 0
  await makeFolder(to)
  let files = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) files += await copyFiles(source, target)
    else if (entry.isFile()) files += await putOriginal(source, target)
  }
  await sync(to)
  return files
}

/** The file appears in one step, so that there is never half a picture. */
async function putOriginal(source: string, target: string): Promise<number> {
  if (existsSync(target)) return 1
  const draft = `${target}.${randomUUID()}`
  try {
    await copyFile(source, draft)
    await sync(draft)
    await rename(draft, target)
    return 1
  } catch (error) {
    await rm(draft, { force: true })
    // The picture has just been deleted.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

/** Waits until a file, or the names in a folder, are on the disk. */
async function sync(path: string) {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
