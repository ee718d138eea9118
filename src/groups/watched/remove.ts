import { Type } from 'typebox'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { extend } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { missing, type NamedToNote } from '#src/kept/note-watched.ts'
import { findWatched, removeWatched } from '#src/kept/watched.ts'
import { Items, itemsIn, not_found } from './items.ts'

export const remove = operation('watched.remove', 'DELETE /commons/1/account/watched', {
  summary:
    'Removes watched entries: the one with the given time, or all entries of the movie, episode, season or series',
  access: 'session',
  body: Items,
  reply: extend(
    Status,
    { removed: Type.Integer({ description: 'Number of entries removed' }), not_found },
    'WatchedRemoved',
  ),
  answers: ['deleted'],
  refusals: ['not_found', 'invalid_date'],

  handle: ({ write, body, now }) => write(forgetWatched, itemsIn(body, now)),
})

const forgetWatched = write('watched', async ({ db, account, take }, named: NamedToNote[]) => {
  await take(named.length)
  return db.transaction(async (tx) => {
    const found = await findWatched(tx, named, undefined)
    const notFound = missing(named, found)
    const entries = named.flatMap(({ place, time }) => {
      // Which day that is differs from one episode to the next.
      if (time === 'released') throw new ApiError('invalid_date')
      const watched_at = time?.watched_at ?? null
      return (found.get(place) ?? []).map(({ kind, entity_id }) => ({ kind, entity_id, watched_at }))
    })
    const removed = await removeWatched(tx, account.id, entries)
    return new StatusAnswer('deleted', { removed, not_found: notFound })
  })
})
