import { rm, stat } from 'node:fs/promises'
import { standardInput } from './read-files.ts'
import { isPacked, unpack } from './unpack.ts'

type Unpacking = {
  /** Where archives are unpacked until the work is done. */
  folder: string
  /** Ends the unpacking early. */
  race<Result>(work: Promise<Result>): Promise<Result>
}

export type Unpacked = {
  paths: string[]
  /** What people call a file: one of an archive stands behind the name of the archive. */
  nameOf(file: string): string
}

/** Does work with files, folders, and what is in archives. */
export async function withUnpacked<Result>(
  paths: readonly string[],
  { folder, race }: Unpacking,
  work: (unpacked: Unpacked) => Promise<Result>,
): Promise<Result> {
  // Left over from an import that was killed.
  await rm(folder, { recursive: true, force: true })
  const names: [folder: string, archive: string][] = []
  try {
    const plain: string[] = []
    for (const path of paths) {
      const isFile = path !== standardInput && (await stat(path)).isFile()
      if (!isFile || !(await isPacked(path))) {
        plain.push(path)
        continue
      }
      const made = await race(unpack(path, folder))
      names.push([made, path])
      plain.push(made)
    }
    const nameOf = (file: string) => {
      const [made, archive] = names.find(([made]) => file === made || file.startsWith(`${made}/`)) ?? []
      return made === undefined ? file : `${archive}${file.slice(made.length)}`
    }
    return await work({ paths: plain, nameOf })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
