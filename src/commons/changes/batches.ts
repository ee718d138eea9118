import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { isRecordKind, type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { ChangedRecord } from '../format/live.ts'
import { changedLines, type Publishing, sharedSources } from '../publishing/lines.ts'
import { knownPictures } from '../publishing/pictures.ts'
import { linesBytesAtOnce, recordsAtOnce, rowsAtOnce } from './limits.ts'

/** Rows of the change log that are read together. */
const PAGE_CHANGES = 1_000
/** Records that are read between two turns of others. */
const PAGE_RECORDS = 25

/** A record that has changed, with the text of its published line as it is now. */
export type Change = ChangedRecord & { line: string }

/** All that has changed after a position, up to another one, in the order of positions. */
export type Batch = { after: number; position: number; time: string; bytes: number; changes: readonly Change[] }

const Row = Type.Object({ seq: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })
type Last = { kind: RecordKind; id: number; position: number }

/** What lines of changes are made with: only pictures that are published already are named in them. */
export async function publishingOf(db: Database, { republish }: Pick<Config, 'republish'>): Promise<Publishing> {
  const { shared, sources } = await sharedSources(db, republish)
  const licences = new Map(sources.map(({ id, licence }) => [id, licence]))
  return { db, shared, pictures: knownPictures(db, (id) => licences.get(id) ?? ''), republishes: republish }
}

/** Reads what has changed after a position, as far as there is room for it; of records, what a packet would have. */
export async function readBatch(publishing: Publishing, after: number, head: number, now: Date): Promise<Batch> {
  const { reached, records } = await recordsAfter(publishing.db, after, head)
  const all = (await changesOf(publishing, records)).sort((one, other) => one.position - other.position)
  const changes: Change[] = []
  let bytes = 0
  for (const change of all) {
    bytes += Buffer.byteLength(change.line)
    // What has no room changed later than all that has, so it comes next.
    if (bytes > linesBytesAtOnce && changes.length > 0) break
    changes.push(change)
  }
  const position = changes.length < all.length ? (changes.at(-1)?.position ?? reached) : reached
  return { after, position, time: now.toISOString(), bytes, changes }
}

/** The next records that changed, each with its last change up to the position that is reached. */
async function recordsAfter(db: Database, after: number, head: number) {
  const found = new Map<string, Last>()
  let reached = after
  for (let read = 0; read < rowsAtOnce && reached < head; ) {
    const rows = await db.wide.all(
      Row,
      sql`
      select seq, kind, entity_id from change where seq > ${reached} and seq <= ${head}
      order by seq ${limit(PAGE_CHANGES)}`,
    )
    for (const { seq, kind, entity_id: id } of rows) {
      const name = `${kind} ${id}`
      if (!found.has(name) && found.size >= recordsAtOnce) return { reached, records: [...found.values()] }
      if (isRecordKind(kind)) found.set(name, { kind, id, position: seq })
      reached = seq
    }
    read += rows.length
    if (rows.length < PAGE_CHANGES) reached = head
  }
  return { reached, records: [...found.values()] }
}

/** Nobody hears of records of a private source; packets say which of them were published before. */
const neverLeft = () => false

/** How records are now that have changed, as far as they are published, in the order of kinds and ids. */
export async function changesOf(publishing: Publishing, records: readonly Last[]): Promise<Change[]> {
  const changes: Change[] = []
  const byKind = Map.groupBy(records, ({ kind }) => kind)
  for (const of of recordKindNames) {
    const some = byKind.get(of) ?? []
    const positions = new Map(some.map(({ id, position }) => [id, position]))
    const ids = [...positions.keys()].sort((one, other) => one - other)
    const told = (line: object) => {
      const { kind, id, into = null } = line as { kind: string; id: number; into?: number | null }
      const gone = kind === 'gone'
      const position = positions.get(id) as number
      changes.push({ kind: of, id, position, gone, into: gone ? into : null, line: JSON.stringify(line) })
    }
    for (let at = 0; at < ids.length; at += PAGE_RECORDS) {
      for await (const { lines, gone } of changedLines(publishing, of, ids.slice(at, at + PAGE_RECORDS), neverLeft)) {
        for (const line of lines) told(line)
        for (const line of gone) told(line)
      }
      await nextTurn()
    }
  }
  return changes
}
