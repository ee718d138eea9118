import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { backgroundMetrics, type Metric } from './metrics.ts'

/** While the database hangs, the other metrics are returned without these. */
const ANSWER_MS = 1_000

const Background = Type.Object({ mails: Type.Integer(), changes: Type.Integer() })

/** Work that waits in the background; nothing if the database does not answer. */
export async function measureBackground(db: Database): Promise<Metric[]> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ANSWER_MS)
  const asked = db.one(
    Background,
    sql`
    select (select count(*) from mail) as mails,
      (select coalesce(max(seq), 0) from change) - (select seq from follower where name = 'search_name') as changes`,
  )
  const found = await Promise.race([asked.catch(() => undefined), late])
  clearTimeout(timer)
  return found ? backgroundMetrics(found) : []
}
