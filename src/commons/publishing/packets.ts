import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { settle, sync, withDraft } from '#src/files/lasting.ts'
import { maxPacketLines } from '../format/limits.ts'
import { packetPath } from '../format/names.ts'
import { ordered, type Packet, PacketHead } from '../format/schemas.ts'
import { type Beside, openBeside } from './beside.ts'
import { makeOpenFolder } from './folders.ts'
import { changedLines, type Publishing } from './lines.ts'
import { openPart } from './parts.ts'

/** The most records of one packet. */
const maxRecords = 10_000
/** Rows of the change log that are read together. */
const PAGE_CHANGES = 1_000

const Changed = Type.Object({ seq: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })

const Again = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })
type Again = { kind: string; entity_id: number }

/** Records that are published again although nothing of them changed. */
export const publishedAgain = (db: Reader): Promise<Again[]> =>
  db.all(Again, sql`select kind, entity_id from published_again order by kind, entity_id ${limit(maxRecords)}`)

/** Notes that they were. */
export async function doneAgain(db: Database, some: readonly Again[]): Promise<void> {
  if (some.length > 0)
    await db.run(sql`
      delete from published_again where (kind, entity_id) in (
        select r.kind, r.entity_id from ${db.engine.rows(Again, some)} as r)`)
}

type Changes = { position: number; ids: ReadonlyMap<RecordKind, readonly number[]>; records: number }

/** The records that changed after a position, up to so many of them, and the position that they reach. */
export async function changedAfter(db: Reader, position: number, head: number, most: number): Promise<Changes> {
  const found = new Map<RecordKind, Set<number>>()
  let records = 0
  let reached = position
  while (reached < head) {
    const rows = await db.wide.all(
      Changed,
      sql`
      select seq, kind, entity_id from change where seq > ${reached} and seq <= ${head}
      order by seq ${limit(PAGE_CHANGES)}`,
    )
    if (rows.length === 0) {
      reached = head
      break
    }
    let isFull = false
    for (const { seq, kind, entity_id } of rows) {
      const ids = found.get(kind as RecordKind) ?? new Set()
      if (!ids.has(entity_id) && records >= most) {
        isFull = true
        break
      }
      if (!ids.has(entity_id)) records++
      found.set(kind as RecordKind, ids.add(entity_id))
      reached = seq
    }
    if (isFull) break
  }
  const ids = new Map([...found].map(([of, some]) => [of, [...some].sort((a, b) => a - b)] as const))
  return { position: reached, ids, records }
}

type Making = Publishing & {
  folder: string
  incarnation: string
  number: number
  before: Packet | undefined
  from: number
  head: number
  again: readonly Again[]
  /** What the packet before had no room for, at the same position. */
  beside: Beside | undefined
  now: Date
  /** The most records that changed, and the most others. */
  records?: number
}

type Made = { packet: Packet; again: readonly Again[]; beside: Beside | undefined }

/**
 * Writes the packet of what changed after a position; fewer records are in one that would be too large. Where very many
 * others refer to what has begun to be published, or ceased to be, packets of these come first, at the position of the
 * packet before, so that whoever is killed between them begins anew.
 */
export async function makePacket(making: Making): Promise<Made> {
  const { db, from, head, records = maxRecords } = making
  let { beside } = making
  for (let most = records; ; most = Math.max(1, Math.floor(most / 4))) {
    const changed = await changedAfter(db, from, head, most)
    beside ??= await openBeside(making, changed.ids, { from, to: changed.position })
    const others = await beside.next(most)
    const again = others.isEnd ? making.again.slice(0, most) : []
    const content = {
      position: others.isEnd ? changed.position : from,
      ids: withAgain(others.isEnd ? changed.ids : new Map(), [...others.records, ...again]),
    }
    const packet = await tryPacket(making, content, { beside, isLast: most === 1 })
    if (!packet) continue
    beside.took(others.records.length)
    return { packet, again, beside: others.isEnd ? undefined : beside }
  }
}

type Content = { position: number; ids: Changes['ids'] }

/** Undefined if it would be too large, unless it has to be made. */
async function tryPacket(
  making: Making,
  { position, ids }: Content,
  { beside, isLast }: { beside: Beside; isLast: boolean },
): Promise<Packet | undefined> {
  const { folder, number, before, incarnation, now } = making
  const path = packetPath(number)
  const place = join(folder, path)
  await makeOpenFolder(folder, dirname(place))
  return withDraft(place, async (draft) => {
    const part = await openPart(draft)
    try {
      const facts = before && { number: before.number, position: before.position, sha256: before.sha256 }
      await part.add(
        ordered(PacketHead, { kind: 'packet', number, position, incarnation, before: facts ?? null }) as object,
      )
      const isWhole = await addChanges(making, ids, { part, beside })
      if (!isWhole && !isLast) return undefined
      const { bytes, lines, sha256 } = await part.end()
      // A packet that no manifest names may be there: a process was killed before it wrote one.
      await rm(place, { force: true })
      await settle(draft, place)
      await sync(dirname(place))
      return { path, number, position, bytes, lines, sha256, time: now.toISOString() }
    } finally {
      await part.close()
    }
  })
}

function withAgain(changed: Changes['ids'], again: readonly Again[]): Changes['ids'] {
  const ids = new Map(changed)
  for (const [of, some] of Map.groupBy(again, ({ kind }) => kind as RecordKind)) {
    const all = new Set([...(ids.get(of) ?? []), ...some.map(({ entity_id }) => entity_id)])
    ids.set(
      of,
      [...all].sort((a, b) => a - b),
    )
  }
  return ids
}

type Part = Awaited<ReturnType<typeof openPart>>

/** Whether everything had room. */
async function addChanges(
  publishing: Publishing,
  ids: Changes['ids'],
  { part, beside }: { part: Part; beside: Beside },
): Promise<boolean> {
  const gone: object[] = []
  for (const of of recordKindNames) {
    const mayHaveLeft = (id: number) => beside.mayHaveLeft(of, id)
    for await (const { lines, gone: some } of changedLines(publishing, of, ids.get(of) ?? [], mayHaveLeft)) {
      for (const line of some) gone.push(line)
      for (const line of lines) {
        if (part.isFull || part.lines >= maxPacketLines) return false
        await part.add(line)
      }
    }
  }
  for (const line of gone) {
    if (part.isFull || part.lines >= maxPacketLines) return false
    await part.add(line)
  }
  return true
}
