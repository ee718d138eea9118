import type { Config } from '#src/config.ts'
import type { Reader } from '#src/database/database.ts'
import { hasUnknownBelow } from '../foreign/reviews.ts'
import { type FillInput, listFills, pathOf } from './fill-job.ts'
import { listScheduled } from './scheduled-imports.ts'

/** How records that the catalogue does not have come into it. */
type ImportsOfUnknown = {
  /** Imports that an administrator has done, whose files are still there. */
  inputs: readonly FillInput[]
  /** Folders with a schedule. */
  folders: readonly string[]
  /** Whether some come from files that nobody can read by themselves. */
  hasOthers: boolean
}

/** Which imports make the records that wait and that the catalogue does not have, once that is decided. */
export async function importsOfUnknown(
  db: Reader,
  config: Config,
  { account_id, most }: { account_id: number; most: number },
): Promise<ImportsOfUnknown> {
  const known: string[] = []
  const inputs: FillInput[] = []
  const folders: string[] = []
  for (const { input, status } of await listFills(db, account_id)) {
    if (inputs.length >= most) break
    const path = status === 'done' && !input.is_dry_run ? await pathOf(config, input.place) : undefined
    if (path === undefined || !(await hasUnknownBelow(db, path, known))) continue
    known.push(path)
    inputs.push(input)
  }
  for (const { folder } of await listScheduled(db)) {
    if (!(await hasUnknownBelow(db, folder, known))) continue
    known.push(folder)
    folders.push(folder)
  }
  return { inputs, folders, hasOthers: await hasUnknownBelow(db, undefined, known) }
}
