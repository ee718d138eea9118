import { conditionsOf } from '#src/catalogue/discover/discover.ts'
import type { Asked, TitleKind } from '#src/catalogue/discover/filter.ts'
import { orderOf } from '#src/catalogue/discover/orders.ts'
import { onPage } from '#src/contract/paging.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, join, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Titles that somebody keeps, by what they have done with them. */
export const shelfNames = ['watchlist', 'favorites', 'ratings', 'watched'] as const
export type ShelfName = (typeof shelfNames)[number]

/** Orders of a shelf besides those of discover: by when a title came there, and by the person's own rating. */
export const shelfOrders = ['added.desc', 'added.asc', 'own_rating.desc'] as const

type Keeping = (account_id: number, of: TitleKind) => Sql

const marked =
  (table: string): Keeping =>
  (account_id, of) =>
    sql`select entity_id, created_at as added, null as own from ${raw(table)}
      where account_id = ${account_id} and kind = ${of}`

/** THE table of shelves: the titles of each, when they came there, and what they were rated with. */
const shelves: Readonly<Record<ShelfName, Keeping>> = {
  watchlist: marked('watchlist'),
  favorites: marked('favorite'),
  ratings: (account_id, of) =>
    sql`select entity_id, created_at as added, value as own from rating
      where account_id = ${account_id} and kind = ${of}`,
  watched: (account_id, of) =>
    of === 'movie'
      ? sql`select entity_id, max(watched_on) as added, null as own from watched
          where account_id = ${account_id} and kind = 'movie' group by entity_id`
      : sql`select series_id as entity_id, max(watched_on) as added, null as own from watched
          where account_id = ${account_id} and series_id is not null group by series_id`,
}

type ShelfSearch = {
  account_id: number
  shelf: ShelfName
  of: TitleKind
  /** What discover is asked with; `sort_by` may also be an order of shelves. */
  asked: Asked
  /** Only titles of which the account has watched nothing. */
  isUnwatched?: boolean
  page: number
  page_size: number
}

/** A page of the titles on a shelf that fit what is asked, and how many there are on all pages. */
export async function shelved(db: Reader, search: ShelfSearch) {
  const { account_id, shelf, of, asked, isUnwatched = false, page, page_size } = search
  // The order leaves nothing out: one's own titles stay there also where their date is not known.
  const conditions = await conditionsOf(db, { of, asked: { ...asked, sort_by: undefined } })
  const fits =
    conditions.length === 0
      ? raw('true')
      : join(
          conditions.map(({ holds }) => holds),
          ' and ',
        )
  // In this order: SQLite looks at all titles otherwise, because it takes them to be fewer than what was watched.
  const from = sql`from (${shelves[shelf](account_id, of)}) as k cross join ${raw(of)} t
    where t.id = k.entity_id and ${fits} ${isUnwatched ? unwatched(account_id, of) : empty}`
  const [rows, total] = await Promise.all([
    db.all(
      Id,
      sql`select t.id ${from}
        order by ${orderBy(of, String(asked.sort_by))} ${onPage(page, page_size)}`,
    ),
    countRows(db, from),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

const unwatched = (account_id: number, of: TitleKind): Sql =>
  of === 'movie'
    ? sql`and not exists (select 1 from watched w
        where w.account_id = ${account_id} and w.kind = 'movie' and w.entity_id = k.entity_id)`
    : sql`and not exists (select 1 from watched w
        where w.account_id = ${account_id} and w.series_id = k.entity_id)`

function orderBy(of: TitleKind, sortBy: string): Sql {
  if (sortBy === 'added.asc') return raw('k.added, t.id')
  if (sortBy === 'added.desc') return raw('k.added desc, t.id desc')
  if (sortBy === 'own_rating.desc') return raw('k.own desc, k.added desc, t.id desc')
  const { key, order } = orderOf(of, sortBy)
  return order(key, raw('t.id'))
}

/** How many episodes somebody has rated, which stand on no shelf of titles. */
export const countRatedEpisodes = (db: Reader, account_id: number): Promise<number> =>
  countRows(db, sql`from rating where account_id = ${account_id} and kind = 'episode'`)
