import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import { raw, sql } from '#src/database/sql.ts'
import {
  createGuestSession,
  deleteExpiredGuests,
  GUEST_HOURS,
  maxGuestsOfKey,
  maxGuestsOfNetwork,
  maxRatingsOfGuest,
} from '#src/kept/guests.ts'
import { createKey } from '#src/keys/keys.ts'
import { hourMs } from '#src/reference/days.ts'
import { later, now, openFor } from '../support/accounts.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { guest, loadWorld } from '../support/world.ts'

/** The numbers from 1 on, as a table `n` with the column `i`. */
const numbers = (count: number) =>
  raw(`(with recursive n(i) as
  (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`)

forEachEngine(emptyCatalogue, (engine) => {
  test('one client has so many sessions of guests, and gets another one when the first has ended', async (t) => {
    const db = await openFor(t, engine)
    const { id: key_id } = await createKey(db, { name: 'one', plan: 'developer', account_id: null, now })
    const make = (clientAddress: string, at = now) => createGuestSession(db, { key_id, clientAddress, now: at })
    const refused = (retryAfterSeconds: number) => ({ status: 'too_many_requests', retryAfterSeconds })
    // An IPv6 network of 64 bits is one client.
    for (let made = 0; made < maxGuestsOfNetwork - 2; made++) await make(`2001:db8::${made.toString(16)}`)
    const last = await Promise.allSettled([1, 2, 3, 4].map((number) => make(`2001:db8::f:${number}`, later(number))))
    assert.deepEqual(last.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    await assert.rejects(make('2001:db8::1', later(60)), refused((GUEST_HOURS - 1) * 3_600))
    await make('2001:db8:0:1::1')
    await make('192.0.2.1')
    await make('2001:db8::1', later(60 * GUEST_HOURS))
  })

  test('a key has so many sessions of guests', async (t) => {
    const db = await openFor(t, engine)
    const key = await createKey(db, { name: 'one', plan: 'developer', account_id: null, now })
    const other = await createKey(db, { name: 'two', plan: 'developer', account_id: null, now })
    const end = new Date(now.getTime() + hourMs).toISOString()
    await db.run(sql`
      insert into guest_session (digest, key_id, network, created_at, expires_at)
      select 'digest ' || cast(n.i as text), ${key.id}, 'network ' || cast(n.i as text), ${now.toISOString()}, ${end}
      from ${numbers(maxGuestsOfKey)}`)
    const make = (key_id: number, at = now) => createGuestSession(db, { key_id, clientAddress: '192.0.2.1', now: at })
    await assert.rejects(make(key.id), { status: 'too_many_requests', retryAfterSeconds: 3_600 })
    await make(other.id)
    await deleteExpiredGuests(db, later(60))
    await make(key.id, later(60))
  })
})

forEachEngine(loadWorld, (engine) => {
  test('a guest rates so many records, and may change what is rated', async (t) => {
    const { app, db, close } = await startInterface(engine, 'neutral')
    t.after(close)
    const rate = async (id: number) => {
      const { statusCode, body } = await send(app, `POST /3/movie/${id}/rating?guest_session_id=${guest}`, {
        body: { value: 5 },
      })
      return [statusCode, JSON.parse(body)]
    }
    assert.deepEqual(await rate(501), [201, statusEnvelope('created')])
    const guest_id = sql`(select id from guest_session where digest = ${digestOf(guest)})`
    await db.run(sql`
      insert into record (kind, id, source_id, edit_id)
      select 'movie', 1000000 + n.i, source_id, edit_id from ${numbers(maxRatingsOfGuest)} cross join record
      where kind = 'movie' and id = 501`)
    await db.run(sql`
      insert into guest_rating (guest_id, kind, entity_id, value, created_at, updated_at, is_counted)
      select ${guest_id}, 'movie', 1000000 + n.i, 5, ${now.toISOString()}, ${now.toISOString()}, false
      from ${numbers(maxRatingsOfGuest)} where n.i <= ${maxRatingsOfGuest} - (
        select count(*) from guest_rating where guest_id = ${guest_id})`)
    assert.deepEqual(await rate(502), [429, statusEnvelope('too_many_requests')])
    assert.deepEqual(await rate(501), [201, statusEnvelope('updated')])
  })
})
