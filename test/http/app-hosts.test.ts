import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { buildServer } from '#src/http/server.ts'
import { listKeys, revokeKey } from '#src/keys/keys.ts'
import { makeSharedKey } from '#src/keys/keys-of-apps.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

const names = 'api.player.example,image.player.example'
const host = 'api.player.example'
const hex = '0123456789abcdef0123456789ABCDEF'
const bearer = `eyJhbGciOiJIUzI1NiJ9.${'abc-_'.repeat(20)}==`
const inside = '192.168.1.7'
const outside = '203.0.113.7'

type Asking = { path?: string; method?: 'GET' | 'POST' | 'DELETE'; from?: string; body?: object } & {
  headers?: Record<string, string>
}

async function open(t: TestContext, engine: TestEngine, options: Record<string, string | boolean> = {}) {
  const db = await engine.open()
  const { config } = readConfig({ 'app-hosts': names, ...options }, {})
  const clock = () => new Date(testDay)
  const app = buildServer({ db, config, clock })
  await makeSharedKey(db, clock())
  t.after(async () => {
    await app.close()
    await db.close()
  })
  async function ask({ path = `/3/movie/501?api_key=${hex}`, method = 'GET', from = inside, headers, body }: Asking) {
    const sent = { host, ...headers }
    return app.inject({ method, url: path, remoteAddress: from, headers: sent, ...(body && { payload: body }) })
  }
  const status = async (asking: Asking) => (await ask(asking)).statusCode
  return { db, ask, status }
}

const sharedId = async (db: Database) => (await listKeys(db, 0)).findLast(({ last_four }) => last_four === 'none')!.id

forEachEngine(loadWorld, (engine) => {
  test('under the names of apps, requests from a private network share a key', async (t) => {
    const { db, ask, status } = await open(t, engine)
    const reply = await ask({})
    assert.deepEqual([reply.statusCode, reply.json().id], [200, 501])
    assert.ok('imdb_id' in reply.json(), 'in the names that apps know')
    assert.match(String(reply.headers['ratelimit-policy']), /^"key";q=50;/)
    const ways: Asking[] = [
      { path: '/3/movie/501', headers: { authorization: `Bearer ${bearer}` } },
      { headers: { host: `${host.toUpperCase()}:8443` } },
      { headers: { host: 'image.player.example.' } },
      { path: `/3/authentication?api_key=${hex}` },
      ...['127.0.0.1', '10.1.2.3', '172.16.0.9', '::1', 'fd00::7', 'fe80::7', '::ffff:192.168.1.7'].map((from) => ({
        from,
      })),
    ]
    for (const way of ways) assert.equal(await status(way), 200, JSON.stringify(way))

    await revokeKey(db, await sharedId(db), new Date(testDay))
    assert.equal(await status({}), 401, 'until it is revoked')
    await makeSharedKey(db, new Date(testDay))
    await makeSharedKey(db, new Date(testDay))
    assert.equal(await status({}), 200, 'and until a server starts again')
    const shared = (await listKeys(db, 0)).filter(({ last_four }) => last_four === 'none')
    assert.deepEqual([shared.length, shared.filter(({ revoked_at }) => revoked_at === null).length], [2, 1])
  })
})

const engine = sqliteEngine(loadWorld)

test('elsewhere, and with what is no key, requests are refused', async (t) => {
  const { ask } = await open(t, engine)
  const refused: Asking[] = [
    { from: outside },
    { from: '2001:db8::7' },
    { from: '::ffff:203.0.113.7' },
    { from: '100.64.0.7' },
    { headers: { host: 'other.example' } },
    { headers: { host: `${host}.other.example` } },
    { headers: { host: `evil.${host}` } },
    { headers: { host: inside } },
    // Whoever passes a request on may do so for anybody.
    ...['x-forwarded-for', 'x-real-ip', 'x-forwarded-host', 'forwarded', 'via'].map((name) => ({
      headers: { [name]: inside },
    })),
    { from: outside, headers: { 'x-forwarded-for': inside } },
    { path: '/3/movie/501' },
    ...['', hex.slice(1), `${hex}0`, 'shared by appHosts', `rct_${'0'.repeat(40)}`, `${'x'.repeat(39)}`].map((key) => ({
      path: `/3/movie/501?api_key=${encodeURIComponent(key)}`,
    })),
    { path: '/3/movie/501', headers: { authorization: `Bearer ${bearer} ${bearer}` } },
  ]
  for (const asking of refused) {
    const reply = await ask(asking)
    assert.deepEqual([reply.statusCode, reply.json()], [401, statusEnvelope('invalid_key')], JSON.stringify(asking))
  }
})

test('without the setting no such key is taken', async (t) => {
  const { status } = await open(t, engine, { 'app-hosts': '' })
  assert.equal(await status({}), 401)
  assert.equal(await status({ path: `/3/movie/501?api_key=${keys.first}` }), 200)
})

test('behind a proxy it counts for whom that one asks', async (t) => {
  const { status } = await open(t, engine, { proxies: '10.0.0.0/24,loopback' })
  const via = (for_: string, from = '10.0.0.1') => status({ from, headers: { 'x-forwarded-for': for_ } })
  assert.equal(await via(inside), 200)
  assert.equal(await via(outside), 401)
  assert.equal(await via(`${inside}, ${outside}`), 401, 'what a client claims does not count')
  assert.equal(await via(`${outside}, ${inside}`), 200)
  assert.equal(await via(`${outside}, 10.0.0.2`), 401)
  assert.equal(await via('unknown'), 401)
  assert.equal(await via(inside, '127.0.0.1'), 200)
  assert.equal(await via(inside, '10.0.1.1'), 401, 'a proxy that is not named')
  assert.equal(await status({ from: '10.0.0.1' }), 401, 'a proxy that does not say for whom it asks')
  assert.equal(await status({ from: inside }), 200, 'past the proxy')
})

test('the shared key changes nothing, and nobody signs in with it', async (t) => {
  const { ask, status } = await open(t, engine)
  const denied: [path: string, method?: 'GET' | 'POST' | 'DELETE', body?: object][] = [
    ['/3/authentication/token/new'],
    ['/3/authentication/guest_session/new'],
    ['/3/authentication/session/new?request_token=x'],
    ['/3/authentication/token/validate_with_login?username=ada&password=x&request_token=x'],
    ['/3/authentication/session/new', 'POST', { request_token: 'x' }],
    ['/3/authentication/session', 'DELETE', { session_id: sessions.ada }],
    [`/3/movie/501/rating?session_id=${sessions.ada}`, 'POST', { value: 8 }],
    [`/3/movie/501/rating?session_id=${sessions.ada}`, 'DELETE'],
    [`/3/list?session_id=${sessions.ada}`, 'POST', { name: 'a', description: 'b', language: 'en' }],
  ]
  for (const [path, method = 'GET', body] of denied) {
    const keyed = `${path}${path.includes('?') ? '&' : '?'}api_key=${hex}`
    const reply = await ask({ path: keyed, method, ...(body && { body }) })
    assert.deepEqual([reply.statusCode, reply.json().status_code], [401, 38], path)
  }
  const account = `/3/account?session_id=${sessions.ada}&api_key=`
  assert.equal(await status({ path: account + keys.first }), 200, 'the session is valid')
  assert.equal((await ask({ path: account + hex })).json().status_code, 3, 'and is not looked at')
  const appended = `/3/movie/501?append_to_response=account_states&session_id=${sessions.ada}&api_key=`
  assert.ok((await ask({ path: appended + keys.first })).json().account_states)
  assert.equal((await ask({ path: appended + hex })).json().account_states, undefined)
})

test('a key of ours that is suspended is not replaced by the shared one', async (t) => {
  const { ask } = await open(t, engine)
  const reply = await ask({ path: `/3/movie/501?api_key=${keys.suspended}` })
  assert.deepEqual([reply.statusCode, reply.json().status_code], [401, 10])
})

test('a key of ours counts for itself under these names, from anywhere', async (t) => {
  const { ask, status } = await open(t, engine)
  const own = { path: `/3/authentication/token/new?api_key=${keys.first}` }
  assert.equal(await status(own), 200)
  assert.equal(await status({ ...own, from: outside }), 200)
  const both = {
    path: `/3/authentication/token/new?api_key=${hex}`,
    headers: { authorization: `Bearer ${keys.first}` },
  }
  assert.equal((await ask(both)).statusCode, 200)
})

test('a private catalogue shows its pictures to these apps, and nothing else without a key', async (t) => {
  const { status } = await open(t, engine, { private: true })
  assert.equal(await status({ path: '/t/p/w500/none.jpg' }), 404)
  assert.equal(await status({ path: '/t/p/w500/none.jpg', from: outside }), 401)
  assert.equal(await status({ path: '/t/p/w500/none.jpg', headers: { host: 'other.example' } }), 401)
  assert.equal(await status({ path: '/movie' }), 401)
  assert.equal(await status({}), 200)
})
