import { operation } from '#src/contract/operation.ts'
import { listQuery, markedPage, markedReply } from '#src/kept/account-list.ts'

export const favoriteMovies = operation('account.favorite_movies', 'GET /3/account/{account_id}/favorite/movies', {
  summary: 'Favourite movies',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: markedReply.movie,
  handle: ({ db, caller, query }) => markedPage(db, 'favorite', 'movie', caller.account.id, query),
})
