import { operation } from '#src/contract/operation.ts'
import { listQuery, ratedPage, ratedReply } from '#src/kept/account-list.ts'

export const ratedTvEpisodes = operation('account.rated_tv_episodes', 'GET /3/account/{account_id}/rated/tv/episodes', {
  summary: 'Episodes that the account has rated',
  access: 'session',
  isDeep: true,
  query: listQuery,
  reply: ratedReply.episode,
  handle: ({ db, caller, query }) => ratedPage(db, 'episode', { account_id: caller.account.id }, query),
})
