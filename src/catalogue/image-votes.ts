import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, sql } from '#src/database/sql.ts'
import { type Kind, kindNames } from './kinds.ts'

/** Records with new votes that are known one by one; if there are more, it may be any record. */
export const maxLoggedVotes = 500

const VotedRecord = Type.Object({
  kind: Type.Unsafe<Kind>({ type: 'string', enum: kindNames }),
  entity_id: Type.Integer(),
})
/** A record with new votes for its images. */
export type VotedRecord = Static<typeof VotedRecord>

/** A ring buffer: each row overwrites the one that is this many votes older. */
const votedRecords = {
  name: 'voted_record',
  key: ['place'],
  row: Type.Object({ place: Type.Integer(), number: Type.Integer(), ...VotedRecord.properties }),
}

/**
 * Logs the records with new votes for their images. Votes are not in the change log, but they are logged under its
 * lock, so that no server sees a later one first; this server invalidates its replies before the transaction resolves.
 */
export async function logImageVotes(tx: Database, voted: readonly VotedRecord[]): Promise<void> {
  if (voted.length === 0) return
  await tx.lockChanges()
  const last = await revise(tx, 'votes', voted.length)
  const first = last - voted.length + 1
  const rows = voted.map((record, at) => ({ place: (first + at) % maxLoggedVotes, number: first + at, ...record }))
  await tx.put(votedRecords, rows.slice(-maxLoggedVotes))
}

/** The records with votes after a revision; undefined if there are too many. */
export async function imageVotesAfter(
  db: Database,
  from: number,
  to: number,
): Promise<(VotedRecord & { number: number })[] | undefined> {
  if (to - from > maxLoggedVotes) return undefined
  const found = await db.all(
    Type.Object({ number: Type.Integer(), ...VotedRecord.properties }),
    sql`
    select number, kind, entity_id from voted_record where number > ${from} order by number ${limit(maxLoggedVotes)}`,
  )
  // New votes may have overwritten the first ones meanwhile.
  return found[0]?.number === from + 1 ? found : undefined
}
