import { Type } from 'typebox'
import { operation, Status } from '#src/contract/operation.ts'
import { isWanted, mark, markAnswers, marked } from './mark.ts'

export const setFavorite = operation('account.set_favorite', 'POST /3/account/{account_id}/favorite', {
  summary: 'Adds a movie or series to the favourites, or removes it',
  access: 'session',
  body: Type.Object({ ...marked, favorite: isWanted }),
  reply: Status,
  answers: markAnswers,
  refusals: ['not_found'],
  handle: (context) => {
    const { favorite, ...title } = context.body
    return mark(context, { list: 'favorite', limit: 'favorite' }, { ...title, isWanted: favorite })
  },
})
