import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Migratable } from '#src/database/migratable.ts'
import { readsImages } from '#src/database/sqlite/connection.ts'
import { openMemory } from '#src/database/sqlite/memory.ts'
import { writeLasting } from '#src/files/lasting.ts'
import { programFolder } from '#src/package-root.ts'

/**
 * A whole database, packed, which lies beside the program: to read it takes some milliseconds, and to make it most of a
 * second. `base` has the account and no catalogue, for fixtures.
 */
const files = { whole: 'tests.sqlite.zst', base: 'tests-base.sqlite.zst' } as const
type ImageName = keyof typeof files

/** Code that only makes databases is loaded where no image is there. */
const preparing = () => import('./prepare.ts')

async function fill(db: Migratable, name: ImageName): Promise<void> {
  const { derive, fixedCatalogue, loadKept, loadLines, prepareAccess } = await preparing()
  await prepareAccess(db)
  if (name === 'base') return
  await loadLines(db, [fixedCatalogue], { isFixture: false })
  await loadKept(db)
  await derive(db)
}

/** Opens a new database that was filled by `filled`. */
async function opened(filled: (db: Migratable) => Promise<void>, image?: Uint8Array): Promise<Migratable> {
  const db = await openMemory(image)
  try {
    await filled(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

async function readImage(name: ImageName, folder: string): Promise<Uint8Array | undefined> {
  const path = join(folder, files[name])
  if (!readsImages || !existsSync(path)) return undefined
  return promisify(zstdDecompress)(await readFile(path))
}

/** Writes the images into the folder of a program that is built. */
export async function writeImages(folder: string): Promise<void> {
  for (const name of Object.keys(files) as ImageName[]) {
    const db = await opened((made) => fill(made, name))
    const packed = await promisify(zstdCompress)(db.image?.() ?? '')
    await writeLasting(join(folder, files[name]), packed, 0o644)
    await db.close()
  }
}

/**
 * Gives a function that opens a database as it is at the beginning, each time a new one: with the fixed catalogue, or
 * with that of the fixtures.
 */
export async function openBeginnings(
  fixtures: readonly string[],
  folder: string = programFolder,
): Promise<() => Promise<Migratable>> {
  const name = fixtures.length === 0 ? 'whole' : 'base'
  const given = await readImage(name, folder)
  if (given && name === 'whole') return () => openMemory(given)
  const make = () =>
    opened(async (db) => {
      if (!given) await fill(db, name)
      if (name === 'whole') return
      const { derive, loadLines } = await preparing()
      await loadLines(db, fixtures, { isFixture: true })
      await derive(db)
    }, given)
  const first = await make()
  // An older Node makes it each time.
  if (!readsImages) return startingWith(first, make)
  const image = first.image?.()
  await first.close()
  return () => openMemory(image)
}

/** Gives what is there the first time, and makes another one each time after. */
function startingWith<Made>(first: Made, make: () => Promise<Made>): () => Promise<Made> {
  let unused: Made | undefined = first
  return async () => {
    const made = unused ?? (await make())
    unused = undefined
    return made
  }
}
