import { Type } from 'typebox'
import { operation, Status } from '#src/contract/operation.ts'
import { isWanted, mark, markAnswers, marked } from './mark.ts'

export const setWatchlist = operation('account.set_watchlist', 'POST /3/account/{account_id}/watchlist', {
  summary: 'Adds a movie or series to the watchlist, or removes it',
  access: 'session',
  body: Type.Object({ ...marked, watchlist: isWanted }),
  reply: Status,
  answers: markAnswers,
  refusals: ['not_found'],
  handle: (context) => {
    const { watchlist, ...title } = context.body
    return mark(context, { list: 'watchlist', limit: 'watchlist_entry' }, { ...title, isWanted: watchlist })
  },
})
