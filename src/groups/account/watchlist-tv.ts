import { Type } from 'typebox'
import { countWatchlist, sortBy, watchlistPage } from '#src/accounts/watchlist.ts'
import { SeriesSummary, seriesSummary } from '#src/catalogue/summaries/titles.ts'
import { operation } from '#src/contract/operation.ts'
import { paged, pageOf } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { sql } from '#src/database/sql.ts'

export const watchlistTv = operation('account.watchlist_tv', 'GET /3/account/{account_id}/watchlist/tv', {
  summary: 'Series on the watchlist',
  access: 'session',
  query: Type.Object({ language, page, sort_by: sortBy }),
  reply: paged(SeriesSummary),

  async handle({ db, caller, query: { language, page, sort_by } }) {
    const { id: account_id } = caller.account
    const { columns, join } = seriesSummary(language, db.engine)
    const { rows, order } = watchlistPage(account_id, 'series', page, sort_by)
    const series = await db.all(
      SeriesSummary,
      sql`select ${columns} from ${rows} as listed join series s on s.id = listed.entity_id ${join} order by ${order}`,
    )
    return pageOf(page, series, await countWatchlist(db, account_id, 'series'))
  },
})
