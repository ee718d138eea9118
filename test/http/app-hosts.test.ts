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

type Asking = { path?: string; method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE'; from?: string } & {
  body?: object
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

/** What a browser adds to the request of a page that another site has sent, or that nobody can name. */
const ofOtherSites: Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  // Browsers say it of encrypted requests only, and name no origin of pictures and scripts.
  { origin: 'http://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'null' },
  { origin: '' },
  { origin: `https://evil.${host}` },
  { origin: `https://${host}:8443` },
  { origin: `https://${host}.evil.example`, 'sec-fetch-site': 'same-origin' },
]
/** What is no page of another site: an app, an address that somebody typed, and a page of this server. */
const ofNoOtherSite: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'same-origin' },
  { origin: `https://${host}` },
  { origin: `https://${host}`, 'sec-fetch-site': 'same-origin', host: `${host}:443` },
]
const opens = 'access-control-allow-origin'
const ways: Asking[] = [
  {},
  { method: 'HEAD' },
  { path: '/3/movie/501', headers: { authorization: `Bearer ${bearer}` } },
  { path: `/3/account?api_key=${hex}` },
  { path: `/3/nothing?api_key=${hex}` },
  { path: '/3/list', method: 'POST', body: { api_key: hex } },
]

test('pages of other sites get nothing by the key that apps share, in private catalogues and in others', async (t) => {
  for (const options of [{}, { private: true }]) {
    const { ask } = await open(t, engine, { ...options, 'reply-cache-bytes': '1000000' })
    // The reply is kept, for apps and for keys.
    await ask({})
    await ask({ path: `/3/movie/501?api_key=${keys.first}` })
    const inPrivate: Asking[] = ['/movie/501', '/openapi.json'].map((path) => ({ path: `${path}?api_key=${hex}` }))
    inPrivate.push({ path: '/t/p/w500/none.jpg' })
    for (const way of 'private' in options ? [...ways, ...inPrivate] : ways)
      for (const headers of ofOtherSites) {
        const reply = await ask({ ...way, headers: { ...way.headers, ...headers } })
        const what = JSON.stringify([way, headers])
        assert.deepEqual([reply.statusCode, reply.headers[opens]], [401, undefined], what)
        assert.equal(reply.headers['cache-control'], 'no-store', what)
        if (way.method !== 'HEAD') assert.deepEqual(reply.json(), statusEnvelope('page_of_other_site'), what)
        // A page cannot use up what apps may ask.
        assert.equal(reply.headers['ratelimit-policy'], undefined, what)
      }
    const own = await ask({ path: `/3/movie/501?api_key=${keys.first}`, headers: ofOtherSites[0]! })
    assert.deepEqual([own.statusCode, own.headers[opens]], [200, '*'], 'with a key of its own a page may ask')
  }
})

test('no reply by the key that apps share can be read or embedded by pages of other sites', async (t) => {
  const { ask } = await open(t, engine, { private: true, 'reply-cache-bytes': '1000000' })
  const sites = async (asking: Asking) => {
    const { headers } = await ask(asking)
    return [headers[opens], headers['cross-origin-resource-policy']]
  }
  for (const way of [...ways, ...ways, { path: '/t/p/w500/none.jpg' }, { path: `/openapi.json?api_key=${hex}` }])
    for (const headers of ofNoOtherSite) {
      const asking = { ...way, headers: { ...way.headers, ...headers } }
      assert.deepEqual(await sites(asking), [undefined, 'same-origin'], JSON.stringify(asking))
      assert.doesNotMatch((await ask(asking)).body, /other sites/)
    }
  // The same reply, kept, with a key of its own and without one, in turn, in each form.
  for (const more of [{}, { 'accept-encoding': 'gzip' }, { 'if-none-match': '*' }])
    for (const [key, expected] of [
      [hex, [undefined, 'same-origin']],
      [keys.first, ['*', undefined]],
      [hex, [undefined, 'same-origin']],
    ] as const)
      assert.deepEqual(await sites({ path: `/3/movie/501?api_key=${key}`, headers: more }), expected)
})

test('browsers are told beforehand that pages of other sites may not ask apps’ hosts', async (t) => {
  const { ask } = await open(t, engine, { private: true })
  const preflight = (headers: Record<string, string>, from = inside) =>
    ask({
      path: '/3/movie/501',
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', ...headers },
      from,
    })
  for (const headers of ofOtherSites) {
    const reply = await preflight(headers)
    assert.deepEqual([reply.statusCode, reply.headers[opens]], [401, undefined], JSON.stringify(headers))
    assert.equal(reply.headers['access-control-allow-headers'], undefined)
  }
  const same = await preflight({ origin: `https://${host}` })
  assert.deepEqual([same.statusCode, same.headers[opens]], [204, undefined])
  const elsewhere = { origin: 'https://evil.example', host: 'films.example' }
  assert.equal((await preflight(elsewhere)).headers[opens], '*', 'a key of its own opens other hosts')
  assert.equal((await preflight({ origin: 'https://evil.example' }, outside)).headers[opens], '*')
})

test('a name that leads to this server by a trick of its owner opens nothing', async (t) => {
  const { ask } = await open(t, engine, { private: true })
  const hosts = [
    'evil.example',
    inside,
    'localhost',
    '127.0.0.1:8080',
    `${host}.evil.example`,
    `x${host}`,
    `${host}@evil.example`,
  ]
  for (const name of hosts)
    for (const path of [`/3/movie/501?api_key=${hex}`, '/t/p/w500/none.jpg']) {
      const reply = await ask({
        path,
        headers: { host: name, origin: `http://${name}`, 'sec-fetch-site': 'same-origin' },
      })
      assert.deepEqual([reply.statusCode, reply.json()], [401, statusEnvelope('invalid_key')], `${name} ${path}`)
    }
})
