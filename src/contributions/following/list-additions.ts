import { Type } from 'typebox'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Addition, type Title } from '../lists/additions.ts'
import { isThere } from './found-searches.ts'
import { recordName, titlesOf } from './read-changes.ts'
import { type News, tell } from './tell.ts'

/** How often to look which followed lists have new titles. */
export const additionsRestMs = 5_000
/** Additions that are told in one transaction. */
export const additionsAtOnce = 200

/** Tells the followers of lists what was added to them. */
export async function tellAdditions(db: Database, now: Date): Promise<void> {
  let handled = additionsAtOnce
  while (handled === additionsAtOnce) handled = await db.transaction((tx) => tellSome(tx, now))
}

/** Returns how many additions it has handled. */
async function tellSome(tx: Database, now: Date): Promise<number> {
  const noted = await tx.all(
    Addition,
    sql`select list_id, kind, entity_id from list_addition order by list_id, kind, entity_id ${limit(additionsAtOnce)}`,
  )
  if (noted.length === 0) return 0
  const rows = tx.engine.rows(Addition, noted)
  await tx.run(sql`
    delete from list_addition where exists (
      select 1 from ${rows} as r where r.list_id = list_addition.list_id and r.kind = list_addition.kind
        and r.entity_id = list_addition.entity_id)`)
  // What was removed meanwhile, or is on a list that only its owner sees now, is not told.
  const present = await tx.all(
    Addition,
    sql`
    select i.list_id, i.kind, i.entity_id from ${rows} as r
    join list_item i on i.list_id = r.list_id and i.kind = r.kind and i.entity_id = r.entity_id
    join user_list l on l.id = i.list_id and ${isPublic} order by i.list_id, i.position`,
  )
  await tell(tx, await newsOf(tx, present), now)
  return noted.length
}

const Follower = Type.Object({ account_id: Type.Integer(), list_id: Type.Integer() })

async function newsOf(tx: Database, added: readonly Addition[]): Promise<News[]> {
  const byList = Map.groupBy(added, ({ list_id }) => list_id)
  const followers = await tx.all(
    Follower,
    sql`
    select w.account_id, w.list_id from list_follow w join account a on a.id = w.account_id and ${isThere}
    where ${tx.engine.anyOf(raw('w.list_id'), [...byList.keys()])} order by w.list_id, w.account_id`,
  )
  const names = await titlesOf(tx, added)
  return followers.map(({ account_id, list_id }): News => {
    const titles = byList.get(list_id) ?? []
    const last = titles.at(-1)
    const about = { list_id, title: (last && names.get(recordName(last))) ?? '' }
    return { account_id, subject: `list ${list_id}`, what: 'watched_list', about, of: titles.map(numberOf) }
  })
}

/** One number for a movie or a series, so that one that was told last is not counted again. */
const numberOf = ({ kind, entity_id }: Title): number => entity_id * 2 + (kind === 'movie' ? 0 : 1)
