import { Type } from 'typebox'
import { refuseBeyond } from '#src/contract/lasting.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { networkOf } from '#src/reference/addresses.ts'
import { hourMs, wireTime } from '#src/reference/days.ts'
import { uncountGuests } from './counting.ts'
import type { RatedRecord } from './ratings.ts'

/** How long a guest session lasts, however it is used. */
export const GUEST_HOURS = 24
/** Guest sessions that last at one time: those of a key, which are people with one app, and those of one client. */
export const maxGuestsOfKey = 20_000
export const maxGuestsOfNetwork = 100
/** Records that one guest rates. */
export const maxRatingsOfGuest = 500

/** Whoever has one address of an IPv6 network of this size has them all. */
const networkBits = { ipv4: 32, ipv6: 64 } as const

const Guest = Type.Object({ id: Type.Integer() })

export type NewGuest = { key_id: number; clientAddress: string; now: Date }

/** Makes a guest session. Throws `too_many_requests` where its key or its client has too many. */
export async function createGuestSession(db: Database, { key_id, clientAddress, now }: NewGuest) {
  const at = now.toISOString()
  const network = digestOf(`guest ${networkOf(clientAddress, networkBits)}`)
  const guest_session_id = newSecret('guest_session')
  const expires_at = new Date(now.getTime() + GUEST_HOURS * hourMs).toISOString()
  await db.transaction(async (tx) => {
    // Nobody else makes one with this key meanwhile, so that parallel requests cannot exceed the limits.
    await tx.run(sql`update api_key set name = name where id = ${key_id}`)
    const lasting = [
      { most: maxGuestsOfNetwork, of: sql`network = ${network}` },
      { most: maxGuestsOfKey, of: sql`key_id = ${key_id}` },
    ]
    await refuseBeyond(tx, sql`guest_session`, lasting, now)
    await tx.run(sql`
      insert into guest_session (digest, key_id, network, created_at, expires_at)
      values (${digestOf(guest_session_id)}, ${key_id}, ${network}, ${at}, ${expires_at})`)
  })
  return { success: true, guest_session_id, expires_at: wireTime(expires_at) }
}

/** The guest whose session a secret opens, while it lasts and its key is valid. */
export const findGuest = (db: Reader, secret: string, now: Date): Promise<{ id: number } | undefined> =>
  db.one(
    Guest,
    sql`
    select guest_session.id from guest_session
    join api_key on api_key.id = guest_session.key_id and api_key.revoked_at is null and api_key.suspended_at is null
    left join account holder on holder.id = api_key.account_id
    where guest_session.digest = ${digestOf(secret)} and guest_session.expires_at > ${now.toISOString()}
      and holder.disabled_at is null and holder.deleted_at is null`,
  )

/** Whether a guest may rate a record: one that is rated already, or one more than the others. */
export async function guestMayRate(db: Reader, guest_id: number, { kind, entity_id }: RatedRecord): Promise<boolean> {
  const rated = await db.all(
    Type.Object({ entity_id: Type.Integer() }),
    sql`select entity_id from guest_rating
      where guest_id = ${guest_id} and not (kind = ${kind} and entity_id = ${entity_id}) ${limit(maxRatingsOfGuest)}`,
  )
  return rated.length < maxRatingsOfGuest
}

/** Sessions that are deleted in one transaction, which other writers have to wait for. */
const GUESTS_AT_ONCE = 50

/** Deletes guest sessions that have expired, and their ratings with them. */
export async function deleteExpiredGuests(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const expired = await db.all(
      Guest,
      sql`select id from guest_session where expires_at <= ${now.toISOString()}
        order by expires_at ${limit(GUESTS_AT_ONCE)}`,
    )
    if (expired.length === 0) return
    const ids = expired.map(({ id }) => id)
    await db.transaction(async (tx) => {
      await uncountGuests(tx, ids)
      await tx.run(sql`delete from guest_session where ${tx.engine.anyOf(sql`id`, ids)}`)
    })
    if (expired.length < GUESTS_AT_ONCE) return
  }
}
