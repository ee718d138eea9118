import { Type } from 'typebox'
import { spendFromHour } from '#src/accounts/hourly-limits.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { extend } from '#src/contract/schema.ts'
import { findWatched, removeWatched } from '#src/kept/watched.ts'
import { Items, itemsIn, missing, not_found } from './items.ts'

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

  async handle({ db, caller, now, body }) {
    const { id: account_id } = caller.account
    const named = itemsIn(body, now)
    await spendFromHour(db, account_id, 'watched', now, named.length)
    const found = await findWatched(db, named, undefined)
    const notFound = missing(named, found)
    const entries = named.flatMap(({ place, time }) =>
      (found.get(place) ?? []).map(({ kind, entity_id }) => ({
        kind,
        entity_id,
        watched_at: time?.watched_at ?? null,
      })),
    )
    const removed = await removeWatched(db, account_id, entries)
    return new StatusAnswer('deleted', { removed, not_found: notFound })
  },
})
