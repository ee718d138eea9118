import { operation } from '#src/contract/operation.ts'
import { listQuery, markedPage, markedReply } from '#src/kept/account-list.ts'

export const watchlistTv = operation('account.watchlist_tv', 'GET /3/account/{account_id}/watchlist/tv', {
  summary: 'Series on the watchlist',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: markedReply.series,
  handle: ({ db, caller, query }) => markedPage(db, 'watchlist', 'series', caller.account.id, query),
})
