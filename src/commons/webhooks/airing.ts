import { Type } from 'typebox'
import { pathBelow } from '#src/catalogue/own-kinds.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { type Airing, airingOf } from '#src/kept/airing.ts'
import { dayAfter, utcDay } from '#src/reference/days.ts'
import { isAiringDue } from '#src/webhooks/due.ts'
import { queueTold, type Told } from '#src/webhooks/queue.ts'

/** Webhooks for which it is worked out in one go what airs. */
const AT_ONCE = 50

const Due = Type.Object({ id: Type.Integer(), account_id: Type.Integer(), types: Type.Array(Type.String()) })

const dueOnes = (db: Reader, now: Date) =>
  db.all(
    Due,
    sql`
    select id, account_id, types from webhook where ${isAiringDue(now)}
    order by airs_on, id ${limit(AT_ONCE)}`,
  )

/** Queues for webhooks of members what airs today, once a day. Days are those of UTC. */
export async function tellAiring(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const today = utcDay(now)
  for (;;) {
    const due = await dueOnes(db, now)
    for (const { id, account_id, types } of due) {
      if (signal?.aborted) return
      await db.transaction(async (tx) => {
        const isFirst = await tx.run(sql`
          update webhook set airs_on = ${dayAfter(today, 1)} where id = ${id} and ${isAiringDue(now)}`)
        if (isFirst === 0) return
        const airing = await airingOf(tx, account_id, { first: today, last: today })
        const told = airing.map((one) => toldOf(id, one)).filter(({ type }) => types.includes(type))
        if (told.length > 0) await queueTold(tx, told, now)
      })
    }
    if (due.length < AT_ONCE) return
  }
}

function toldOf(webhook_id: number, { kind, id, day, series_id, season_number, episode_number }: Airing): Told {
  if (kind === 'movie') return { webhook_id, type: 'movie.released', data: { kind, id, day }, path: `/movie/${id}` }
  const place = { series_id: series_id ?? 0, season_number: season_number ?? 0, episode_number: episode_number ?? 0 }
  return { webhook_id, type: 'episode.airs', data: { kind, id, day, ...place }, path: pathBelow('episode', place) }
}
