import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { backgroundMetrics, type Followed, type Metric, roundsOf } from './metrics.ts'

/** While the database hangs, the other metrics are returned without these. */
const ANSWER_MS = 1_000

/** There is one for each thing that is kept up to date beside the catalogue. */
export const mostFollowers = 50

const Mails = Type.Object({ mails: Type.Integer() })
const Follower = Type.Object({ name: Type.String(), changes: Type.Integer(), isRebuilding: Type.Boolean() })
export type FollowerState = Static<typeof Follower>

/**
 * Work that waits in the background, nothing if the database does not answer, and what the followers of this process
 * have done.
 */
export async function measureBackground(db: Database, followers: readonly Followed[]): Promise<Metric[]> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ANSWER_MS)
  const asked = Promise.all([
    db.one(Mails, sql`select count(*) as mails from mail`),
    db.all(
      Follower,
      sql`
      select name, (select coalesce(max(seq), 0) from change) - seq as changes,
        rebuilt_kind is not null as "isRebuilding"
      from follower order by name ${limit(mostFollowers)}`,
    ),
  ])
  const found = await Promise.race([asked.catch(() => undefined), late])
  clearTimeout(timer)
  const waiting = found ? backgroundMetrics(found[0]?.mails ?? 0, found[1]) : []
  return [...waiting, roundsOf(followers)]
}
