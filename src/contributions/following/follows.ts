import { type Static, Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { isKind, type Kind } from '#src/catalogue/kinds.ts'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { lockAuthor } from '../authors.ts'
import { accountCalled, addressOfSearch, matchKeyOf, maxSearchLength, type Search, searchAt } from './searches.ts'

/** What can be followed. */
export const followables = ['record', 'account', 'search', 'list'] as const
export type Followable = (typeof followables)[number]

/** How much of each an account may follow. */
export const maxFollows: Readonly<Record<Followable, number>> = {
  record: 1_000,
  account: 200,
  search: 50,
  list: 200,
}
/** The longest text that says which one is meant. */
export const maxFollowedLength = maxSearchLength
/** What is followed, on a page of it. */
export const followsOnPage = 20

/** One thing to follow. */
type Followed =
  | { what: 'record'; kind: Kind; id: number }
  | { what: 'account'; id: number }
  | { what: 'search'; search: Search }
  | { what: 'list'; id: number }

const Found = Type.Object({ found: Type.Integer() })

/**
 * What a text names, such as `movie 502`, a user name, the address of a search, or the id of a list; undefined if there
 * is none. Whether a list is there, and may be followed, is looked at where it is followed.
 */
export async function followedAs(db: Reader, what: Followable, of: string): Promise<Followed | undefined> {
  if (what === 'record') return recordAs(db, of)
  if (what === 'account') {
    const id = await accountCalled(db, of)
    return id === undefined ? undefined : { what, id }
  }
  if (what === 'list') return listAs(of)
  const search = await searchAt(db, of)
  return search && { what, search }
}

async function recordAs(db: Reader, of: string): Promise<Followed | undefined> {
  const [, kind = '', digits = ''] = /^([a-z]+) ([1-9]\d{0,9})$/.exec(of) ?? []
  const id = Number(digits)
  if (!isKind(kind) || id > maxId) return undefined
  const present = await presentIdOf(db, kind, id)
  return present === undefined ? undefined : { what: 'record', kind, id: present }
}

function listAs(of: string): Followed | undefined {
  const id = /^[1-9]\d{0,9}$/.test(of) ? Number(of) : maxId + 1
  return id > maxId ? undefined : { what: 'list', id }
}

const tables = {
  record: 'record_follow',
  account: 'account_follow',
  search: 'search_follow',
  list: 'list_follow',
} as const

/** The row of what an account follows. */
function isFollow(account_id: number, followed: Followed): Sql {
  const own = sql`account_id = ${account_id}`
  if (followed.what === 'record') return sql`${own} and kind = ${followed.kind} and entity_id = ${followed.id}`
  if (followed.what === 'account') return sql`${own} and followed_id = ${followed.id}`
  if (followed.what === 'list') return sql`${own} and list_id = ${followed.id}`
  return sql`${own} and match_key = ${matchKeyOf(followed.search)} and query = ${followed.search.query}`
}

/** Whether an account follows something. Only the account itself may learn that. */
export const isFollowing = async (db: Reader, account_id: number, followed: Followed): Promise<boolean> =>
  (await db.one(
    Found,
    sql`select 1 as found from ${raw(tables[followed.what])} where ${isFollow(account_id, followed)}`,
  )) !== undefined

/**
 * Follows something; false if the account does so already. Throws `too_many_watches`, `account_disabled`, and
 * `not_found` if it is gone meanwhile, or is a list that is not public or one’s own.
 */
export const addFollow = (db: Database, account_id: number, followed: Followed, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    if (await isFollowing(tx, account_id, followed)) return false
    const { what } = followed
    const all = await countRows(tx, sql`from ${raw(tables[what])} where account_id = ${account_id}`)
    if (all >= maxFollows[what]) throw new ApiError('too_many_watches')
    if ((await tx.run(insertion(account_id, followed, now.toISOString()))) !== 1) throw new ApiError('not_found')
    return true
  })

function insertion(account_id: number, followed: Followed, at: string): Sql {
  if (followed.what === 'record')
    return sql`
    insert into record_follow (account_id, kind, entity_id, created_at)
    select cast(${account_id} as bigint), kind, id, ${at} from record
    where kind = ${followed.kind} and id = ${followed.id}`
  if (followed.what === 'account')
    return sql`
    insert into account_follow (account_id, followed_id, created_at)
    select cast(${account_id} as bigint), id, ${at} from account where id = ${followed.id} and deleted_at is null`
  if (followed.what === 'list')
    return sql`
    insert into list_follow (account_id, list_id, created_at)
    select cast(${account_id} as bigint), l.id, ${at} from user_list l
    where l.id = ${followed.id} and l.account_id <> ${account_id} and ${isPublic}`
  const { what, query, kind, person_id, source_id, iso_639_1, field } = followed.search
  return sql`
    insert into search_follow
      (account_id, what, query, kind, person_id, source_id, iso_639_1, field, match_key, created_at)
    values (${account_id}, ${what}, ${query}, ${kind}, ${person_id}, ${source_id}, ${iso_639_1}, ${field},
      ${matchKeyOf(followed.search)}, ${at})`
}

/** Stops following something; false if the account does not follow it. */
export const removeFollow = async (db: Database, account_id: number, followed: Followed): Promise<boolean> =>
  (await db.run(sql`delete from ${raw(tables[followed.what])} where ${isFollow(account_id, followed)}`)) > 0

const Row = Type.Object({
  what: Type.Unsafe<Followable>({ type: 'string' }),
  kind: Type.String(),
  id: Type.Integer(),
  username: Type.String(),
  search: Type.Unsafe<Search['what']>({ type: 'string' }),
  query: Type.String(),
  person_id: nullable(Type.Integer()),
  source_id: Type.String(),
  iso_639_1: Type.String(),
  field: Type.String(),
  created_at: Type.String(),
})
type Row = Static<typeof Row>

/** What an account follows, as a list shows it; `of` is what `followedAs` reads. */
export type Follow = { what: Followable; of: string; created_at: string; row: Row }

/** A page of what an account follows, the latest first, and how much it is. */
export async function followsOf(db: Reader, account_id: number, page: number) {
  const none = raw(`'' as query, cast(null as bigint) as person_id, '' as source_id, '' as iso_639_1, '' as field`)
  const all = sql`
    select 'record' as what, kind, entity_id as id, '' as username, '' as search, ${none}, created_at
    from record_follow where account_id = ${account_id}
    union all
    select 'account' as what, '' as kind, w.followed_id as id, a.username, '' as search, ${none}, w.created_at
    from account_follow w join account a on a.id = w.followed_id where w.account_id = ${account_id}
    union all
    select 'search' as what, s.kind, s.id, coalesce(a.username, '') as username, s.what as search, s.query,
      s.person_id, s.source_id, s.iso_639_1, s.field, s.created_at
    from search_follow s left join account a on a.id = s.person_id where s.account_id = ${account_id}
    union all
    select 'list' as what, '' as kind, list_id as id, '' as username, '' as search, ${none}, created_at
    from list_follow where account_id = ${account_id}`
  const [rows, total] = await Promise.all([
    db.all(
      Row,
      sql`
      select * from (${all}) as follows order by created_at desc, what, kind, id
      ${limit(followsOnPage)} offset ${(page - 1) * followsOnPage}`,
    ),
    countRows(db, sql`from (${all}) as follows`),
  ])
  const follows = rows.map((row): Follow => ({ what: row.what, of: nameOf(row), created_at: row.created_at, row }))
  return { follows, total }
}

function nameOf(row: Row): string {
  const { what, kind, id, username, search } = row
  if (what === 'record') return `${kind} ${id}`
  if (what === 'list') return String(id)
  return what === 'account' ? username : addressOfSearch({ ...row, what: search }, username)
}

/** Followers of a list that are counted; there may be more. */
export const maxFollowers = 1_000

/** How many accounts follow a list. */
export const countFollowers = (db: Reader, list_id: number): Promise<number> =>
  countRows(db, sql`from (select 1 from list_follow where list_id = ${list_id} ${limit(maxFollowers + 1)}) as these`)
