import { Type } from 'typebox'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { isBehind, type PlaceInActivity } from './place-in-activity.ts'

/** Members whose lists are looked at, lists of each of them, and lists in all: those that were changed last. */
const membersRead = 40
const listsOfEach = 10
const listsRead = 40

const Added = Type.Object({
  account_id: Type.Integer(),
  at: Type.String(),
  id: Type.Integer(),
  name: Type.String(),
  count: Type.Integer(),
})

/**
 * What members put on their public lists: all of a list and a day is one, at the time of the last title. That a list
 * was made says enough of its first day. Only of the members who changed their lists last some are read, and of these
 * only those with the latest titles, day by day.
 */
export const lastAdded = (db: Reader, members: Sql, most: number, before: PlaceInActivity | undefined) => {
  const upTo = before ? sql`and i.created_at <= ${before.at}` : raw('')
  const isOwn = sql`(i.added_by is null or i.added_by = l.account_id)`
  const lastBefore = (of: Sql, day: Sql) => sql`
    (select max(i.created_at) from list_item i where i.list_id = ${of}.id and i.created_at < ${day}
      and (i.added_by is null or i.added_by = ${of}.account_id))`
  return db.all(
    Added,
    sql`
    with recursive changed as (
      select n.*, coalesce((
        select x.updated_at from user_list x where x.account_id = n.id
        order by x.updated_at desc limit 1 offset ${raw(String(listsOfEach - 1))}), '') as since
      from (
        select m.id, (select max(l.updated_at) from user_list l where l.account_id = m.id) as last
        from (${members}) as m order by last desc nulls last, m.id ${limit(membersRead)}) as n
      where n.last is not null
    ), listed as (
      select l.*, (
        select max(i.created_at) from list_item i where i.list_id = l.id ${upTo} and ${isOwn}) as last
      from (
        select l.id, l.account_id, substr(l.created_at, 1, 10) as made from changed n
        join user_list l on l.account_id = n.id and l.updated_at >= n.since and ${isPublic}) as l
      order by 4 desc nulls last, l.id ${limit(listsRead)}
    ), added as (
      select l.id, l.account_id, l.made, ${lastBefore(sql`l`, sql`substr(l.last, 1, 10) || 'U'`)} as at, 1 as days
      from listed l where l.last is not null
      union all
      select a.id, a.account_id, a.made, ${lastBefore(sql`a`, sql`substr(a.at, 1, 10)`)}, a.days + 1
      from added a where a.at is not null and a.days <= ${most}
    )
    select d.account_id, d.at, d.id, case when l.hidden is null then l.name else '' end as name, (
      select count(*) from list_item i
      where i.list_id = d.id and i.created_at >= substr(d.at, 1, 10) and i.created_at <= d.at and ${isOwn}) as count
    from (
      select a.id, a.account_id, a.at from added a
      where a.at is not null and substr(a.at, 1, 10) > a.made
        ${isBehind(before, 'added', sql`a.at`, ({ id }) => sql`a.id > ${id}`)}
      order by a.at desc, a.id ${limit(most)}) as d
    join user_list l on l.id = d.id order by d.at desc, d.id`,
  )
}
