import { Type } from 'typebox'
import { countWatchlist, sortBy, watchlistPage } from '#src/accounts/watchlist.ts'
import { MovieSummary, movieSummary } from '#src/catalogue/summaries/titles.ts'
import { operation } from '#src/contract/operation.ts'
import { paged, pageOf } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'
import { sql } from '#src/database/sql.ts'

export const watchlistMovies = operation('account.watchlist_movies', 'GET /3/account/{account_id}/watchlist/movies', {
  summary: 'Movies on the watchlist',
  access: 'session',
  query: Type.Object({ language, page, sort_by: sortBy }),
  reply: paged(MovieSummary),

  async handle({ db, caller, query: { language, page, sort_by } }) {
    const { id: account_id } = caller.account
    const { columns, join } = movieSummary(language, db.engine)
    const { rows, order } = watchlistPage(account_id, 'movie', page, sort_by)
    const movies = await db.all(
      MovieSummary,
      sql`select ${columns} from ${rows} as listed join movie m on m.id = listed.entity_id ${join} order by ${order}`,
    )
    return pageOf(page, movies, await countWatchlist(db, account_id, 'movie'))
  },
})
