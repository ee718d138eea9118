import { type Static, Type } from 'typebox'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { JobTally } from '#src/jobs/tally.ts'
import { backgroundMetrics, type Followed, jobsOf, type Metric, roundsOf } from './metrics.ts'

/** While the database hangs, the other metrics are returned without these. */
const ANSWER_MS = 1_000

/** There is one for each thing that is kept up to date beside the catalogue. */
export const mostFollowers = 50

const Jobs = Type.Object({ waiting: Type.Integer(), running: Type.Integer() })
const Follower = Type.Object({ name: Type.String(), changes: Type.Integer(), isRebuilding: Type.Boolean() })
/** What waits in the background, the same for all servers of a catalogue. */
export type BackgroundState = {
  mails: number
  jobs: { waiting: number; running: number }
  followers: readonly Static<typeof Follower>[]
}

/** What this process has done in the background. */
export type OwnWork = { followers: readonly Followed[]; jobs: JobTally }

/**
 * Work that waits in the background, nothing if the database does not answer, and what this process has done of it.
 */
export async function measureBackground(db: Database, { followers, jobs }: OwnWork): Promise<Metric[]> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ANSWER_MS)
  const asked = Promise.all([
    countRows(db, sql`from mail`),
    db.one(
      Jobs,
      sql`
      select count(case when status = 'waiting' then 1 end) as waiting,
        count(case when status = 'running' then 1 end) as running
      from job where ended_at is null`,
    ),
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
  const [mails = 0, open = { waiting: 0, running: 0 }, states = []] = found ?? []
  const waiting = found ? backgroundMetrics({ mails, jobs: open, followers: states }) : []
  return [...waiting, roundsOf(followers), ...jobsOf(jobs)]
}
