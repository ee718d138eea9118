import { chmod, mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Source } from '#src/catalogue/sources.ts'
import { settle, sync, withDraft } from '#src/files/lasting.ts'
import { type PublishedKind, partPath, publishedKinds } from '../format/names.ts'
import { digestOf } from '../format/read.ts'
import type { Part, Whole } from '../format/schemas.ts'
import { makeOpenFolder } from './folders.ts'
import { type Publishing, sourceLines, wholeGone, wholeLines } from './lines.ts'
import { openPart } from './parts.ts'

type Making = Publishing & {
  folder: string
  sources: readonly Source[]
  position: number
  packet: number
  now: Date
  /** Called between pages: other work is done here, and an end of the server stops it. */
  pause(): Promise<void>
}

async function* linesOf(making: Making, of: PublishedKind): AsyncGenerator<object[]> {
  if (of === 'source') yield sourceLines(making.sources)
  else if (of === 'gone') yield* wholeGone(making)
  else yield* wholeLines(making, of as RecordKind)
}

/** Writes all of the catalogue as files of a folder. Nothing is there under its name before all of it is. */
export async function makeWhole(making: Making): Promise<Whole> {
  const { folder, position, packet, now } = making
  const place = join(folder, 'whole', String(position))
  await makeOpenFolder(folder, dirname(place))
  return withDraft(place, async (draft) => {
    await mkdir(draft)
    const parts: Part[] = []
    let unpacked = 0
    for (const of of publishedKinds) unpacked += await writeKind(making, draft, of, parts)
    const digest = digestOf(JSON.stringify(parts)).slice(0, 8)
    // The same position may have been published with other bytes, as by a database that was restored.
    const end = (await isThere(place)) ? `${place}-${digest}` : place
    await chmod(draft, 0o755)
    if (!(await isThere(end))) await settle(draft, end)
    await sync(dirname(end))
    const named = parts.map((part) => ({ ...part, path: `whole/${basename(end)}/${basename(part.path)}` }))
    return { position, time: now.toISOString(), packet, unpacked, parts: named }
  })
}

const isThere = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined

async function writeKind(making: Making, draft: string, of: PublishedKind, parts: Part[]): Promise<number> {
  let unpacked = 0
  let number = 0
  let part: Awaited<ReturnType<typeof openPart>> | undefined
  const end = async () => {
    if (!part) return
    const { bytes, lines, sha256, unpacked: more } = await part.end()
    parts.push({ path: partPath(String(making.position), of, number++), kind: of, bytes, lines, sha256 })
    unpacked += more
    part = undefined
  }
  try {
    for await (const lines of linesOf(making, of)) {
      for (const line of lines) {
        part ??= await openPart(join(draft, basename(partPath('0', of, number))))
        await part.add(line)
        if (part.isFull) await end()
      }
      await making.pause()
    }
    await end()
  } finally {
    await part?.close()
  }
  return unpacked
}
