import { Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import type { Made } from '#src/contract/hourly-limits.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { write } from '#src/contract/write.ts'
import { addMark, isMarked, type MarkList, removeMark } from '#src/kept/marks.ts'

const kinds = { movie: 'movie', tv: 'series' } as const

/** How clients name a title. */
const marked = {
  media_type: Type.Unsafe<keyof typeof kinds>({ type: 'string', enum: Object.keys(kinds) }),
  media_id: Type.Integer({ minimum: 1 }),
}
const isWanted = Type.Boolean({ description: 'true adds, false removes' })

/** What both lists have in common. */
const common = {
  access: 'session',
  reply: Status,
  answers: ['entry_added', 'entry_added_again', 'deleted'],
  refusals: ['not_found'],
} as const

type Asked = { media_type: keyof typeof kinds; media_id: number; isWanted: boolean }

/**
 * Adds a title to a list of the account, or removes it. The id of a merged one means its survivor. One transaction, so
 * that nobody merges the title after it was looked up: that would lose what is acknowledged.
 */
const marking = (list: MarkList, purse: Made) =>
  write(purse, async ({ db, now, account, countSignal, take }, { media_type, media_id, isWanted }: Asked) => {
    const kind = kinds[media_type]
    const done = await db.transaction(async (tx) => {
      const entity_id = media_id > maxId ? undefined : await presentIdOf(tx, kind, media_id)
      if (entity_id === undefined) return undefined
      const title = { kind, entity_id }
      if (!isWanted) {
        await removeMark(tx, list, account.id, title)
        return { entity_id, is: 'deleted' } as const
      }
      if (await isMarked(tx, list, account.id, title)) return { entity_id, is: 'entry_added_again' } as const
      await take(1, tx)
      await addMark(tx, list, account.id, { ...title, created_at: now.toISOString() })
      return { entity_id, is: 'entry_added' } as const
    })
    if (done?.is === 'entry_added') countSignal(list, kind, done.entity_id)
    return done && new StatusAnswer(done.is)
  })

const onWatchlist = marking('watchlist', 'watchlist_entry')
const asFavorite = marking('favorite', 'favorite')

export const setWatchlist = operation('account.set_watchlist', 'POST /3/account/{account_id}/watchlist', {
  summary: 'Adds a movie or series to the watchlist, or removes it',
  ...common,
  body: Type.Object({ ...marked, watchlist: isWanted }),
  handle: ({ write, body: { watchlist, ...title } }) => write(onWatchlist, { ...title, isWanted: watchlist }),
})

export const setFavorite = operation('account.set_favorite', 'POST /3/account/{account_id}/favorite', {
  summary: 'Adds a movie or series to the favourites, or removes it',
  ...common,
  body: Type.Object({ ...marked, favorite: isWanted }),
  handle: ({ write, body: { favorite, ...title } }) => write(asFavorite, { ...title, isWanted: favorite }),
})
