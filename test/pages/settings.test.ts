import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { rememberPlaces } from '#src/accounts/places.ts'
import { createRequestToken } from '#src/accounts/request-tokens.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { browserName } from '#src/pages/settings/browser-name.ts'
import { initialsOf } from '#src/texts/initials.ts'
import { forEachEngine } from '../support/engines.ts'
import { adasLists, adasProfile } from '../support/pages/adas-lists.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { adasTokens } from '../support/world/tokens.ts'
import { keys, loadedAt, loadWorld, sessions, testDay, tokens } from '../support/world.ts'

const evil = `"><script>alert('1')</script>`

for (const [name, initials] of [
  ['Ada Lamplight', 'AL'],
  ['bo', 'B'],
  ['Ludwig van Beethoven', 'LB'],
  ['', ''],
  ['…', ''],
  ['élan vital', 'ÉV'],
  ['🎬 film', 'F'],
] as const)
  test(`the picture of ${JSON.stringify(name)} says ${initials}`, () => assert.equal(initialsOf(name), initials))

for (const [userAgent, browser, system] of [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['curl/8.0', undefined, undefined],
  ['', undefined, undefined],
] as const)
  test(`${userAgent || 'nothing'} is ${browser} on ${system}`, () =>
    assert.deepEqual(browserName(userAgent), { browser, system }))

forEachEngine(loadWorld, (engine) => {
  async function open(t: TestContext): Promise<PagesServer> {
    const server = await startPages(engine)
    t.after(() => server.close())
    return server
  }

  const account = async ({ app }: PagesServer, session = sessions.bo, key = keys.second) =>
    (await app.inject(`/3/account?api_key=${key}&session_id=${session}`)).json<Record<string, unknown>>()

  test('strangers sign in first, and nobody else sees their settings', async (t) => {
    const { app } = await open(t)
    for (const place of [
      'profile',
      'account',
      'account/email',
      'account/password',
      'sessions',
      'applications',
      'data',
    ]) {
      const reply = await openVisitor(app).get(`/settings/${place}`)
      assert.deepEqual([reply.status, reply.location], [303, `/login?next=%2Fsettings%2F${place.replace('/', '%2F')}`])
    }
    for (const place of ['data/download', 'delete'])
      assert.equal((await openVisitor(app).get(`/settings/${place}`)).status, 303)
  })

  describe('the profile', () => {
    const changed = { name: ' Bo Reel ', iso_639_1: 'de', iso_3166_1: 'AT', include_adult: 'on' }

    test('what is saved is shown again, and told to applications', async (t) => {
      const server = await open(t)
      const bo = await signedIn(server, 'bo')
      const reply = await bo.post('/settings/profile', changed)
      assert.deepEqual([reply.status, reply.location], [303, '/settings/profile'])
      const page = await bo.follow(reply)
      assert.match(textOf(page), /^Gespeichert\. Einstellungen Profil Privatsphäre Anmeldung/)
      assert.match(page.body, /<title>Profil · Einstellungen · Reelcommons<\/title>/)
      assert.match(page.body, /<option value="de" selected>Deutsch</)
      assert.match(page.body, /<option value="AT" selected>Österreich</)
      assert.match(page.body, /name="include_adult" checked/)
      const { name, iso_639_1, iso_3166_1, include_adult } = await account(server)
      assert.deepEqual([name, iso_639_1, iso_3166_1, include_adult], ['Bo Reel', 'de', 'AT', true])
      await bo.post('/settings/profile', { ...changed, include_adult: '' })
      assert.equal((await account(server)).include_adult, false)
    })

    const wrong: [title: string, fields: Record<string, string>, fault: string][] = [
      ['a name that is too long', { name: 'n'.repeat(101) }, '#name'],
      ['a name with a line break', { name: 'a\nb' }, '#name'],
      ['no language', { iso_639_1: '' }, '#iso_639_1'],
      ['a former language', { iso_639_1: 'mo' }, '#iso_639_1'],
      ['markup for a language', { iso_639_1: evil }, '#iso_639_1'],
      ['a former country', { iso_3166_1: 'YU' }, '#iso_3166_1'],
      ['a country in small letters', { iso_3166_1: 'at' }, '#iso_3166_1'],
    ]
    for (const [title, fields, fault] of wrong) {
      test(`${title} is told, and the rest is kept`, async (t) => {
        const server = await open(t)
        const before = await account(server)
        const bo = await signedIn(server, 'bo')
        const reply = await bo.post('/settings/profile', { ...changed, ...fields })
        assert.equal(reply.status, 422)
        assert.deepEqual(
          [...reply.body.matchAll(/<li><a href="(#\w+)">/g)].map(([, link]) => link),
          [fault],
        )
        assert.match(reply.body, /aria-invalid="true"/)
        assert.match(reply.body, /name="include_adult" checked/)
        assert.doesNotMatch(reply.body, /<script>alert/)
        assert.deepEqual(await account(server), before)
      })
    }

    test('a name is only text, wherever it stands', async (t) => {
      const server = await open(t)
      const bo = await signedIn(server, 'bo')
      await bo.post('/settings/profile', { ...changed, iso_639_1: 'en', name: evil })
      for (const place of ['/', '/settings/profile', '/settings/data']) {
        const page = await bo.get(place)
        assert.doesNotMatch(page.body, /<script>alert/, place)
      }
      assert.ok(textOf(await bo.get('/settings/profile')).includes(evil))
    })
  })

  describe('browsers', () => {
    test('each is listed, and signed out at once when its person says so', async (t) => {
      const server = await open(t)
      const bo = await signedIn(server, 'bo')
      const phone = await signedIn(server, 'bo')
      const ids = idsIn((await bo.get('/settings/account')).body)
      assert.equal(ids.length, 1, 'there is no button for the browser at hand')
      assert.equal((await phone.get('/settings/profile')).status, 200)
      const reply = await bo.post('/settings/sessions/end', { id: ids[0]! }, { from: '/settings/account' })
      assert.deepEqual([reply.status, reply.location], [303, '/settings/account#devices'])
      assert.match(textOf(await bo.follow(reply)), /^The device is signed out\. .* This device .*UTC\. Access to your /)
      assert.equal((await phone.get('/settings/profile')).location, '/login?next=%2Fsettings%2Fprofile')
      const again = await bo.post('/settings/sessions/end', { id: ids[0]! }, { from: '/settings/account' })
      assert.equal(again.status, 404)
    })

    test('all others are signed out together', async (t) => {
      const server = await open(t)
      const [bo, phone, desk, ada] = await Promise.all(['bo', 'bo', 'bo', 'ada'].map((name) => signedIn(server, name)))
      const reply = await bo!.post('/settings/sessions/end-others', {}, { from: '/settings/account' })
      assert.match(textOf(await bo!.follow(reply)), /^All other devices are signed out\./)
      for (const other of [phone!, desk!]) assert.equal((await other.get('/settings/profile')).status, 303)
      assert.equal((await ada!.get('/settings/profile')).status, 200)
    })

    test('nobody ends the session of somebody else', async (t) => {
      const server = await open(t)
      const [ada, other, bo] = [
        await signedIn(server, 'ada'),
        await signedIn(server, 'ada'),
        await signedIn(server, 'bo'),
      ]
      const [id] = idsIn((await ada.get('/settings/account')).body)
      for (const tried of [id!, '0', '-1', '1.5', `${id} or 1=1`, '', '9'.repeat(30), evil]) {
        const reply = await bo.post('/settings/sessions/end', { id: tried }, { from: '/settings/account' })
        assert.equal(reply.status, 404, tried)
      }
      for (const person of [ada, other]) assert.equal((await person.get('/settings/account')).status, 200)
    })

    test('a cookie that was copied before signing out opens nothing', async (t) => {
      const server = await open(t)
      const bo = await signedIn(server, 'bo')
      const thief = openVisitor(server.app)
      for (const [name, value] of bo.cookies) thief.cookies.set(name, value)
      assert.equal((await thief.get('/settings/profile')).status, 200)
      await bo.post('/logout', {}, { from: '/' })
      assert.equal((await thief.get('/settings/profile')).status, 303)
    })

    test('what a browser calls itself is only text, and sessions that are over are not listed', async (t) => {
      const server = await open(t)
      const bo = await signedIn(server, 'bo')
      const [now, before] = [new Date(testDay), new Date(Date.parse(testDay) - 15 * 86_400_000)]
      await beginBrowserSession(server.db, { account_id: 2, browser: `Firefox/1 ${evil}`, now })
      await beginBrowserSession(server.db, { account_id: 2, browser: 'Safari/1', now: before })
      const page = await bo.get('/settings/account')
      assert.match(textOf(page), /Firefox/)
      assert.doesNotMatch(page.body, /<script>alert|Safari/)
    })
  })

  describe('applications', () => {
    test('one that may use the account is listed until it is revoked, and stops at once', async (t) => {
      const server = await open(t)
      const ada = await signedIn(server, 'ada')
      const now = new Date(testDay)
      const token = await createRequestToken(server.db, { key_id: 1, now, lifetimeMinutes: 60 })
      await ada.post(`/authenticate/${token.request_token}`, { answer: 'allow' })
      assert.equal((await account(server, sessions.ada, keys.first)).username, 'ada')
      const page = await ada.get('/settings/applications')
      assert.match(
        textOf(page),
        /first Erlaubt am 01\.03\.2026, 08:00 UTC\. Zuletzt benutzt am 10\. März 2026\. Zugriff widerrufen first$/,
      )
      assert.doesNotMatch(textOf(page), /revoked/, 'the key that was revoked stands for no application')
      const reply = await ada.post('/settings/applications/revoke', { key_id: '1' }, { from: '/settings/applications' })
      assert.match(textOf(await ada.follow(reply)), /^Die App hat keinen Zugriff mehr auf Ihr Konto\./)
      assert.match(textOf(await ada.get('/settings/applications')), /Keine App hat Zugriff auf Ihr Konto/)
      assert.deepEqual(await account(server, sessions.ada, keys.first), statusEnvelope('session_required'))
      // What was allowed and not yet exchanged is taken back as well.
      const url = `/3/authentication/session/new?api_key=${keys.first}&request_token=${token.request_token}`
      assert.deepEqual((await server.app.inject(url)).json(), statusEnvelope('session_denied'))
      assert.equal((await account(server)).username, 'Bo')
    })

    test('nobody revokes the applications of somebody else', async (t) => {
      const server = await open(t)
      const dee = await signedIn(server, 'dee')
      for (const key_id of ['2', '0', 'x', ''])
        assert.equal((await dee.post('/settings/applications/revoke', { key_id }, { from: '/' })).status, 404)
      assert.equal((await account(server)).username, 'Bo')
    })
  })

  test('own data are everything that is kept, without secrets and without those of others', async (t) => {
    const server = await open(t)
    await applyEdit(server.db, {
      account_id: 1,
      at: new Date(testDay),
      note: 'a review',
      records: [{ kind: 'movie', id: 502, parts: { reviews: { put: [{ ...review, account_id: 1 }] } } }],
    })
    const voted = { kind: 'movie', entity_id: 502, gallery: 'posters', image_id: 'a'.repeat(24), value: 7, at: testDay }
    await rememberPlaces(server.db, 1, ['key:1'], new Date(testDay))
    await rememberPlaces(server.db, 2, ['key:2'], new Date(testDay))
    await server.db.run(sql`insert into image_vote (kind, entity_id, gallery, image_id, account_id, value, at)
      values ('movie', 502, 'posters', ${voted.image_id}, 1, 7, ${testDay}),
        ('movie', 502, 'posters', ${voted.image_id}, 2, 9, ${testDay})`)
    const ada = await signedIn(server, 'ada')
    const reply = await ada.get('/settings/data/download')
    assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(reply.headers['content-disposition'], 'attachment; filename="reelcommons-ada.json"')
    assert.equal(reply.headers['cache-control'], 'private, no-store')
    const { edits, ...data } = JSON.parse(reply.body)
    assert.deepEqual(data, { ...adasData, lists: adasLists, image_votes: [voted] })
    assert.deepEqual(
      edits.map(({ at, note }: Record<string, string>) => [at, note]),
      [[testDay, 'a review']],
    )
    for (const secret of [sessions.ada, keys.first, tokens.whole, 'argon2', ...ada.cookies.values()])
      assert.ok(!reply.body.includes(secret), secret)
  })
})

const idsIn = (body: string) => [...body.matchAll(/name="id" value="(\d+)"/g)].map(([, id]) => id as string)
const review = {
  id: '5f0000000000000000000a01',
  content: 'Dark, and *bright*.',
  rating: 8.5,
  iso_639_1: 'en',
  created_at: testDay,
  updated_at: testDay,
}

const adasData = {
  account: {
    id: 1,
    username: 'ada',
    name: 'Ada Lamplight',
    email: 'ada@people.example',
    email_verified_at: loadedAt,
    ...{ role: 'member', trusted_at: null, digest_at: null },
    ...{ iso_639_1: 'de', iso_3166_1: 'DE', include_adult: true, appearance: '' },
    ...adasProfile,
    created_at: loadedAt,
  },
  browsers: [{ browser: 'test', created_at: testDay, last_used_at: testDay }],
  places: [{ place: 'key:1', first_at: testDay, last_at: testDay }],
  applications: [
    { application: 'first', created_at: loadedAt, last_used_on: testDay.slice(0, 10) },
    { application: 'revoked', created_at: loadedAt, last_used_on: testDay.slice(0, 10) },
  ],
  ...{ acts: [], keys: [], notifications: [], access_tokens: adasTokens, liked_lists: [], lists_of_several: [] },
  watchlist: [
    { kind: 'movie', entity_id: 503, title: "L'Heure de velours", created_at: '2026-03-09T18:00:00.000Z' },
    { kind: 'movie', entity_id: 501, title: 'The Glass Lantern', created_at: '2026-03-09T18:00:01.000Z' },
    { kind: 'series', entity_id: 601, title: 'Tidewater Signals', created_at: '2026-03-09T18:00:00.000Z' },
  ],
  ...{ favorites: [], ratings: [], watched: [], calendar_addresses: [], match_decisions: [], jobs: [], imports: [] },
  ...{ watched_records: [], watched_accounts: [], watched_lists: [], watched_searches: [], player_addresses: [] },
  reviews: [{ ...review, kind: 'movie', entity_id: 502, title: 'Das zweite Glimmen' }],
  ...{ one_time_codes: [], passkeys: [], recovery_codes: [], player_deliveries: [], liked_reviews: [], webhooks: [] },
  ...{ webhook_deliveries: [], security_events: [], waiting_edits: [], reports: [], import_entries: [], set_aside: [] },
}
