import { type Static, Type } from 'typebox'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import { onPage } from '#src/contract/paging.ts'
import { nullable } from '#src/contract/schema.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import type { RatedRecord } from '#src/kept/ratings.ts'
import { isHere, isSeenByAll } from '../profiles.ts'

/** Members whose activity is looked at together, as many as one can follow. */
const mostTogether = 200
/** Ratings of members beside those of a title, and ratings among which they are looked for. */
const ratingsShown = 12
const ratingsRead = 200

/** Of a member, and where they are in an account `a`. */
export const Member = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  avatar_path: nullable(Type.String()),
})
/** Somebody whose profile is seen. */
export type Member = Static<typeof Member>
export const memberColumns = sql`a.id, a.username, a.name, a.avatar_path`

const Listed = Type.Object({
  ...Member.properties,
  ratings: nullable(Type.Integer()),
  reviews: Type.Integer(),
  lists: Type.Integer(),
})

/** A page of the members whose profile is seen, by name, with how much there is to see, and how many they are. */
export async function membersSeen(db: Reader, page: number, size: number) {
  const seen = sql`from account a where ${isHere} and ${isSeenByAll}`
  const [members, total] = await Promise.all([
    db.all(
      Listed,
      sql`
      select ${memberColumns},
        case when a.shows_ratings then (select count(*) from rating r where r.account_id = a.id) end as ratings,
        (select count(*) from review v where v.account_id = a.id) as reviews,
        (select count(*) from user_list l where l.account_id = a.id and ${isPublic}) as lists
      from (
        select ${memberColumns}, a.folded_username, a.shows_ratings ${seen}
        order by a.folded_username ${onPage(page, size)}) as a
      order by a.folded_username`,
    ),
    countRows(db, seen),
  ])
  return { members, total }
}

/** Whose activity somebody asks for. One’s own is seen whatever others see. */
export type Whose = { followedBy: number } | { allBut: number } | { ids: readonly number[] } | { own: number }

/** Rows with `id`, `shows_ratings` and `shows_diary` of those whose profile is seen: nobody else is in any list. */
export function seenAmong({ engine }: Reader, whose: Whose): Sql {
  const columns = sql`a.id, a.shows_ratings, a.shows_diary`
  if ('followedBy' in whose)
    return sql`
      select ${columns} from account_follow f join account a on a.id = f.followed_id
      where f.account_id = ${whose.followedBy} and ${isHere} and ${isSeenByAll}`
  if ('own' in whose)
    return sql`
      select a.id, true as shows_ratings, true as shows_diary from account a where a.id = ${whose.own}`
  if ('ids' in whose)
    return sql`
      select ${columns} from account a where ${engine.anyOf(sql`a.id`, whose.ids)} and ${isHere} and ${isSeenByAll}`
  return sql`
    select ${columns} from account a where a.id <> ${whose.allBut} and ${isHere} and ${isSeenByAll}
    order by a.folded_username ${limit(mostTogether)}`
}

/** Those of some accounts whose profile is seen, by id. */
export async function membersById(db: Reader, ids: readonly number[]): Promise<Map<number, Member>> {
  if (ids.length === 0) return new Map()
  const found = await db.all(
    Member,
    sql`
    select ${memberColumns} from account a
    where ${db.engine.anyOf(sql`a.id`, [...new Set(ids)])} and ${isHere} and ${isSeenByAll}`,
  )
  return new Map(found.map((member) => [member.id, member]))
}

const Rated = Type.Object({ ...Member.properties, value: Type.Number() })

type Asked = { record: RatedRecord; viewer_id: number; isPrivate: boolean }

/**
 * What members gave a record, the best first, if they show their ratings: those whom the viewer follows, and on a
 * private server all of them.
 */
export function ratingsByMembers(db: Reader, { record: { kind, entity_id }, viewer_id, isPrivate }: Asked) {
  const seen = sql`${isHere} and ${isSeenByAll} and a.shows_ratings`
  const order = sql`order by r.value desc, a.folded_username ${limit(ratingsShown)}`
  if (!isPrivate)
    return db.all(
      Rated,
      sql`
      select ${memberColumns}, r.value from account_follow f join account a on a.id = f.followed_id
      join rating r on r.account_id = a.id and r.kind = ${kind} and r.entity_id = ${entity_id}
      where f.account_id = ${viewer_id} and ${seen} ${order}`,
    )
  return db.all(
    Rated,
    sql`
    select ${memberColumns}, r.value from (
      select account_id, value from rating where kind = ${kind} and entity_id = ${entity_id}
      order by is_counted desc, value desc ${limit(ratingsRead)}) as r
    join account a on a.id = r.account_id
    where a.id <> ${viewer_id} and ${seen} ${order}`,
  )
}
