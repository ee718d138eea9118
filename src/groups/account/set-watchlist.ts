import { Type } from 'typebox'
import { takeFromHour } from '#src/accounts/hourly-limits.ts'
import { isOnWatchlist } from '#src/accounts/watchlist.ts'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'

const kinds = { movie: 'movie', tv: 'series' } as const
const Id = Type.Object({ id: Type.Integer() })

export const setWatchlist = operation('account.set_watchlist', 'POST /3/account/{account_id}/watchlist', {
  summary: 'Adds a movie or series to the watchlist, or removes it',
  access: 'session',
  body: Type.Object({
    media_type: Type.Unsafe<keyof typeof kinds>({ type: 'string', enum: Object.keys(kinds) }),
    media_id: Type.Integer({ minimum: 1 }),
    watchlist: Type.Boolean({ description: 'true adds, false removes' }),
  }),
  reply: Status,
  answers: ['entry_added', 'entry_added_again', 'deleted'],
  refusals: ['not_found'],

  async handle({ db, caller, now, body, countSignal }) {
    const { id: account_id } = caller.account
    if (body.media_id > maxId) return undefined
    const [kind, id] = [kinds[body.media_type], body.media_id]
    if (body.watchlist && !(await isOnWatchlist(db, account_id, kind, id))) {
      const waitSeconds = await takeFromHour(db, account_id, 'watchlist_entry', now)
      if (waitSeconds > 0) throw new ApiError('too_many_requests', waitSeconds)
      const added = await db.run(sql`
        insert into watchlist (account_id, kind, entity_id, created_at)
        select cast(${account_id} as bigint), kind, id, ${now.toISOString()}
        from record where kind = ${kind} and id = ${id}
        on conflict do nothing`)
      if (added === 1) {
        countSignal('watchlist', kind, id)
        return new StatusAnswer('entry_added')
      }
    }
    const record = await db.one(Id, sql`select id from record where kind = ${kind} and id = ${id}`)
    if (!record) return undefined
    if (body.watchlist) return new StatusAnswer('entry_added_again')
    await db.run(sql`
      delete from watchlist where account_id = ${account_id} and kind = ${kind} and entity_id = ${id}`)
    return new StatusAnswer('deleted')
  },
})
