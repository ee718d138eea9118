import { Type } from 'typebox'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { lockAuthor } from './authors.ts'
import { recordName, titlesOf } from './following/read-changes.ts'
import { tell } from './following/tell.ts'
import { findList, isSeenByAll } from './lists/lists.ts'
import { Member, memberColumns } from './members/members.ts'
import { isHere, isSeenByAll as isProfileSeen } from './profiles.ts'

/** What can be liked. */
export const likeables = ['review', 'list'] as const
export type Likeable = (typeof likeables)[number]

/** The longest text that names one. */
export const maxLikedLength = 24

/** Likes that are looked through for somebody whose profile is seen, and how many of those are named. */
const likersRead = 50
const likersNamed = 3

const tables = { review: raw('review_like'), list: raw('list_like') } as const
const columns = { review: raw('review_id'), list: raw('list_id') } as const

/** What is liked: whose it is, and what it is called. */
type Liked = { owner: number; title: string }

const Review = Type.Object({
  account_id: Type.Integer(),
  kind: Type.Unsafe<'movie' | 'series'>({ type: 'string' }),
  entity_id: Type.Integer(),
})

/** The id that a text names; undefined if nothing has such an id. */
function idOf(what: Likeable, of: string): string | number | undefined {
  if (what === 'review') return /^[0-9a-f]{24}$/.test(of) ? of : undefined
  return /^[1-9]\d{0,8}$/.test(of) ? Number(of) : undefined
}

/** A review, or a list that everybody sees. */
async function likedOf(db: Reader, what: Likeable, id: string | number): Promise<Liked | undefined> {
  if (what === 'list') {
    const list = await findList(db, Number(id))
    return list && isSeenByAll(list) ? { owner: list.account_id, title: list.name } : undefined
  }
  const review = await db.one(Review, sql`select account_id, kind, entity_id from review where id = ${id}`)
  if (!review) return undefined
  const title = (await titlesOf(db, [review])).get(recordName(review)) ?? ''
  return { owner: review.account_id, title }
}

const isThere = sql`a.source_id is null and a.deleted_at is null and a.disabled_at is null`
const Found = Type.Object({ found: Type.Integer() })

type Liking = { what: Likeable; of: string; isLiked: boolean }

/**
 * Likes a review or a list that everybody sees, or likes it no longer, and says which; undefined if there is none, or
 * it is one's own. Its author is told.
 */
export const like = write('like', async ({ db, now, account, take }, { what, of, isLiked }: Liking) => {
  const [table, column, id] = [tables[what], columns[what], idOf(what, of)]
  if (id === undefined) return undefined
  const isIt = sql`account_id = ${account.id} and ${column} = ${id}`
  if (!isLiked) {
    await db.run(sql`delete from ${table} where ${isIt}`)
    return 'ended'
  }
  const liked = await likedOf(db, what, id)
  if (!liked || liked.owner === account.id) return undefined
  if (await db.one(Found, sql`select 1 as found from ${table} where ${isIt}`)) return 'there'
  await take()
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account.id)
    const added = await tx.run(sql`
      insert into ${table} (account_id, ${column}, created_at)
      values (${account.id}, ${id}, ${now.toISOString()}) on conflict do nothing`)
    if (added === 0) return 'there'
    const author = await tx.one(Found, sql`select 1 as found from account a where a.id = ${liked.owner} and ${isThere}`)
    if (author) {
      const about = { liker_id: account.id, title: liked.title, [`liked_${what}`]: id }
      const count = await countRows(tx, sql`from ${table} where ${column} = ${id}`)
      const news = { account_id: liked.owner, subject: `likes of ${what} ${id}`, about, of: [], count }
      await tell(tx, [{ ...news, what: `${what}_liked` as const }], now)
    }
    return 'added'
  })
})

/** How often something is liked, and whether by who asks, and whether it is theirs. */
export type Likes = { likes: number; isLiked: boolean; isOwn: boolean }
const counts = { likes: Type.Integer(), is_liked: Type.Boolean(), is_own: Type.Boolean() }
const rows = {
  review: Type.Object({ id: Type.String(), ...counts }),
  list: Type.Object({ id: Type.Integer(), ...counts }),
}
const noLikes: Likes = { likes: 0, isLiked: false, isOwn: false }

/** The likes of some reviews or lists, by their ids. */
export async function likesOf<Id extends string | number>(
  db: Reader,
  what: Likeable,
  ids: readonly Id[],
  viewer_id = 0,
): Promise<(id: Id) => Likes> {
  if (ids.length === 0) return () => noLikes
  const [table, column] = [tables[what], columns[what]]
  const found = await db.all(
    rows[what],
    sql`
    select o.id, (select count(*) from ${table} l where l.${column} = o.id) as likes,
      exists (select 1 from ${table} l where l.${column} = o.id and l.account_id = ${viewer_id}) as is_liked,
      o.account_id = ${viewer_id} as is_own
    from ${what === 'review' ? raw('review') : raw('user_list')} o where ${db.engine.anyOf(raw('o.id'), ids)}`,
  )
  const known = new Map<string | number, Likes>(
    found.map(({ id, likes, is_liked: isLiked, is_own: isOwn }) => [id, { likes, isLiked, isOwn }]),
  )
  return (id) => known.get(id) ?? noLikes
}

/** Some of those who like something: the last ones whose profile is seen. Nobody else is named. */
export const likersOf = (db: Reader, what: Likeable, id: string | number): Promise<Member[]> =>
  db.all(
    Member,
    sql`
    select ${memberColumns} from (
      select l.account_id, l.created_at from ${tables[what]} l where l.${columns[what]} = ${id}
      order by l.created_at desc ${limit(likersRead)}) as l
    join account a on a.id = l.account_id
    where ${isHere} and ${isProfileSeen} order by l.created_at desc, a.id ${limit(likersNamed)}`,
  )
