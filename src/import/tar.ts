import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder } from '#src/database/make-folder.ts'

/** Names of files that are unpacked first. */
export const tarFiles = /\.(tar(\.gz|\.zst)?|tgz)$/

/** Limits of one tar file, so that a small one does not fill the disk. */
const maxTarEntries = 1_000_000
const maxTarBytes = 64 * 2 ** 30

/** A tar file that cannot be unpacked; the message is a sentence. */
export class TarError extends Error {
  override name = 'TarError'
}

/** Unpacks a tar file into a new folder in `within`, and returns that folder. */
export async function unpackTar(path: string, within: string): Promise<string> {
  await makeFolder(within)
  const folder = join(within, `${(await readdir(within)).length}-${basename(path)}`)
  await mkdir(folder, { mode: 0o700 })
  const { extract } = await import('tar')
  let entries = 0
  let bytes = 0
  try {
    await extract({
      file: path,
      cwd: folder,
      // Paths that lead elsewhere are errors; links and devices are left out.
      strict: true,
      fmode: 0o600,
      dmode: 0o700,
      noMtime: true,
      preserveOwner: false,
      filter(_name, entry) {
        if (!('type' in entry) || !/^(Old|Contiguous)?(File|Directory)$/.test(entry.type)) return false
        entries++
        bytes += entry.size ?? 0
        if (entries > maxTarEntries || bytes > maxTarBytes) throw new TarError(`${path} has too many files or bytes.`)
        return true
      },
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error instanceof TarError ? error : new TarError(`${path} cannot be unpacked: ${(error as Error).message}.`)
  }
  return folder
}
