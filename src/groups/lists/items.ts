import { Type } from 'typebox'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { addToList, clearList, removeFromList } from '#src/contributions/lists/writes.ts'

const kinds = { movie: 'movie', tv: 'series' } as const

const Item = Type.Object({
  media_id: Type.Integer({ minimum: 1 }),
  media_type: Type.Optional(
    Type.Unsafe<keyof typeof kinds>({
      type: 'string',
      enum: Object.keys(kinds),
      description: 'Default: `movie`',
    }),
  ),
})
type Item = { media_id: number; media_type?: keyof typeof kinds }

const itemIn = ({ media_id, media_type = 'movie' }: Item) => ({ kind: kinds[media_type], entity_id: media_id })

export const addMovie = operation('lists.add_item', 'POST /3/list/{list_id}/add_item', {
  summary: 'Adds a movie or series to the end of a list',
  access: 'session',
  body: Item,
  reply: Status,
  answers: ['updated'],
  refusals: ['not_found', 'edit_denied', 'duplicate_entry', 'list_full'],

  async handle({ write, params, body }) {
    if (body.media_id > maxId) return undefined
    const added = await write(addToList, { ...params, item: itemIn(body) })
    return added && new StatusAnswer('updated')
  },
})

export const removeMovie = operation('lists.remove_item', 'POST /3/list/{list_id}/remove_item', {
  summary: 'Removes a movie or series from a list',
  access: 'session',
  body: Item,
  reply: Status,
  answers: ['deleted', 'entry_not_found'],
  refusals: ['not_found', 'edit_denied'],

  async handle({ write, params, body }) {
    const wasThere = await write(removeFromList, { ...params, item: itemIn(body) })
    return wasThere === undefined ? undefined : new StatusAnswer(wasThere ? 'deleted' : 'entry_not_found')
  },
})

const confirm = Type.Optional(Type.Boolean({ description: 'Must be true' }))

export const clear = operation('lists.clear', 'POST /3/list/{list_id}/clear', {
  summary: 'Removes everything from a list',
  access: 'session',
  query: Type.Object({ confirm }),
  queryRefusal: 'confirmation_required',
  body: Type.Object({ confirm }),
  reply: Status,
  answers: ['updated'],
  refusals: ['not_found', 'edit_denied'],

  async handle({ write, params, query, body }) {
    if (!(query.confirm ?? body.confirm)) throw new ApiError('confirmation_required')
    const removed = await write(clearList, params)
    return removed === undefined ? undefined : new StatusAnswer('updated')
  },
})
