import { Type } from 'typebox'
import { maxPageSize } from '#src/contract/cursors.ts'
import { operation } from '#src/contract/operation.ts'
import { date, language, page } from '#src/contract/parameters.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { watchedOrders, watchedPage, watchedReply } from '#src/kept/watched-list.ts'

const types = { movie: 'movie', tv_episode: 'episode' } as const

export const list = operation('watched.list', 'GET /commons/1/account/watched', {
  summary: 'What the account has watched, with an entry for each time',
  access: 'session',
  query: Type.Object({
    language,
    page,
    page_size: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxPageSize, description: 'Rows per page. Default: 20' }),
    ),
    sort_by: Type.Unsafe<(typeof watchedOrders)[number]>({
      type: 'string',
      enum: watchedOrders,
      default: 'watched_at.desc',
      description: 'Order of the entries, by date and then by time',
    }),
    media_type: Type.Optional(
      Type.Unsafe<keyof typeof types>({
        type: 'string',
        enum: Object.keys(types),
        description: 'Only movies or only episodes',
      }),
    ),
    series_id: Type.Optional(Type.Integer({ minimum: 1, maximum: maxId, description: 'Only episodes of this series' })),
    watched_from: date('Only what was watched on this day or later'),
    watched_to: date('Only what was watched on this day or earlier'),
  }),
  reply: watchedReply,

  handle({ db, caller, query: { media_type, ...asked } }) {
    return watchedPage(db, caller.account.id, { ...asked, kind: media_type && types[media_type] })
  },
})
