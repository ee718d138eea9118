import { conditionsOf } from '#src/catalogue/discover/discover.ts'
import type { Asked, TitleKind } from '#src/catalogue/discover/filter.ts'
import { orderOf } from '#src/catalogue/discover/orders.ts'
import { onPage } from '#src/contract/paging.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { join, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** What of the titles in the house is shown: all, what is on somebody's watchlist, or what they have not watched. */
export const ownedChoices = ['all', 'watchlist', 'unwatched'] as const
export type OwnedChoice = (typeof ownedChoices)[number]

/** The order besides those of discover: by when a title was found in the house. */
export const ownedOrder = 'added.desc'

type OwnedSearch = {
  account_id: number
  of: TitleKind
  choice: OwnedChoice
  asked: Asked
  page: number
  page_size: number
}

const chosen: Readonly<Record<OwnedChoice, (account_id: number, of: TitleKind) => Sql>> = {
  all: () => raw('true'),
  watchlist: (account_id, of) => sql`exists (select 1 from watchlist l
    where l.account_id = ${account_id} and l.kind = ${of} and l.entity_id = t.id)`,
  unwatched: (account_id, of) =>
    of === 'movie'
      ? sql`not exists (select 1 from watched w
          where w.account_id = ${account_id} and w.kind = 'movie' and w.entity_id = t.id)`
      : sql`not exists (select 1 from watched w where w.account_id = ${account_id} and w.series_id = t.id)`,
}

/** A page of the titles in the house that fit what is asked, and how many there are on all pages. */
export async function ownedTitles(db: Reader, { account_id, of, choice, asked, page, page_size }: OwnedSearch) {
  const conditions = await conditionsOf(db, { of, asked: { ...asked, sort_by: undefined } })
  const fits = join([...conditions.map(({ holds }) => holds), chosen[choice](account_id, of)], ' and ')
  const from = sql`from (
      select entity_id, min(since) as added from owned where kind = ${of} group by entity_id
    ) as k cross join ${raw(of)} t where t.id = k.entity_id and ${fits}`
  const [rows, total] = await Promise.all([
    db.all(Id, sql`select t.id ${from} order by ${orderBy(of, String(asked.sort_by))} ${onPage(page, page_size)}`),
    countRows(db, from),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

function orderBy(of: TitleKind, sortBy: string): Sql {
  if (sortBy === ownedOrder) return raw('k.added desc, t.id desc')
  const { key, order } = orderOf(of, sortBy)
  return order(key, raw('t.id'))
}
