import { Type } from 'typebox'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { extend } from '#src/contract/schema.ts'
import { noteWatched } from '#src/kept/note-watched.ts'
import { Items, itemsIn, not_found } from './items.ts'

export const add = operation('watched.add', 'POST /commons/1/account/watched', {
  summary:
    'Marks movies, episodes, seasons or series as watched. A season or series stands for those of its ' +
    'episodes that have aired or have no date, and that are not marked yet; a series does not include its ' +
    'specials. A movie or episode can be marked again with another time; the same time adds nothing',
  access: 'session',
  body: Items,
  reply: extend(
    Status,
    { added: Type.Integer({ description: 'Number of entries added: one for each movie and episode' }), not_found },
    'WatchedAdded',
  ),
  answers: ['created'],
  refusals: ['not_found', 'invalid_date', 'watched_full'],

  async handle({ write, body, now }) {
    const { added, notFound } = await write(noteWatched, { named: itemsIn(body, now) })
    return new StatusAnswer('created', { added, not_found: notFound })
  },
})
