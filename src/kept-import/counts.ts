import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { suggested } from '#src/matching/wanted-title.ts'
import { effect, kept, What } from './entries.ts'

const Count = Type.Object({ name: Type.String(), what: What, count: Type.Integer() })
export type EntryCount = Static<typeof Count>

/** How many entries of an import are matched, and so on. */
export const countStatuses = (db: Reader, import_id: number): Promise<EntryCount[]> =>
  db.wide.all(
    Count,
    sql`
    select status as name, what, count(*) as count from kept_import_entry where import_id = ${import_id}
    group by status, what order by status, what ${limit(maxCounts)}`,
  )

const Suggestions = Type.Object({ likely: Type.Integer(), unlikely: Type.Integer() })

/** How many guesses can be accepted together, and how many a person has to look at. */
export async function countSuggestions(db: Reader, import_id: number): Promise<Static<typeof Suggestions>> {
  const counts = await db.wide.one(
    Suggestions,
    sql`
    select count(*) filter (where certainty >= ${suggested}) as likely,
      count(*) filter (where certainty < ${suggested}) as unlikely
    from kept_import_entry where import_id = ${import_id} and status = 'uncertain'`,
  )
  return counts ?? { likely: 0, unlikely: 0 }
}

/** What writing an import would do now. */
export const countEffects = (db: Reader, import_id: number): Promise<EntryCount[]> =>
  db.wide.all(
    Count,
    sql`
    select name, what, count(*) as count from (
      select e.what, ${effect} as name ${kept}
      where e.import_id = ${import_id} and e.status = 'matched' and e.outcome = '') as effects
    group by name, what order by name, what ${limit(maxCounts)}`,
  )

/** What writing and undoing an import have done. */
export const countOutcomes = (db: Reader, import_id: number): Promise<EntryCount[]> =>
  db.wide.all(
    Count,
    sql`
    select outcome as name, what, count(*) as count from kept_import_entry
    where import_id = ${import_id} and outcome <> ''
    group by outcome, what order by outcome, what ${limit(maxCounts)}`,
  )

/** There are fewer pairs of names. */
const maxCounts = 200
