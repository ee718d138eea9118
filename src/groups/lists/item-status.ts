import { Type } from 'typebox'
import { recordTag, revisionTag } from '#src/contract/cache-tags.ts'
import { operation } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { hasItem, itemMeant } from '#src/contributions/lists/items.ts'
import { visibleList } from '#src/contributions/lists/lists.ts'
import { listSeconds } from './details.ts'

export const itemStatus = operation('lists.item_status', 'GET /3/list/{list_id}/item_status', {
  summary: 'Whether a movie is on a list',
  access: 'key',
  knowsSession: true,
  // Clients may leave it out, and then nothing is on the list.
  query: Type.Object({ movie_id: Type.Optional(Type.Integer({ minimum: 1, examples: ['501'] })) }),
  reply: Type.Object({ id: Type.Integer(), item_present: Type.Boolean() }, { title: 'ListItemStatus' }),
  refusals: ['not_found'],
  cache: {
    seconds: listSeconds,
    tags: [revisionTag('lists')],
    // Where movies are merged, their items move.
    tagsBy: ({ query: { movie_id } }) => (typeof movie_id === 'number' ? [recordTag('movie', movie_id)] : []),
  },

  async handle({ db, caller, params, query }) {
    const list = await visibleList(db, params.list_id, caller.account)
    if (!list) return undefined
    const { movie_id: entity_id } = query
    const movie = (id: number) => ({ kind: 'movie', entity_id: id }) as const
    const isKnown = entity_id !== undefined && entity_id <= maxId
    const isPresent = isKnown && (await hasItem(db, list.id, await itemMeant(db, movie(entity_id))))
    return { id: list.id, item_present: isPresent }
  },
})
