import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** Numbers of votes from which on an average says something, the more the better. */
const steps = [200, 100, 50, 20, 10, 5, 2] as const
/** Titles that a list of the best rated should have. */
const titlesWanted = 48

const Votes = Type.Object({ vote_count: Type.Integer() })

/**
 * How many votes a title needs to be among the best rated of this server: as many as leave enough titles. A large
 * catalogue wants two hundred, like the interface; a household has few who vote.
 */
export async function enoughVotes(db: Reader, of: 'movie' | 'series'): Promise<number> {
  const last = await db.one(
    Votes,
    sql`select vote_count from ${raw(of)} order by vote_count desc limit 1 offset ${raw(String(titlesWanted - 1))}`,
  )
  return steps.find((votes) => votes <= (last?.vote_count ?? 0)) ?? 1
}
