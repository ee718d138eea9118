import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { makeIn } from '#src/certificates/folder.ts'
import { readName } from '#src/certificates/names.ts'
import { clients } from '#src/connect/clients.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { KEPT_MINUTES, REFUSED_PLACES } from '#src/keys/recent-requests.ts'
import { openUsage } from '#src/keys/usage.ts'
import { TEST_MINUTES } from '#src/pages/connect/test.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type PagesServer, type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

type Context = { after(work: () => Promise<void>): void }
const sqlRow = Type.Object({
  dialect: Type.String(),
  languages: Type.String(),
  appended_languages: Type.String(),
  use: Type.String(),
  plan: Type.String(),
})
const idRow = Type.Object({ id: Type.Integer() })

const page = '/settings/connect'
const filled = { name: 'Living room', languages: 'de, en', appended_languages: 'fr', terms: 'on' }

/** bo, whose pages are English, and an administrator. */
async function start(t: Context, engine: TestEngine, options: Record<string, string | boolean> = {}) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator' where folded_username = 'eve'`)
  return { server, bo: await signedIn(server, 'bo'), eve: await signedIn(server, 'eve') }
}

const secretsIn = ({ body }: Reply) =>
  [...body.matchAll(/<code class="secret">([^<]+)<\/code>/g)].map(([, text]) => text as string)
const testIn = ({ body }: Reply): string => /href="(\/settings\/connect\/keys\/\d+)"/.exec(body)?.[1] as string

/** Makes a key for an app; returns what is shown once, and the address of its test. */
async function makeFor(visitor: Visitor, app: string) {
  const made = await visitor.follow(await visitor.post(`${page}/apps/${app}`, filled))
  return { shown: secretsIn(made), test: testIn(made), made }
}

/** What a test says at a time, after what was counted is written. */
async function said({ usage }: PagesServer, visitor: Visitor, test: string): Promise<Reply & { text: string }> {
  await usage.write()
  const first = await visitor.get(test)
  const reply = first.status === 303 ? await visitor.follow(first) : first
  return { ...reply, text: reply.status === 200 ? textOf(reply) : '' }
}

const askWith = async ({ app }: PagesServer, secret: string, times = 1, remoteAddress = '192.0.2.1') => {
  for (let time = 0; time < times; time++)
    await app.inject({ url: `/3/configuration?api_key=${secret}`, remoteAddress })
}

forEachEngine(loadWorld, (engine) => {
  test('the page names every app, how it is connected, and whether it was tried', async (t) => {
    const { bo, eve } = await start(t, engine)
    const reply = await bo.get(page)
    const text = textOf(reply)
    const cards = [...reply.body.matchAll(/<h3 id="client-(\w+)">/g)].map(([, id]) => id)
    assert.deepEqual(cards, [...clients.map(({ id }) => id), 'other'], 'players first, those that were tried before')
    assert.deepEqual([clients[0]?.id, clients.map(({ use }) => use).indexOf('program')], ['kodi_scrapers', 5])
    for (const { name, tried } of clients) {
      assert.ok(text.includes(name), name)
      const card = text.slice(text.indexOf(name)).slice(0, 120)
      assert.match(card, tried ? new RegExp(`Tested with version ${tried}`) : /From its documentation, not tested/)
    }
    assert.match(text, /http:\/\/reelcommons\.example\/3/)
    // What is set up on the server is for those who run it.
    assert.doesNotMatch(text, /reelcommons certificate/)
    assert.match(textOf(await eve.get(page)), /reelcommons certificate api\.player\.example image\.player\.example/)
  })

  test('a key for an app has the dialect of existing apps, is shown once, and its requests are counted', async (t) => {
    const { server, bo } = await start(t, engine)
    const { shown, test, made } = await makeFor(bo, 'jellyseerr')
    const [address, secret = ''] = shown
    assert.equal(address, 'http://reelcommons.example/3')
    assert.match(secret, /^[0-9a-f]{32}$/)
    assert.match(String(made.headers['cache-control']), /no-store/)
    assert.deepEqual(secretsIn(await bo.get(`${page}/made`)), [])
    const before = await said(server, bo, test)
    assert.match(before.text, /No request with this key has arrived in the last minute\./)
    assert.match(before.body, /data-live/)
    assert.match(before.body, /<noscript><meta http-equiv="refresh"/)
    await askWith(server, secret, 14)
    const after = await said(server, bo, test)
    assert.match(after.text, /Your app sent 14 requests in the last minute: it works\./)
    assert.doesNotMatch(after.body, /data-live/)
    server.setTime(new Date(Date.parse(testDay) + 120_000).toISOString())
    assert.match((await said(server, bo, test)).text, /No request with this key/)
    const key = await server.db.one(
      sqlRow,
      sql`select dialect, languages, appended_languages, use, plan from api_key where name = ${filled.name}`,
    )
    assert.deepEqual(key, {
      dialect: 'common',
      languages: 'de-DE,en-US',
      appended_languages: 'fr-FR',
      use: 'interface',
      plan: 'developer',
    })
  })

  test('a key for Plex shows both addresses, which answer', async (t) => {
    const { server, bo } = await start(t, engine)
    const { shown, test } = await makeFor(bo, 'plex')
    assert.deepEqual(
      shown.map((each) => each.replace(/[^/]{20,}/, 'SECRET')),
      ['movies', 'television'].map((each) => `http://reelcommons.example/plex/SECRET/${each}`),
    )
    for (const each of shown) assert.equal((await server.app.inject(new URL(each).pathname)).statusCode, 200)
    assert.match((await said(server, bo, test)).text, /sent 2 requests in the last minute: it works/)
    // It has no plan and no field names, and what replaces it are addresses, too.
    const ofKeys = textOf(await bo.get('/settings/api'))
    assert.match(ofKeys, /Valid for Only the addresses for Plex Up to 100 requests per second Languages/)
    const id = /\d+$/.exec(test)?.[0]
    const replaced = await bo.follow(await bo.post(`/settings/api/${id}/replace`, { overlap: '1' }))
    assert.equal(secretsIn(replaced).length, 2)
    assert.doesNotMatch(replaced.body, /curl/)
  })

  test('those who run the server make a key with the value that an app has', async (t) => {
    const { server, bo, eve } = await start(t, engine)
    const value = '0123456789ABCDEF0123456789abcdef'
    const at = `${page}/apps/other`
    for (const app of ['other', 'tmdb_ts', 'plex', 'moviedb_promise']) {
      const isOffered = /name="value"/.test((await eve.get(`${page}/apps/${app}`)).body)
      assert.equal(isOffered, app === 'other' || app === 'tmdb_ts', app)
      assert.doesNotMatch((await bo.get(`${page}/apps/${app}`)).body, /name="value"|name="limit"/)
    }
    const refusals: readonly [sent: Record<string, string>, fields: string[]][] = [
      [{ value: value.slice(1) }, ['value']],
      [{ value: `rct_${'0'.repeat(40)}` }, ['value']],
      [{ value: '', limit: '3' }, ['value']],
      [{ value, limit: '0' }, ['limit']],
      [{ value, limit: '1000001' }, ['limit']],
      [{ value: 'a b', limit: 'x', name: '' }, ['name', 'value', 'limit']],
    ]
    for (const [sent, fields] of refusals) {
      const reply = await eve.post(at, { ...filled, ...sent })
      const faults = [...reply.body.matchAll(/<li><a href="#(\w+)">/g)].map(([, field]) => field)
      assert.deepEqual([reply.status, faults], [422, fields])
      assert.doesNotMatch(reply.body, /3456789|rct_0|value="a b/, 'what was pasted is not shown again')
    }
    const begun = await eve.post(at, { ...filled, value: ` ${value}\n`, limit: '2' })
    assert.match(String(begun.location), /^\/settings\/connect\/keys\/\d+\?since=\d+$/)
    const shown = await eve.follow(begun)
    assert.match(textOf(shown), /Key created\. We store only a hash of it/)
    await askWith(server, value, 3)
    const told = (await said(server, eve, String(begun.location))).text
    assert.match(told, /sent 2 requests .* it works\. Requests refused because they were above the .* key: 1\./)
    const acts = await server.db.all(
      Type.Object({ what: Type.String() }),
      sql`select what from act where actor_id is not null`,
    )
    assert.deepEqual(acts, [{ what: 'key_made' }])
    const columns = sql`
      select digest as dialect, name as languages, '' as appended_languages, last_four as use, plan from api_key`
    const stored = JSON.stringify(await server.db.all(sqlRow, columns))
    assert.ok(!stored.toLowerCase().includes(value.slice(0, 12).toLowerCase()))
    const taken = await eve.post(at, { ...filled, value })
    assert.match(textOf(taken), /Another valid key already has this value/)
    await eve.post(`/settings/api/${/keys\/(\d+)/.exec(String(begun.location))?.[1]}/revoke`, {})
    assert.match(String((await eve.post(at, { ...filled, value })).location), /keys/, 'a revoked one makes room')
    // What somebody else adds to the form counts for nothing.
    await bo.follow(await bo.post(at, { ...filled, value: 'f'.repeat(32), limit: '1' }))
    await askWith(server, 'f'.repeat(32))
    assert.match((await said(server, eve, String(begun.location))).text, /This key has expired or was revoked/)
    const reply = await server.app.inject(`/3/configuration?api_key=${'f'.repeat(32)}`)
    assert.equal(reply.statusCode, 401)
  })

  test('a test says what is wrong: an unknown key, none, another dialect, a limit, a key that has ended', async (t) => {
    const { server, bo, eve } = await start(t, engine)
    const { shown, test } = await makeFor(bo, 'other')
    await askWith(server, 'f'.repeat(32), 3)
    await server.app.inject({ url: '/3/configuration', remoteAddress: '192.0.2.77' })
    await askWith(server, 'f'.repeat(32), 5, '198.51.100.7')
    await askWith(server, 'f'.repeat(32), 2, '192.168.1.20')
    const ofMember = (await said(server, bo, test)).text
    assert.match(ofMember, /with an unknown key: 3\./)
    assert.match(ofMember, /without any key: 1\./)
    // Those who run the server also see what comes from other networks nearby.
    assert.match((await said(server, eve, test)).text, /with an unknown key: 5\./)

    const now = new Date(testDay)
    const own = await server.db.one(idRow, sql`select account_id as id from api_key where name = ${filled.name}`)
    const made = { name: 'By hand', plan: 'developer', account_id: own!.id, limit_per_second: 1, now } as const
    const neutral = await createKey(server.db, made)
    await askWith(server, neutral.secret, 3)
    const ofNeutral = (await said(server, bo, `${page}/keys/${neutral.id}`)).text
    assert.match(ofNeutral, /Your app sent 1 request .* but with this key replies have the field names of the spec/)
    assert.match(ofNeutral, /above the limit of the key: 2\./)

    await bo.post(`/settings/api/${neutral.id}/revoke`, {})
    assert.match((await said(server, bo, `${page}/keys/${neutral.id}`)).text, /This key has expired or was revoked/)
    assert.ok(shown[1])
  })

  test('a test is for the holder of the key and for administrators, and ends after a while', async (t) => {
    const { server, bo, eve } = await start(t, engine)
    const { test } = await makeFor(bo, 'other')
    const ada = await signedIn(server, 'ada')
    assert.equal((await ada.get(test)).status, 404)
    assert.equal((await eve.get(`${page}/keys/987654321`)).status, 404)
    assert.equal((await said(server, eve, test)).status, 200)
    const old = Math.floor(Date.parse(testDay) / 1_000) - TEST_MINUTES * 60 - 1
    const over = await bo.get(`${test}?since=${old}`)
    assert.doesNotMatch(over.body, /data-live|http-equiv="refresh"/)
    assert.match(textOf(over), /Test again/)
  })

  test('what was typed wrongly is said, and nothing is made', async (t) => {
    const { server, bo } = await start(t, engine)
    const wrong = await bo.post(`${page}/apps/kodi`, filled, { from: page })
    assert.equal(wrong.status, 404)
    const refused = await bo.post(`${page}/apps/other`, {
      name: ' ',
      languages: 'german',
      appended_languages: 'french',
    })
    assert.equal(refused.status, 422)
    const faults = [...refused.body.matchAll(/<li><a href="#(\w+)">/g)].map(([, field]) => field)
    assert.deepEqual(faults, ['name', 'languages', 'appended_languages', 'terms'])
    await server.db.run(sql`update account set email_verified_at = null where folded_username = 'bo'`)
    assert.equal((await bo.post(`${page}/apps/other`, filled)).status, 403)
  })

  test('what was refused is kept for minutes, and of a bounded number of networks', async (t) => {
    const { server } = await start(t, engine)
    const { db } = server
    let now = new Date(testDay)
    const usage = openUsage(db, () => now)
    for (let place = 0; place < 10 * REFUSED_PLACES; place++)
      usage.refuse('no_key', `10.${place >> 8}.${place % 256}.1`)
    await usage.write()
    const rows = async () => (await db.one(idRow, sql`select count(*) as id from recent_request`))!.id
    const kept = await rows()
    assert.ok(kept >= REFUSED_PLACES && kept <= 5 * REFUSED_PLACES, `${kept} rows`)
    now = new Date(now.getTime() + KEPT_MINUTES * 60_000 + 10_000)
    await deleteExpired(db, now, { sessionDays: 90 })
    assert.equal(await rows(), 0)
  })

  test('only this machine reaches the server, and its authority can be downloaded', async (t) => {
    const { server, bo, eve } = await start(t, engine, { host: '127.0.0.1' })
    assert.match(textOf(await bo.get(page)), /only be reached from the machine .* Ask the people who run this server\./)
    assert.match(textOf(await eve.get(page)), /only be reached from the machine .* Start it with --host 0\.0\.0\.0/)
    assert.equal((await bo.get(`${page}/authority.crt`)).status, 404)
    await mkdir(join(server.config.data, 'tls'))
    await writeFile(join(server.config.data, 'tls/authority.crt'), 'the authority')
    const got = await bo.get(`${page}/authority.crt`)
    assert.deepEqual([got.body, got.headers['content-type']], ['the authority', 'application/x-x509-ca-cert'])
    const behind = await start(t, engine, { host: '127.0.0.1', proxies: 'loopback', 'app-hosts': 'api.player.example' })
    assert.match(
      textOf(await behind.eve.get(page)),
      /use https for the names in appHosts , but this server answers only http/,
    )
  })

  test('what is wrong with the address and the certificate is for those who can mend it', async (t) => {
    const bare = await start(t, engine, { host: '0.0.0.0', site: '' })
    assert.match(
      textOf(await bare.eve.get(page)),
      /does not know the address that people open,.* Start it with that address, such as --site/,
    )
    assert.doesNotMatch(textOf(await bare.bo.get(page)), /The setting site/)

    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-connect-'))
    t.after(() => rm(folder, { recursive: true }))
    const names = ['api.player.example', 'films.lan'].map(readName)
    const made = new Date(Date.parse(testDay) - 380 * 86_400_000)
    const { files } = await makeIn({ folder, names, now: made, isNew: false, forgets: false })
    const { eve } = await start(t, engine, {
      ...{ host: '0.0.0.0', 'tls-certificate': files.certificate, 'tls-key': files.key, site: 'http://films.lan' },
      'app-hosts': 'api.player.example,image.player.example',
    })
    const told = textOf(await eve.get(page))
    assert.match(told, /site is http:\/\/films\.lan, but this server answers only https/)
    assert.match(
      told,
      /No certificate covers image\.player\.example\. Create one for all names: npx reelcommons certificate/,
    )
    assert.match(told, /certificate\.pem expires soon\. Days left: 16\./)
    assert.doesNotMatch(told, /No certificate covers (api|films)/)
    await writeFile(files.certificate, 'nothing')
    assert.match(textOf(await eve.get(page)), /The certificate cannot be used\. .* holds no certificate in PEM/)
  })
})
