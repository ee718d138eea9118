import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { airings, reels, serials } from './many.ts'

/** The secret of a guest, who has rated as much as dee has, and of one whose session is over. */
export const guest = '9ue57000000000000000000000000001'
export const gone = '9ue57000000000000000000000000002'

/**
 * Favourites and ratings of dee, what she watched, and ratings of a guest: more than a page of each. No rating counts,
 * because the address of dee is not verified.
 */
export async function loadKept(db: Database, loadedAgainAt: string, testDay: string) {
  const guests = [
    [guest, '2026-03-11T11:00:00.000Z'],
    [gone, testDay],
  ]
  for (const [secret, end] of guests)
    await db.run(sql`
      insert into guest_session (digest, key_id, network, created_at, expires_at)
      select ${digestOf(String(secret))}, id, 'world', ${loadedAgainAt}, ${end} from api_key where name = 'first'`)
  const entries = [
    { kind: 'movie', ids: reels.map(({ id }) => id) },
    { kind: 'series', ids: serials.slice(0, 21).map(({ id }) => id) },
    { kind: 'episode', ids: airings.filter(({ kind }) => kind === 'episode').map(({ id }) => id) },
  ]
  const dee = sql`(select id from account where folded_username = 'dee' and source_id is null)`
  const rater = sql`(select id from guest_session where digest = ${digestOf(guest)})`
  for (const { kind, ids } of entries)
    for (const [index, id] of ids.entries()) {
      const created_at = new Date(Date.parse(loadedAgainAt) + 1000 * index).toISOString()
      const columns = raw('kind, entity_id, value, created_at, updated_at, is_counted')
      const rating = sql`${kind}, ${id}, ${0.5 * (1 + (index % 20))}, ${created_at}, ${created_at}, false`
      if (kind !== 'episode')
        await db.run(sql`
          insert into favorite (account_id, kind, entity_id, created_at)
          values (${dee}, ${kind}, ${id}, ${created_at})`)
      await db.run(sql`insert into rating (account_id, ${columns}) values (${dee}, ${rating})`)
      await db.run(sql`insert into guest_rating (guest_id, ${columns}) values (${rater}, ${rating})`)
    }
  for (const [index, { id }] of reels.entries()) {
    const watched_at = new Date(Date.parse(loadedAgainAt) + 1000 * index).toISOString()
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (${dee}, 'movie', ${id}, ${watched_at}, ${watched_at.slice(0, 10)}, null, ${watched_at})`)
  }
}
