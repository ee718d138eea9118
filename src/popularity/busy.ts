import { Type } from 'typebox'
import type { TimeWindow } from '#src/contract/path-parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** Places that are looked at, how many of them have to be titles that people care about, and with how many points. */
const placesLookedAt = 12
const enoughTitles = 6
const enoughPoints = 3

const columns = { day: raw('i.day_points'), week: raw('i.week_points') } as const

const Count = Type.Object({ count: Type.Integer() })

/**
 * Whether what is trending says something: people have looked at, rated or watched enough titles. Where few people are,
 * the list is no more than what is popular anyway.
 */
export async function isBusy(db: Reader, window: TimeWindow): Promise<boolean> {
  const found = await db.one(
    Count,
    sql`
    select count(*) as count from trend t join interest i on i.kind = t.kind and i.entity_id = t.entity_id
    where t.time_window = ${window} and t.media_type = 'all' and t.place <= ${placesLookedAt}
      and t.kind in ('movie', 'series') and ${columns[window]} >= ${enoughPoints}`,
  )
  return (found?.count ?? 0) >= enoughTitles
}
