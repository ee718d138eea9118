import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { RatedRecord } from './ratings.ts'

const Counted = Type.Object({ value: Type.Number(), count: Type.Integer() })

/** How many people here rated a record with 1, 2 and so on to 10; a half counts with the next whole number. */
export async function spreadOfRatings(db: Database, { kind, entity_id }: RatedRecord): Promise<number[]> {
  const counted = await db.all(
    Counted,
    sql`select value, count(*) as count from rating where kind = ${kind} and entity_id = ${entity_id} group by value`,
  )
  const spread = Array.from({ length: 10 }, () => 0)
  for (const { value, count } of counted) {
    const at = Math.ceil(value) - 1
    spread[at] = (spread[at] as number) + count
  }
  return spread
}
