import { Type } from 'typebox'
import { countRows, onPage } from '#src/contract/paging.ts'
import type { Database } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'

const orders = ['created_at.asc', 'created_at.desc'] as const
export type Order = (typeof orders)[number]

/** The order of an account's lists, by the time at which an entry was added. */
export const sortBy = Type.Unsafe<Order>({
  type: 'string',
  enum: orders,
  default: 'created_at.asc',
  description: 'Order of the entries, by when they were added',
})

type Kind = 'movie' | 'series'

/** One page of a watchlist as a sub-query, to be named `listed`, whose `entity_id` is the record; and its order. */
export function watchlistPage(account_id: number, kind: Kind, page: number, sort_by: Order): { rows: Sql; order: Sql } {
  const direction = raw(sort_by === 'created_at.asc' ? 'asc' : 'desc')
  const order = sql`listed.created_at ${direction}, listed.entity_id ${direction}`
  const rows = sql`(select entity_id, created_at from watchlist listed
    where account_id = ${account_id} and kind = ${kind}
    order by ${order} ${onPage(page)})`
  return { rows, order }
}

export const countWatchlist = (db: Database, account_id: number, kind: Kind): Promise<number> =>
  countRows(db, sql`from watchlist where account_id = ${account_id} and kind = ${kind}`)

const Listed = Type.Object({ entity_id: Type.Integer() })

export const isOnWatchlist = async (db: Database, account_id: number, kind: Kind, id: number): Promise<boolean> =>
  (await db.one(
    Listed,
    sql`select entity_id from watchlist where account_id = ${account_id} and kind = ${kind} and entity_id = ${id}`,
  )) !== undefined
