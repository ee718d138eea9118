import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { recordLog } from './logged-records.ts'
import { countVotes, RatedTitle } from './votes.ts'

/** Rated records that are known one by one. */
export const maxLoggedRatings = 5_000
/** Records that are counted or logged in one transaction, which other writers have to wait for. */
const RECORDS_AT_ONCE = 500

const log = recordLog('ratings', 'rated_record', maxLoggedRatings)
export const ratedAfter = log.after

const Waiting = Type.Object({
  id: Type.Integer(),
  ...RatedTitle.properties,
  votes: Type.Integer(),
  points: Type.Number(),
})
type Waiting = Static<typeof Waiting>

/**
 * Counts the waiting ratings, and tells all servers which records were rated. This happens in the background, so that a
 * rating neither waits for the lock of the change log nor invalidates replies again and again.
 */
export async function followRatings(db: Database, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await countWaiting(db)));
  while (!signal?.aborted && (await logRated(db)));
}

/** Counts some of the ratings that began or ceased to count together; true if there may be more. */
async function countWaiting(db: Database): Promise<boolean> {
  // Mostly there is none, and a transaction that does nothing would make others wait.
  if ((await db.one(Type.Object({ id: Type.Integer() }), sql`select id from waiting_rating ${limit(1)}`)) === undefined)
    return false
  return db.transaction(async (tx) => {
    const waiting: Waiting[] = await tx.all(
      Waiting,
      sql`select id, kind, entity_id, votes, points from waiting_rating order by id ${limit(RECORDS_AT_ONCE)}`,
    )
    if (waiting.length === 0) return false
    const ids = waiting.map(({ id }) => id)
    await tx.run(sql`delete from waiting_rating where ${tx.engine.anyOf(sql`id`, ids)}`)
    await countVotes(tx, waiting)
    return waiting.length === RECORDS_AT_ONCE
  })
}

/** Logs some of the records that were rated since; true if there may be more. */
async function logRated(db: Database): Promise<boolean> {
  const rated = await db.all(
    RatedTitle,
    sql`select kind, entity_id from rated_title order by kind, entity_id ${limit(RECORDS_AT_ONCE)}`,
  )
  if (rated.length === 0) return false
  await db.transaction(async (tx) => {
    await tx.run(sql`
      delete from rated_title where (kind, entity_id) in (
        select r.kind, r.entity_id from ${tx.engine.rows(RatedTitle, rated)} as r)`)
    await log.add(tx, rated)
  })
  return rated.length === RECORDS_AT_ONCE
}
