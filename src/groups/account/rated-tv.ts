import { operation } from '#src/contract/operation.ts'
import { listQuery, ratedPage, ratedReply } from '#src/kept/account-list.ts'

export const ratedTv = operation('account.rated_tv', 'GET /3/account/{account_id}/rated/tv', {
  summary: 'Series that the account has rated',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: ratedReply.series,
  handle: ({ db, caller, query }) => ratedPage(db, 'series', { account_id: caller.account.id }, query),
})
