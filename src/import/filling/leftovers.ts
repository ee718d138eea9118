import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import { tryLock } from '#src/database/locks.ts'
import { removeAbandoned } from '#src/files/lasting.ts'
import { forgetOldUploads } from './uploads.ts'

/** What an import has in the data folder while it runs, but for the file of its lock. */
const ofImport = /^import\.(unpacked|scratch|staging\.sqlite|foreign\.sqlite)(?!.*\.lock)/

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Removes from a data folder what killed processes have left there, and uploads that have waited too long. */
export async function removeLeftovers(config: Config, now: Date): Promise<void> {
  const { data } = config
  const originals = join(data, 'pictures', 'originals')
  const shards = (await namesIn(originals)).map((name) => join(originals, name))
  const folders = ['', 'mail', 'tls', 'pictures'].map((name) => join(data, name))
  for (const folder of [...folders, ...shards]) await removeAbandoned(folder)
  await forgetOldUploads(config, now)
  await removeAfterImport(config)
}

/** A killed import may have unpacked a lot. The next one removes it, too, but there may be none. */
async function removeAfterImport(config: Config) {
  const left = (await namesIn(config.data)).filter((name) => ofImport.test(name))
  if (left.length === 0) return
  const lock = await tryLock(locationOf(config), 'import')
  try {
    if (lock) for (const name of left) await rm(join(config.data, name), { recursive: true, force: true })
  } finally {
    await lock?.release()
  }
}
