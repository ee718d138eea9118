import { operation } from '#src/contract/operation.ts'
import { listQuery, markedPage, markedReply } from '#src/kept/account-list.ts'

export const watchlistMovies = operation('account.watchlist_movies', 'GET /3/account/{account_id}/watchlist/movies', {
  summary: 'Movies on the watchlist',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: markedReply.movie,
  handle: ({ db, caller, query }) => markedPage(db, 'watchlist', 'movie', caller.account.id, query),
})
