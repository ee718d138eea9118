import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { RatedRecord } from './ratings.ts'

const Counted = Type.Object({ value: Type.Number(), count: Type.Integer() })

/**
 * How many people here rated a record with 1, 2 and so on to 10; a half counts with the next whole number. It holds the
 * ratings that count in the average, and none that a source states.
 */
export async function spreadOfRatings(db: Reader, { kind, entity_id }: RatedRecord): Promise<number[]> {
  const of = sql`kind = ${kind} and entity_id = ${entity_id} and is_counted = true`
  const counted = await db.all(
    Counted,
    sql`
    select value, count(*) as count from rating where ${of} group by value
    union all select value, count(*) as count from guest_rating where ${of} group by value`,
  )
  return spreadOf(counted)
}

/**
 * The same for the ratings that reviews of a title state by themselves: those that came from elsewhere, or whose
 * authors have left. Members rate titles, not reviews. A zero counts with the ones.
 */
export async function spreadInReviews(db: Reader, { kind, entity_id }: RatedRecord): Promise<number[]> {
  const counted = await db.all(
    Counted,
    sql`
    select rating as value, count(*) as count from review
    where kind = ${kind} and entity_id = ${entity_id} and rating is not null group by rating`,
  )
  return spreadOf(counted)
}

function spreadOf(counted: readonly Static<typeof Counted>[]): number[] {
  const spread = Array.from({ length: 10 }, () => 0)
  for (const { value, count } of counted) {
    const at = Math.max(Math.ceil(value), 1) - 1
    spread[at] = (spread[at] as number) + count
  }
  return spread
}
