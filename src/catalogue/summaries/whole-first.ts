import { type Static, Type } from 'typebox'
import { onPage } from '#src/contract/paging.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

/** Of the most popular ones, so many are looked at. */
const pool = 250

const Looked = Type.Object({
  id: Type.Integer(),
  /** A source says how popular it is, or people here have asked for it. */
  is_known: Type.Boolean(),
  has_overview: Type.Boolean(),
  has_cast: Type.Boolean(),
  has_episodes: Type.Boolean(),
})

/** How many of an overview, a cast and episodes a title lacks; of one that people care about that does not count. */
const lacking = ({ is_known, has_overview, has_cast, has_episodes }: Static<typeof Looked>): number =>
  is_known ? 0 : [has_overview, has_cast, has_episodes].filter((has) => !has).length

/**
 * The ids of popular titles, those first that have an overview, a cast and, if they are series, episodes. Where nothing
 * tells how popular a title is, what is known of it says too little of what there is to see on its page.
 */
export async function popularWholeFirst(db: Reader, of: 'movie' | 'series', rows: number): Promise<number[]> {
  const episodes = of === 'series' ? sql`exists (select 1 from episode e where e.series_id = t.id)` : sql`true`
  const found = await db.all(
    Looked,
    sql`
    with shown as (
      select t.id from ${raw(of)} t where t.adult = false order by t.popularity desc, t.id ${onPage(1, pool)})
    select t.id, (t.stated_popularity > 0 or t.counted_popularity > 0) as is_known, t.overview <> '' as has_overview,
      exists (select 1 from credit c where c.kind = ${raw(`'${of}'`)} and c.entity_id = t.id and c.credit_type = 'cast')
        as has_cast, ${episodes} as has_episodes
    from shown join ${raw(of)} t on t.id = shown.id order by t.popularity desc, t.id`,
  )
  // Sorting keeps the order of those that lack as much.
  return found
    .toSorted((one, other) => lacking(one) - lacking(other))
    .slice(0, rows)
    .map(({ id }) => id)
}
