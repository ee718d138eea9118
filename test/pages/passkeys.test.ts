import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { keepChallenge, maxChallengesOfAccount, takeChallenge } from '#src/accounts/factors/challenges.ts'
import { maxPasskeys, passkeySiteOf } from '#src/accounts/factors/passkeys.ts'
import { listEvents } from '#src/audit/security-events.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { type Lie, type Made, makePasskey, signWith } from '../support/pages/authenticator.ts'
import {
  openVisitor,
  type PagesServer,
  signedIn,
  startPages,
  textOf,
  tokenIn,
  type Visitor,
} from '../support/pages/visitor.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

const home = '/settings/account#passkeys'
const path = '/settings/account/passkeys'
const site = { host: 'localhost', origin: 'http://localhost:8080' }
const later = (minutes: number) => new Date(Date.parse(testDay) + minutes * 60_000)

type Place = { server: PagesServer; mails: MailServer }

async function open(t: TestContext, engine: TestEngine, address = site.origin): Promise<Place> {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url, site: address })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  return { server, mails }
}

const unescaped = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** What a page tells the device, after the password. */
async function askToAdd(person: Visitor) {
  const shown = await person.post(path, { present: password })
  const [, options = ''] = /data-options="([^"]*)"/.exec(shown.body) ?? []
  return { token: tokenIn(shown.body), options: JSON.parse(unescaped(options)) }
}

async function add(person: Visitor, lie?: Lie, name = 'Phone') {
  const { token, options } = await askToAdd(person)
  const { made, credential } = makePasskey(options, site.origin, lie)
  const reply = await person.post(`${path}/add`, { credential, name }, { token })
  assert.deepEqual([reply.status, reply.location], [303, home])
  return { made, credential, token, said: textOf(await person.follow(reply)).split('.')[0] }
}

async function challenge(visitor: Visitor) {
  const token = tokenIn((await visitor.get('/login')).body)
  const reply = await visitor.post('/login/passkey/options', {}, { token })
  return { token, reply, challenge: reply.status === 200 ? JSON.parse(reply.body).challenge : '' }
}

/** Signs in, and returns where that leads. */
async function enter(server: PagesServer, made: Made, lie?: Lie) {
  const visitor = openVisitor(server.app)
  const asked = await challenge(visitor)
  made.counter++
  const credential = signWith(made, asked.challenge, site, lie)
  const fields = { credential, next: '/watchlist' }
  const { location } = await visitor.post('/login/passkey', fields, { token: asked.token })
  return { visitor, fields, location, token: asked.token, challenge: asked.challenge }
}
const refused = '/login?next=%2Fwatchlist'

const Counted = Type.Object({ count: Type.Integer() })
const countOf = async ({ db }: PagesServer) =>
  (await db.one(Counted, sql`select count(*) as count from passkey`))?.count

test('passkeys are for names of hosts over https, and for the own machine', () => {
  const cases: [site: string, host: string | undefined][] = [
    ['https://films.example', 'films.example'],
    ['https://films.example:8443', 'films.example'],
    ['http://localhost:8080', 'localhost'],
    ['http://films.example', undefined],
    ['https://192.0.2.1', undefined],
    ['https://[::1]:8080', undefined],
    ['http://127.0.0.1:8080', undefined],
  ]
  for (const [address, host] of cases) assert.equal(passkeySiteOf(address)?.host, host, address)
})

forEachEngine(loadWorld, (engine) => {
  describe('passkeys', () => {
    test('are added with the password, sign in without one, are renamed and removed', async (t) => {
      const { server, mails } = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      assert.equal((await ada.post(path, { present: 'the lamp is out' })).status, 422)
      const { made, said } = await add(ada)
      assert.equal(said, 'Passkey added')
      assert.equal((await mails.next()).headers.subject, 'A passkey was added')
      const { visitor, location } = await enter(server, made)
      assert.equal(location, '/watchlist')
      const page = textOf(await visitor.get('/settings/account'))
      assert.match(page, /Phone Added on [^.]*\. Last used on /)
      const [, id = ''] = /name="id" value="(\d+)"/.exec((await ada.get('/settings/account')).body) ?? []
      await ada.post(`${path}/rename`, { id, name: ' Old\u0007pho\u202ene ' }, { from: '/settings/account' })
      assert.match(textOf(await ada.get('/settings/account')), /Old phone Added on/)
      await ada.post(`${path}/remove`, { id }, { from: '/settings/account' })
      assert.equal((await mails.next()).headers.subject, 'A passkey was removed')
      assert.equal((await enter(server, made)).location, refused)
      const events = (await listEvents(server.db, 1)).map(({ what }) => what)
      assert.deepEqual(events, ['passkey_removed', 'signed_in', 'passkey_added', 'sign_in_failed'])
    })

    test('are added whatever a device states about who built it, and nothing that it names is fetched', async (t) => {
      const { server } = await open(t, engine)
      const fetched = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('There is no network')))
      const { made, said } = await add(await signedIn(server, 'ada'), { revocationsAt: 'http://127.0.0.1:1/revoked' })
      assert.deepEqual([said, fetched.mock.callCount()], ['Passkey added', 0])
      assert.equal((await enter(server, made)).location, '/watchlist')
    })

    test('need no one-time code, because the device has asked for more than itself', async (t) => {
      const { server } = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      const { made } = await add(ada)
      await server.db.run(sql`
        insert into totp (account_id, secret, made_at, confirmed_at, last_period)
        values (1, 'readable GEZDGNBVGY3TQOJQ', ${testDay}, ${testDay}, 0)`)
      assert.equal((await enter(server, made)).location, '/watchlist')
    })

    const lies: [title: string, lie: Lie][] = [
      ['another origin', { origin: 'http://localhost:9090' }],
      ['another host', { host: 'films.example' }],
      ['nobody at the device', { isVerified: false }],
      ['a challenge of its own', { challenge: 'bmljZSB0cnk' }],
    ]
    for (const [title, lie] of lies) {
      test(`are refused from ${title}`, async (t) => {
        const { server } = await open(t, engine)
        const ada = await signedIn(server, 'ada')
        assert.equal((await add(ada, lie)).said, 'The passkey was not added')
        const { made } = await add(ada)
        assert.equal((await enter(server, made, lie)).location, refused)
        assert.equal((await enter(server, made)).location, '/watchlist')
      })
    }

    test('answer a challenge once, in five minutes, and only that of their account', async (t) => {
      const { server } = await open(t, engine)
      const [ada, bo] = [await signedIn(server, 'ada'), await signedIn(server, 'bo')]
      const { made, credential, token } = await add(ada)
      const again = await ada.post(`${path}/add`, { credential, name: '' }, { token })
      assert.match(textOf(await ada.follow(again)), /^The passkey was not added\./)
      // Bo sends what Ada's device has made for Ada, and registers what is Ada's.
      const { options } = await askToAdd(ada)
      const boToken = (await askToAdd(bo)).token
      const foreign = makePasskey(options, site.origin).credential
      await bo.post(`${path}/add`, { credential: foreign, name: '' }, { token: boToken })
      assert.equal(await countOf(server), 1)

      // A device that does not count: nothing but the challenge tells a replay.
      const { fields, location, visitor, token: own } = await enter(server, { ...made, counter: -1 })
      assert.equal(location, '/watchlist')
      await visitor.post('/logout', {}, { from: '/settings/account' })
      const replayed = await visitor.post('/login/passkey', fields, { from: '/login' })
      assert.equal(replayed.location, refused)
      assert.equal((await visitor.post('/login/passkey', fields, { token: own })).status, 403, 'the form is of before')
      // A challenge for adding does not sign in, nor does one that is signed for somebody else.
      const stranger = openVisitor(server.app)
      const form = tokenIn((await stranger.get('/login')).body)
      const adding = signWith({ ...made, counter: 9 }, options.challenge, site)
      assert.equal(
        (await stranger.post('/login/passkey', { credential: adding, next: '' }, { token: form })).location,
        '/login',
      )
      assert.equal((await enter(server, { ...made, counter: 9, userHandle: 'Ym8' })).location, refused)

      const late = openVisitor(server.app)
      const asked = await challenge(late)
      server.setTime(later(5).toISOString())
      const signed = signWith({ ...made, counter: 20 }, asked.challenge, site)
      const reply = await late.post('/login/passkey', { credential: signed, next: '' }, { token: asked.token })
      assert.equal(reply.location, '/login')
    })

    test('that count have to count on, and one of two at once gets in', async (t) => {
      const { server } = await open(t, engine)
      const { made } = await add(await signedIn(server, 'ada'))
      made.counter = 5
      assert.equal((await enter(server, made)).location, '/watchlist')
      assert.equal(
        (await enter(server, { ...made, counter: made.counter - 1 })).location,
        refused,
        'a copy of the device',
      )
      const both = await Promise.all([1, 2].map(() => enter(server, { ...made })))
      assert.deepEqual(both.map(({ location }) => location).sort(), [refused, '/watchlist'].sort())
    })

    test('and their challenges are limited', async (t) => {
      const { server } = await open(t, engine)
      const { db } = server
      const now = later(0)
      for (let each = 0; each <= maxChallengesOfAccount; each++) await keepChallenge(db, `challenge ${each}`, 1, now)
      assert.equal(await takeChallenge(db, 'challenge 0', 1, now), false)
      for (const account_id of [2, null]) assert.equal(await takeChallenge(db, 'challenge 1', account_id, now), false)
      assert.equal(await takeChallenge(db, 'challenge 1', 1, now), true)
      const ada = await signedIn(server, 'ada')
      for (let each = 0; each < maxPasskeys; each++)
        await db.run(sql`
          insert into passkey (account_id, credential_id, public_key, counter, transports, host, name, made_at)
          values (1, ${`key${each}`}, '', 0, '', 'localhost', 'One of many', ${testDay})`)
      assert.match((await add(ada)).said!, /^The passkey was not added, because your account cannot have more/)
      assert.match(
        textOf(await ada.get('/settings/account')),
        /You have 10 passkeys, the most that an account can have\./,
      )
      const visitor = openVisitor(server.app)
      const statuses: number[] = []
      for (let each = 0; each < 31; each++) statuses.push((await challenge(visitor)).reply.status)
      assert.deepEqual(statuses, [...Array(30).fill(200), 429])
    })

    test('are not offered where no browser can use them, and nonsense is refused', async (t) => {
      const { server } = await open(t, engine, 'http://films.example')
      const [ada, visitor] = [await signedIn(server, 'ada'), openVisitor(server.app)]
      assert.doesNotMatch((await visitor.get('/login')).body, /passkey/)
      assert.equal((await challenge(visitor)).reply.status, 404)
      assert.equal((await ada.get(path)).location, home)
      assert.match(textOf(await ada.get('/settings/account')), /Passkeys only work when/)
      const { server: offering } = await open(t, engine)
      const other = openVisitor(offering.app)
      const token = tokenIn((await other.get('/login')).body)
      for (const credential of ['', 'null', '{"id":"x"}', '{"id":"\\u0000","response":{"clientDataJSON":"e30"}}']) {
        const reply = await other.post('/login/passkey', { credential, next: '' }, { token })
        assert.deepEqual([reply.status, reply.location], [303, '/login'])
      }
      assert.equal((await other.post('/login/passkey', { credential: '', next: '' }, { token: 'x' })).status, 403)
      const person = await signedIn(offering, 'ada')
      for (const transports of ['usb', { length: 1 }, null, [1]]) {
        const asked = await askToAdd(person)
        const sent = JSON.parse(makePasskey(asked.options, site.origin).credential)
        const credential = JSON.stringify({ ...sent, response: { ...sent.response, transports } })
        const reply = await person.post(`${path}/add`, { credential, name: 'Phone' }, { token: asked.token })
        assert.deepEqual(
          [reply.status, textOf(await person.follow(reply)).split('.')[0]],
          [303, 'The passkey was not added'],
        )
      }
    })
  })
})
