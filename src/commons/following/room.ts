import { statfs } from 'node:fs/promises'
import type { Config } from '#src/config.ts'
import { FollowProblem } from './problems.ts'

const MiB = 1_048_576

/** Whoever publishes says how much a whole dump is: one that has no room here is not begun with. */
export async function needRoom(
  { data, catalogueFreeBytes }: Pick<Config, 'data' | 'catalogueFreeBytes'>,
  bytes: number,
): Promise<void> {
  const { bavail, bsize } = await statfs(data)
  const [free, wanted] = [bavail * bsize, bytes + catalogueFreeBytes]
  if (free >= wanted) return
  const [has, needs] = [Math.floor(free / MiB), Math.ceil(wanted / MiB)]
  throw new FollowProblem('disk_full', `a whole dump needs ${needs} MiB, and ${has} MiB are free`)
}
