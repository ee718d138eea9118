import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

/** The latest edits among which those of people are counted: further ones are not read. */
export const maxEditsCounted = 20_000

const Work = Type.Object({ edits: Type.Integer(), people: Type.Integer() })

/** How many edits people have made since some time, and how many people; those of imports do not count. */
export async function workSince(db: Reader, since: string): Promise<Static<typeof Work>> {
  const found = await db.one(
    Work,
    sql`
    select count(*) as edits, count(distinct account_id) as people
    from (select account_id, at from edit order by id desc ${limit(maxEditsCounted)}) as latest
    where account_id is not null and at >= ${since}`,
  )
  return found ?? { edits: 0, people: 0 }
}
