import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'
import { here, openTelling, place, secretIn, watchedIn } from './opened.ts'
import * as recorded from './recorded.ts'

forEachEngine(loadWorld, (engine) => {
  test('the address is told once, replaced and revoked, and nobody else has it', async (t) => {
    const stream = new PassThrough()
    let logged = ''
    stream.on('data', (line) => {
      logged += line
    })
    const server = await startPages(engine, {}, { level: 'trace', stream })
    t.after(() => server.close())
    const [ada, eve] = [await signedIn(server, 'ada'), await signedIn(server, 'eve')]
    const made = await ada.post(`${place}/address`, {}, here)
    const secret = secretIn(made)
    assert.deepEqual([made.status, secret.length, made.headers['cache-control']], [200, 40, 'private, no-store'])
    assert.ok(!(await ada.get(place)).body.includes(secret), 'it is shown once')
    const Row = Type.Object({ secret_digest: Type.String() })
    const [stored] = await server.db.all(Row, sql`select secret_digest from player_address`)
    assert.match(stored?.secret_digest ?? '', /^[0-9a-f]{64}$/)
    const tell = async (one: string) => {
      const reply = await server.app.inject({ method: 'POST', url: `/players/${one}`, payload: recorded.embyStop })
      return [reply.statusCode, reply.json()]
    }
    const [right, none] = [
      [200, statusEnvelope('success')],
      [404, statusEnvelope('not_found')],
    ]
    assert.deepEqual(await tell(secret), right)
    for (const wrong of [secret.slice(1), `${secret}0`, '0'.repeat(40), 'x']) assert.deepEqual(await tell(wrong), none)
    const closed = async (at: string | null) =>
      server.db.run(sql`update account set disabled_at = ${at} where folded_username = 'ada'`)
    await closed('2026-03-10T00:00:00.000Z')
    assert.deepEqual(await tell(secret), none)
    await closed(null)
    const second = secretIn(await ada.post(`${place}/address`, {}, here))
    assert.deepEqual([await tell(secret), await tell(second)], [none, right])
    assert.equal((await eve.post(`${place}/address/remove`, {}, here)).status, 404)
    assert.equal((await ada.post(`${place}/address`, {}, { ...here, token: 'wrong' })).status, 403)
    assert.match(textOf(await ada.get('/settings/account/access')), /Geheime Adresse Ihrer Player/)
    assert.equal((await ada.post(`${place}/address/remove`, {}, here)).status, 303)
    assert.deepEqual(await tell(second), none)
    const activity = textOf(await ada.get('/settings/activity'))
    assert.match(activity, /Adresse für Player widerrufen.*Adresse für Player angelegt.*Adresse für Player angelegt/)
    assert.ok(logged.includes('"operation":"player"'))
    for (const one of [secret, second]) assert.ok(!logged.includes(one), 'secrets are in no log')
  })

  test('the address is its own authority where the catalogue is private', async (t) => {
    const { server, send, secret } = await openTelling(engine, { private: true })
    t.after(() => server.close())
    assert.equal((await send({ payload: JSON.stringify(recorded.embyStop) })).statusCode, 200)
    assert.equal((await watchedIn(server)).length, 1)
    const reading = await server.app.inject({ url: `/players/${secret}`, headers: { accept: 'application/json' } })
    assert.equal(reading.statusCode, 404)
  })

  test('addresses and deliveries are limited', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    await server.db.run(sql`update account set created_at = '2026-03-10T00:00:00.000Z' where folded_username = 'bo'`)
    const tries = []
    let secret = ''
    for (let count = 0; count <= hourlyLimits.player_address[0]; count++) {
      const made = await bo.post(`${place}/address`, {}, here)
      secret = secretIn(made) || secret
      tries.push(made.status)
    }
    assert.deepEqual(tries, [...Array.from({ length: hourlyLimits.player_address[0] }, () => 200), 429])
    await server.db.run(sql`
      insert into hourly_use (account_id, thing, used_until, taken_at)
      select id, 'player_delivery', '2026-03-10T12:59:59.999Z', '2026-03-10T12:00:00.000Z' from account
      where folded_username = 'bo'`)
    const reply = await server.app.inject({ method: 'POST', url: `/players/${secret}`, payload: recorded.embyStop })
    assert.deepEqual([reply.statusCode, Number(reply.headers['retry-after']) > 0], [429, true])
    const Count = Type.Object({ count: Type.Integer() })
    assert.equal((await server.db.one(Count, sql`select count(*) as count from player_delivery`))?.count, 0)
  })
})
