import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeAbandoned } from '#src/files/lasting.ts'
import { packetPath } from '../format/names.ts'
import type { Manifest } from '../format/schemas.ts'

/** Whole dumps that stay, with the newest one, for those who are still fetching an older one. */
const WHOLES_KEPT = 3

const namesIn = (path: string) => readdir(path).catch((): string[] => [])

/** Removes what is kept no longer: older whole dumps, and packets before the first that the manifest has. */
export async function removeOld(
  folder: string,
  manifest: Manifest,
  { isRestart }: { isRestart: boolean },
): Promise<void> {
  const wholes = join(folder, 'whole')
  await removeAbandoned(wholes)
  await removeAbandoned(folder)
  const present = manifest.whole?.parts[0]?.path.split('/')[1]
  const dated: { name: string; atMs: number }[] = []
  for (const name of await namesIn(wholes))
    if (/^\d+(-[0-9a-f]{8})?$/.test(name) && name !== present)
      dated.push({ name, atMs: (await stat(join(wholes, name))).mtimeMs })
  dated.sort((a, b) => b.atMs - a.atMs)
  for (const { name } of dated.slice(isRestart ? 0 : WHOLES_KEPT - 1))
    await rm(join(wholes, name), { recursive: true, force: true })
  await removePackets(folder, manifest)
}

/** Packets below the first one, and drafts of killed processes. */
async function removePackets(folder: string, { packets: { first, last } }: Manifest) {
  const kept = first === 0 ? last + 1 : first
  const [, millions = '', thousands = ''] = packetPath(Math.max(1, kept)).split('/')
  for (const outer of (await namesIn(join(folder, 'changes'))).filter((name) => /^\d{3}$/.test(name))) {
    for (const inner of (await namesIn(join(folder, 'changes', outer))).filter((name) => /^\d{3}$/.test(name))) {
      const place = join(folder, 'changes', outer, inner)
      await removeAbandoned(place)
      const order = `${outer}${inner}`
      if (first !== 0 && order < `${millions}${thousands}`) await rm(place, { recursive: true, force: true })
      else if (first !== 0 && order === `${millions}${thousands}`) await removeBefore(place, packetPath(first))
    }
  }
}

async function removeBefore(place: string, path: string) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  for (const file of await namesIn(place))
    if (/^\d{3}\.ndjson\.zst$/.test(file) && file < name) await rm(join(place, file), { force: true })
}
