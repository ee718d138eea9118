import { firstLocalId, nextLocalId } from '#src/catalogue/edits/apply-edit.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { keyedAmong } from './distinct.ts'
import type { Known } from './foreign-staging.ts'

export type NewIds = ReturnType<typeof idsOf>

/**
 * Ids of new records of a kind: the number of each where it is free, or else the next one of our own. None comes twice:
 * a catalogue may have numbers for which we have given others' records our own.
 */
export function idsOf(db: Database, of: Kind, source_id: string) {
  let first = Number.POSITIVE_INFINITY
  let next = first
  /** Own numbers that came with their records. */
  const given = new Set<number>()
  return {
    /** Numbers that records of the catalogue have, or that those of the source are to get. */
    async taken(records: readonly Known[]): Promise<Set<number>> {
      const numbers = records.flatMap(({ number }) => (number === null ? [] : [number]))
      if (numbers.length === 0) return new Set()
      const rows = await db.all(
        Id,
        sql`select id from record where kind = ${of} and ${db.engine.anyOf(raw('id'), numbers)}`,
      )
      const taken = new Set(rows.map(({ id }) => id))
      return taken.union(await keyedAmong(db, source_id, of, numbers))
    },
    async next({ number }: Known, taken: ReadonlySet<number>): Promise<number> {
      const isOurs = number !== null && number >= first && number < next
      if (number !== null && !isOurs && !given.has(number) && !taken.has(number)) {
        if (number >= firstLocalId) given.add(number)
        return number
      }
      if (next === Number.POSITIVE_INFINITY) first = next = await nextLocalId(db, of)
      while (given.has(next)) next++
      return next++
    },
  }
}
