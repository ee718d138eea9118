import { chmod, mkdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Config } from '#src/config.ts'
import { makeFolder } from '#src/files/make-folder.ts'

/** Where the files are: in a folder of the setting, or in the data folder. */
export const dumpFolder = ({ publishFolder, data }: Pick<Config, 'publishFolder' | 'data'>): string =>
  publishFolder === '' ? join(data, 'commons', 'dump') : publishFolder

/** What is published may be read by whoever serves it. */
export const openFile = 0o644
const openFolder = 0o755

/** Makes a folder below another one, which everybody can read. */
export async function makeOpenFolder(root: string, path: string): Promise<void> {
  await makeFolder(root)
  let place = root
  for (const name of relative(root, path).split(sep).filter(Boolean)) {
    place = join(place, name)
    await mkdir(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await chmod(place, openFolder)
  }
}
