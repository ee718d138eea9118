import { operation } from '#src/contract/operation.ts'
import { listQuery, ratedPage, ratedReply } from '#src/kept/account-list.ts'

export const ratedMovies = operation('account.rated_movies', 'GET /3/account/{account_id}/rated/movies', {
  summary: 'Movies that the account has rated',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: ratedReply.movie,
  handle: ({ db, caller, query }) => ratedPage(db, 'movie', { account_id: caller.account.id }, query),
})
