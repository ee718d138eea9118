import { type Static, Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { LoggedRevision } from '#src/database/topics.ts'
import { type Kind, kindNames } from './kinds.ts'

const LoggedRecord = Type.Object({
  kind: Type.Unsafe<Kind>({ type: 'string', enum: kindNames }),
  entity_id: Type.Integer(),
})
export type LoggedRecord = Static<typeof LoggedRecord>

/**
 * The log of a revision outside the change log: the last `size` records that it is about are known one by one; beyond
 * that, it may be any record.
 */
export function recordLog(revision: LoggedRevision, table: string, size: number) {
  /** A ring buffer: each row overwrites the one that is this many older. */
  const ring = {
    name: table,
    key: ['place'],
    row: Type.Object({ place: Type.Integer(), number: Type.Integer(), ...LoggedRecord.properties }),
  }
  const Numbered = Type.Object({ number: Type.Integer(), ...LoggedRecord.properties })
  return {
    size,

    /**
     * Logs records under the lock of the change log, so that no server sees a later one first; this server invalidates
     * its replies before the transaction resolves.
     */
    async add(tx: Database, records: readonly LoggedRecord[]): Promise<void> {
      if (records.length === 0) return
      await tx.lockChanges()
      const last = await revise(tx, revision, records.length)
      const first = last - records.length + 1
      const rows = records.map(({ kind, entity_id }, at) => {
        return { place: (first + at) % size, number: first + at, kind, entity_id }
      })
      await tx.put(ring, rows.slice(-size))
    },

    /** The records after a number; undefined if there are too many. */
    async after(db: Reader, from: number, to: number): Promise<(LoggedRecord & { number: number })[] | undefined> {
      if (to - from > size) return undefined
      const found = await db.all(
        Numbered,
        sql`
        select number, kind, entity_id from ${raw(table)} where number > ${from} order by number ${limit(size)}`,
      )
      // New rows may have overwritten the first ones meanwhile.
      return found[0]?.number === from + 1 ? found : undefined
    },
  }
}
