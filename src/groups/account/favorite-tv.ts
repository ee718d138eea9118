import { operation } from '#src/contract/operation.ts'
import { listQuery, markedPage, markedReply } from '#src/kept/account-list.ts'

export const favoriteTv = operation('account.favorite_tv', 'GET /3/account/{account_id}/favorite/tv', {
  summary: 'Favourite series',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: markedReply.series,
  handle: ({ db, caller, query }) => markedPage(db, 'favorite', 'series', caller.account.id, query),
})
