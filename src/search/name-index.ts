import { Type } from 'typebox'
import { keepFollowing } from '#src/background/follow.ts'
import type { LogFollower } from '#src/background/log-follower.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { followerName, followLog } from './generations.ts'
import { buildIndex, isUsable } from './tables/build.ts'

/** A follower that is further behind, after a large import, builds the index anew, which is faster. */
const maxBehind = 200_000

const Behind = Type.Object({ changes: Type.Integer() })

/** Keeps the index: builds it where there is none, and follows the change log, so that every record is found. */
export function followNames(db: Database): LogFollower {
  const follower = followLog(db)
  const catchUp = async (signal?: AbortSignal) => {
    if (!(await isUsable(db)) || (await changesBehind(db)) > maxBehind) await buildIndex(db, { signal })
    await follower.catchUp(signal)
  }
  return { ...follower, catchUp, run: (options) => keepFollowing(catchUp, options) }
}

async function changesBehind(db: Database): Promise<number> {
  const row = await db.one(
    Behind,
    sql`
    select (select coalesce(max(seq), 0) from change) - seq as changes from follower where name = ${followerName}`,
  )
  return row?.changes ?? 0
}

/** Follows the change log to its end. */
export const updateNameIndex = (db: Database): Promise<void> => followNames(db).catchUp()
