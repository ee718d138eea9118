import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findAccount } from '#src/accounts/accounts.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { maxKeysOfAccount } from '#src/keys/account-keys.ts'
import { createKey } from '#src/keys/keys.ts'
import { openUsage } from '#src/keys/usage.ts'
import { countUnread } from '#src/mail/notifications.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import {
  openVisitor,
  type PagesServer,
  type Reply,
  signedIn,
  startPages,
  textOf,
  type Visitor,
} from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const application = {
  plan: 'developer',
  dialect: 'common',
  name: 'Lantern <b>',
  application_address: 'https://lantern.example/',
  kind_of_use: 'website',
  summary: 'Shows what is on in the cinemas of our town.',
  contact: 'bo@lantern.example',
  terms: 'on',
}
const applyPath = '/settings/api/new'

/** The key that a page shows in full. */
function secretIn({ status, body }: Reply): string {
  const [, secret] = /<code class="secret" id="new-key">([0-9a-f]{32})<\/code>/.exec(body) ?? []
  assert.equal(status, 200)
  assert.ok(secret, `there is no key in ${body}`)
  return secret
}

/** The address of what can be done to the first key of a page. */
function addressOf({ body }: Reply, action: 'replace' | 'revoke'): string {
  const [, address] = new RegExp(`href="(/settings/api/\\d+/${action})"`).exec(body) ?? []
  assert.ok(address, `there is no ${action} in ${body}`)
  return address
}

const statusWith = async (server: PagesServer, secret: string) =>
  (await server.app.inject(`/3/authentication?api_key=${secret}`)).statusCode

const idOf = async (db: Database, username: string) => (await findAccount(db, username))!.id

const makeAdministrator = (db: Database, username: string) =>
  db.run(sql`update account set role = 'administrator' where folded_username = ${username}`)

/** bo, whose pages are English, with a key. */
async function startWithKey(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const bo = await signedIn(server, 'bo')
  const secret = secretIn(await bo.follow(await bo.post(applyPath, application)))
  return { server, bo, secret }
}

const alertOf = ({ body }: Reply) => [...body.matchAll(/<li><a href="#(\w+)">([^<]*)<\/a>/g)].map(([, field]) => field)

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  test('who has no key is told how to get one', async () => {
    const page = await (await signedIn(server, 'bo')).get('/settings/api')
    assert.equal(page.status, 200)
    assert.match(textOf(page), / API keys .* No keys yet .* Get a key$/)
    assert.match(page.body, /href="\/settings\/api\/new"/)
  })

  test('a key is applied for, shown in full once, and opens the interface', async (t) => {
    const { server, bo, secret } = await startWithKey(t, engine)
    assert.equal(await statusWith(server, secret), 200)
    const overview = await bo.get('/settings/api')
    assert.ok(!overview.body.includes(secret))
    const text = textOf(overview)
    const facts = 'Plan Developer Up to 50 requests per second Field names As existing apps expect'
    assert.match(text, new RegExp(`Lantern <b> Key ends in ${secret.slice(-4)} ${facts}`))
    assert.match(text, /Last used never Requests, last 24 hours 0 Requests, last 30 days 0 Languages .* Replace/)
    assert.match(overview.body, /Notifications <span class="badge">1<span class="unseen"> new</)
    const notifications = await bo.get('/notifications')
    assert.match(textOf(notifications), /New A key was created for Lantern <b>\. It ends in [0-9a-f]{4}\./)
    const read = await bo.post('/notifications/read', { up_to: '1000' }, { from: '/notifications' })
    assert.deepEqual([read.status, read.location], [303, '/notifications'])
    assert.match(textOf(await bo.follow(read)), /^All notifications are marked as read\./)
    assert.ok(!(await bo.get('/notifications')).body.includes('unread'))
  })

  test('what is wrong with an application is told, and what was typed is kept', async () => {
    const bo = await signedIn(server, 'bo')
    const nothing = await bo.post(applyPath, {})
    assert.equal(nothing.status, 422)
    const needed = Object.keys(application).filter((field) => field !== 'application_address')
    assert.deepEqual(alertOf(nothing), needed)
    for (const field of needed) assert.match(nothing.body, new RegExp(`id="${field}-error"`))
    // All but the plan and the dialect, of which one is chosen, are marked.
    assert.equal(textOf(nothing).split('(required)').length - 1, needed.length - 2)

    const wrong = { ...application, application_address: 'javascript:alert("1")', summary: '</textarea><script>' }
    const reply = await bo.post(applyPath, { ...wrong, plan: 'professional' })
    assert.deepEqual([reply.status, alertOf(reply)], [422, ['application_address', 'summary']])
    assert.match(reply.body, /value="Lantern &#60;b&#62;"/)
    assert.match(reply.body, /value="javascript:alert\(&#34;1&#34;\)"/)
    assert.match(reply.body, /&#60;\/textarea&#62;&#60;script&#62;<\/textarea>/)
    assert.match(reply.body, /value="professional" checked/)
    assert.match(reply.body, /<option value="website" selected>/)
    assert.match(reply.body, /id="terms" name="terms" checked/)
    assert.match(textOf(await bo.get('/settings/api')), /No keys yet/)
  })

  test('who is not verified gets no key', async () => {
    const dee = await signedIn(server, 'dee')
    assert.match(textOf(await dee.get('/settings/api')), /Your e-mail address is not verified yet/)
    const form = await dee.get(applyPath)
    const sent = await dee.post(applyPath, application, { from: '/settings/api' })
    for (const reply of [form, sent]) {
      assert.equal(reply.status, 403)
      assert.match(textOf(reply), / API keys Get an API key Your e-mail address is not verified yet/)
    }
  })

  test('who has as many keys as there may be gets no other', async (t) => {
    const { server, bo } = await startWithKey(t, engine)
    const account_id = await idOf(server.db, 'bo')
    const made = { plan: 'developer', account_id, now: new Date(testDay) } as const
    for (let count = 1; count < maxKeysOfAccount; count++) await createKey(server.db, { ...made, name: `key ${count}` })
    const overview = await bo.get('/settings/api')
    assert.match(textOf(overview), /You have 20 keys, the most that an account can have/)
    assert.ok(!overview.body.includes(applyPath))
    const refused = await bo.post(applyPath, application)
    assert.deepEqual([refused.status, alertOf(refused)], [422, ['plan']])
  })

  test('a key is replaced, and the old one is valid for as long as was chosen', async (t) => {
    const { server, bo, secret } = await startWithKey(t, engine)
    const address = addressOf(await bo.get('/settings/api'), 'replace')
    assert.match(textOf(await bo.get(address)), / New key for Lantern <b> .* No time 1 day 2 days .* 7 days/)
    for (const overlap of ['', '8', '-1', '1.5', '10']) {
      const refused = await bo.post(address, { overlap })
      assert.deepEqual([refused.status, alertOf(refused)], [422, ['overlap']], overlap)
    }
    const replaced = await bo.follow(await bo.post(address, { overlap: '2' }))
    const next = secretIn(replaced)
    assert.match(textOf(replaced), /The old key is valid until 12 Mar 2026, 12:00 UTC\./)
    assert.deepEqual([await statusWith(server, secret), await statusWith(server, next)], [200, 200])
    const overview = textOf(await bo.get('/settings/api'))
    assert.match(overview, /Replaced by a new key\. This one is valid until 12 Mar 2026, 12:00 UTC\./)
    assert.equal((await bo.get(address)).status, 404)
    const again = await bo.post(address, { overlap: '2' }, { from: '/settings/api' })
    assert.deepEqual([again.status, again.location], [303, '/settings/api'])
    assert.match(textOf(await bo.follow(again)), /^This key has expired or is already being replaced/)
    assert.match(
      textOf(await bo.get('/notifications')),
      /Lantern <b> has a new key.* valid until 12 Mar 2026, 12:00 UTC/,
    )

    server.setTime('2026-03-12T12:00:01.000Z')
    assert.deepEqual([await statusWith(server, secret), await statusWith(server, next)], [401, 200])
    assert.match(textOf(await bo.get('/settings/api')), /replaced, expired on 12 Mar 2026, 12:00 UTC/)
  })

  test('a key is revoked after a question, and refused from then on', async (t) => {
    const { server, bo, secret } = await startWithKey(t, engine)
    const address = addressOf(await bo.get('/settings/api'), 'revoke')
    assert.match(textOf(await bo.get(address)), / Revoke the key of Lantern <b> .* This cannot be undone/)
    assert.equal(await statusWith(server, secret), 200)
    const revoked = await bo.post(address, {})
    assert.equal(revoked.location, '/settings/api')
    assert.match(textOf(await bo.follow(revoked)), /^Key revoked\..*revoked on 10 Mar 2026, 12:00 UTC/)
    assert.equal(await statusWith(server, secret), 401)
    assert.equal((await bo.post(address, {}, { from: '/settings/api/new' })).status, 404)
  })

  test('nobody reaches the keys and notifications of another', async (t) => {
    const { server, bo, secret } = await startWithKey(t, engine)
    const eve = await signedIn(server, 'eve')
    const overview = await bo.get('/settings/api')
    for (const action of ['replace', 'revoke'] as const) {
      const address = addressOf(overview, action)
      assert.equal((await eve.get(address)).status, 404)
      assert.equal((await eve.post(address, { overlap: '0' }, { from: applyPath })).status, 404)
    }
    assert.equal(await statusWith(server, secret), 200)
    await eve.post('/notifications/read', { up_to: '999999' }, { from: '/notifications' })
    assert.equal(await countUnread(server.db, await idOf(server.db, 'bo')), 1)
    for (const path of [
      '/settings/api/0/revoke',
      '/settings/api/x/replace',
      '/settings/api/99999999999999999999/revoke',
    ])
      assert.equal((await bo.get(path)).status, 404)
  })

  const ofKey = ['languages', 'replace', 'revoke'].map((act) => `/settings/api/1/${act}`)
  const posts = [applyPath, ...ofKey, '/notifications/read']
  for (const path of [...posts, '/admin/keys/1/suspend', '/admin/keys/1/restore', '/admin/keys/1/revoke']) {
    test(`${path} is refused to strangers, and without the token of the form`, async () => {
      const stranger = await openVisitor(server.app).post(path, application, { from: '/' })
      assert.deepEqual([stranger.status, stranger.location], [303, '/login'])
      const forged = await (await signedIn(server, 'bo')).post(path, application, { from: '/', token: 'x' })
      assert.equal(forged.status, 403)
    })
  }

  test('the usage of a key is shown, with what was over its limit', async (t) => {
    const { server, bo } = await startWithKey(t, engine)
    const [id] = /\d+(?=\/revoke)/.exec(addressOf(await bo.get('/settings/api'), 'revoke')) ?? []
    let now = testDay
    const usage = openUsage(server.db, () => new Date(now))
    const count = (at: string, requests: number) => {
      now = at
      for (let index = 0; index < requests; index++) usage.count(Number(id), index < 5)
    }
    count('2026-03-01T10:00:00.000Z', 1500)
    count('2026-03-10T11:59:00.000Z', 20)
    await usage.write()
    const page = await bo.get('/settings/api')
    const text = textOf(page)
    assert.match(text, /Last used 10 Mar 2026, 11:59 UTC Requests, last 24 hours 20 Requests, last 30 days 1,520/)
    assert.match(text, /10 of them over the limit/)
    assert.match(page.body, /aria-label="Requests per day .*: 1,520 in total, at most 1,500 on 1 March 2026\."/)
    assert.equal(page.body.match(/<rect /g)?.length, 30)
    assert.match(page.body, /height="48"><title>1 March 2026: 1,500</)
    assert.match(page.body, /height="2"><title>10 March 2026: 20</)
  })

  test('only administrators see the keys of all', async (t) => {
    const { server, bo } = await startWithKey(t, engine)
    assert.equal((await bo.get('/admin/keys')).status, 403)
    assert.equal((await bo.post('/admin/keys/1/revoke', {}, { from: '/notifications' })).status, 403)
    await server.db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
    assert.equal((await bo.get('/admin/keys')).status, 403)
    const stranger = await openVisitor(server.app).get('/admin/keys')
    assert.equal(stranger.location, '/login?next=%2Fadmin%2Fkeys')
  })

  test('an administrator finds a key, suspends it, restores it and revokes it', async (t) => {
    const { server, bo, secret } = await startWithKey(t, engine)
    await makeAdministrator(server.db, 'eve')
    const eve: Visitor = await signedIn(server, 'eve')
    const found = await eve.get('/admin/keys?query=LANT')
    assert.match(textOf(found), /1 key App .* Lantern <b> Website https:\/\/lantern\.example\/ Shows what .* Bo/)
    const [, id] = /action="\/admin\/keys\/(\d+)\/suspend"/.exec(found.body) ?? []
    const act = (action: string, next = '/admin/keys?query=LANT') =>
      eve.post(`/admin/keys/${id}/${action}`, { next }, { from: '/admin/keys' })

    const suspended = await act('suspend')
    assert.deepEqual([suspended.status, suspended.location], [303, '/admin/keys?query=LANT'])
    assert.match(textOf(await eve.follow(suspended)), /^Key suspended\..* Suspended Restore/)
    assert.equal(await statusWith(server, secret), 401)
    assert.match(textOf(await bo.get('/settings/api')), /Suspended: requests with this key are refused/)
    assert.match(textOf(await eve.follow(await act('suspend'))), /^Nothing was changed/)
    assert.match(textOf(await eve.follow(await act('restore'))), /^The key is valid again\./)
    assert.equal(await statusWith(server, secret), 200)
    assert.equal((await act('revoke', 'https://evil.example')).location, '/')
    assert.equal(await statusWith(server, secret), 401)
    assert.match(
      textOf(await bo.get('/notifications')),
      /administrator revoked .* is valid again\. .* administrator suspended/,
    )
    assert.match(textOf(await eve.get('/admin/keys?query=no%20such')), /No key found/)
    for (const id of ['0', 'x', '-1']) {
      assert.equal((await eve.post(`/admin/keys/${id}/revoke`, {}, { from: '/admin/keys' })).status, 404)
    }
  })

  test('all keys are shown page by page', async (t) => {
    const { server } = await startWithKey(t, engine)
    await makeAdministrator(server.db, 'eve')
    const now = new Date(testDay)
    for (let count = 0; count < 55; count++)
      await createKey(server.db, { name: `app ${count}`, plan: 'developer', account_id: null, now })
    const eve = await signedIn(server, 'eve')
    const first = await eve.get('/admin/keys?query=app')
    assert.match(textOf(first), /55 keys .* created on the command line .* Page 1 Page 2 Next$/)
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first.body) ?? []
    assert.equal(next.replaceAll('&#61;', '=').replaceAll('&#38;', '&'), '/admin/keys?query=app&page=2')
    assert.match(textOf(await eve.get('/admin/keys?query=app&page=2')), /app 0 .* Previous Page 1 Page 2$/)
  })

  test('German pages are German', async () => {
    const ada = await signedIn(server, 'ada')
    assert.match(textOf(await ada.get('/settings/api')), / API-Schlüssel Eine App braucht /)
    assert.match(textOf(await ada.get(applyPath)), /Bis zu 50 Anfragen pro Sekunde/)
    assert.match(textOf(await ada.get('/notifications')), /Noch keine Mitteilungen/)
  })
})
