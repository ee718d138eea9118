import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Size = { bytes: number /** There is more: not every file was looked at. */; isLeast: boolean }

/** The bytes of the files in a folder and below it; of a large one, of so many files. */
export async function sizeOfFolder(folder: string, mostFiles: number): Promise<Size> {
  const opened = await opendir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  let [bytes, files] = [0, 0]
  if (!opened) return { bytes, isLeast: false }
  for await (const entry of opened) {
    if (!entry.isFile()) continue
    if (++files > mostFiles) return { bytes, isLeast: true }
    bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0
  }
  return { bytes, isLeast: false }
}
