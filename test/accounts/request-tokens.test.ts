import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { createRequestToken, maxRequestTokensOfClient, maxRequestTokensOfKey } from '#src/accounts/request-tokens.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { raw, sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { hourMs } from '#src/reference/days.ts'
import { later, now, openFor } from '../support/accounts.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadWorld } from '../support/world.ts'

const lifetimeMinutes = 60
const refused = (retryAfterSeconds: number) => ({ status: 'too_many_requests', retryAfterSeconds })
const Count = Type.Object({ count: Type.Integer() })

forEachEngine(emptyCatalogue, (engine) => {
  test('one client has so many request tokens that wait, and another one once the first has expired', async (t) => {
    const db = await openFor(t, engine)
    const { id: key_id } = await createKey(db, { name: 'one', plan: 'developer', account_id: null, now })
    const make = (clientAddress: string, at = now) =>
      createRequestToken(db, { key_id, clientAddress, now: at, lifetimeMinutes })
    // An IPv6 network of 64 bits is one client.
    for (let made = 0; made < maxRequestTokensOfClient - 2; made++) await make(`2001:db8::${made.toString(16)}`)
    const last = await Promise.allSettled([1, 2, 3, 4].map((number) => make(`2001:db8::f:${number}`, later(number))))
    assert.deepEqual(last.map(({ status }) => status).sort(), ['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    await assert.rejects(make('2001:db8::1', later(20)), refused(40 * 60))
    await make('2001:db8:0:1::1')
    await make('192.0.2.1')
    await make('2001:db8::1', later(60))
  })

  test('a key has so many request tokens that wait, and expired ones are deleted', async (t) => {
    const db = await openFor(t, engine)
    const key = await createKey(db, { name: 'one', plan: 'developer', account_id: null, now })
    const other = await createKey(db, { name: 'two', plan: 'developer', account_id: null, now })
    const end = new Date(now.getTime() + hourMs).toISOString()
    await db.run(sql`
      insert into request_token (digest, key_id, network, expires_at)
      select 'digest ' || cast(n.i as text), ${key.id}, 'network ' || cast(n.i as text), ${end}
      from ${raw(`(with recursive n(i) as
        (select 1 union all select i + 1 from n where i < ${maxRequestTokensOfKey}) select i from n) as n`)}`)
    const make = (key_id: number, at = now) =>
      createRequestToken(db, { key_id, clientAddress: '192.0.2.1', now: at, lifetimeMinutes })
    await assert.rejects(make(key.id), refused(3_600))
    await make(other.id, later(1))
    await make(key.id, later(60))
    const count = () => db.one(Count, sql`select count(*) as count from request_token`)
    await deleteExpired(db, later(60), { sessionDays: 365 })
    assert.deepEqual(await count(), { count: 2 })
    await deleteExpired(db, later(120), { sessionDays: 365 })
    assert.deepEqual(await count(), { count: 0 })
  })
})

forEachEngine(loadWorld, (engine) => {
  test('an app that asks for too many request tokens is told when to come back', async (t) => {
    const { app, db, close } = await startInterface(engine, 'neutral')
    t.after(close)
    const ask = () => send(app, 'GET /3/authentication/token/new', {})
    const statuses: number[] = []
    for (let asked = 0; asked < maxRequestTokensOfClient; asked++) statuses.push((await ask()).statusCode)
    assert.deepEqual(statuses, Array(maxRequestTokensOfClient).fill(200))
    const reply = await ask()
    assert.deepEqual([reply.statusCode, reply.json()], [429, statusEnvelope('too_many_requests')])
    assert.equal(reply.headers['retry-after'], '3600')
    const kept = await db.one(Count, sql`select count(*) as count from request_token`)
    assert.equal(kept?.count, maxRequestTokensOfClient)
  })
})
