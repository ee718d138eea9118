import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

const site = 'http://reelcommons.example'
const better = 'nine blue lanterns'
const later = (minutes: number, ms = 0) => new Date(Date.parse(testDay) + minutes * 60_000 + ms).toISOString()

type Place = { server: PagesServer; mails: MailServer }

async function open(t: TestContext, engine: TestEngine): Promise<Place> {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  // Her pages would be German.
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  return { server, mails }
}

const signIn = async ({ server }: Place, name: string, secret: string) =>
  (await openVisitor(server.app).post('/login', { name, password: secret, next: '' })).status === 303

const Address = Type.Object({ email: Type.String(), email_verified_at: nullable(Type.String()) })
const addressOf = ({ server: { db } }: Place, username: string) =>
  db.one(Address, sql`select email, email_verified_at from account where username = ${username}`)

const faultsIn = (body: string) =>
  [...body.matchAll(/<li><a href="#(\w+)">([^<]*)</g)].map(([, name, fault]) => [name, fault])

forEachEngine(loadWorld, (engine) => {
  describe('a new password', () => {
    const path = '/settings/account/password'

    test('ends all other sessions, also a copy of the one at hand, and is told by mail', async (t) => {
      const place = await open(t, engine)
      const { server, mails } = place
      const [ada, phone, bo] = [
        await signedIn(server, 'ada'),
        await signedIn(server, 'ada'),
        await signedIn(server, 'bo'),
      ]
      const copy = openVisitor(server.app)
      for (const [name, value] of ada.cookies) copy.cookies.set(name, value)
      const reply = await ada.post(path, { present: password, password: better, repeat: better })
      assert.deepEqual([reply.status, reply.location], [303, '/settings/account/access'])
      assert.match(textOf(await ada.follow(reply)), /^Password changed. All other devices are signed out, and apps /)
      for (const other of [phone, copy]) assert.equal((await other.get('/settings/profile')).status, 303)
      assert.equal((await bo.get('/settings/profile')).status, 200)
      assert.deepEqual([await signIn(place, 'ada', password), await signIn(place, 'ada', better)], [false, true])
      const mail = await mails.next()
      assert.deepEqual([mail.recipients, mail.headers.subject], [['ada@people.example'], 'Your password was changed'])
      assert.ok(!mail.text.includes(better))
    })

    const wrong: [title: string, fields: Record<string, string>, faults: string[][]][] = [
      ['the present one is missing', { present: '' }, [['present', 'Enter your current password.']]],
      ['the present one is wrong', { present: 'the lamp is out' }, [['present', 'That is not your current password.']]],
      ['it is short', { password: 'short', repeat: 'short' }, [['password', 'A password has at least 12 characters.']]],
      ['it is repeated wrongly', { repeat: 'nine blue lantern' }, [['repeat', 'The passwords do not match.']]],
    ]
    for (const [title, fields, faults] of wrong) {
      test(`is refused where ${title}`, async (t) => {
        const place = await open(t, engine)
        const { server } = place
        const [ada, phone] = [await signedIn(server, 'ada'), await signedIn(server, 'ada')]
        const reply = await ada.post(path, { present: password, password: better, repeat: better, ...fields })
        assert.equal(reply.status, 422)
        assert.deepEqual(faultsIn(reply.body), faults)
        assert.ok(!reply.body.includes(better) && !reply.body.includes(password), 'no password is shown again')
        assert.equal((await phone.get('/settings/profile')).status, 200)
        assert.equal(await signIn(place, 'ada', password), true)
      })
    }

    test('is guessed no faster here than at the door', async (t) => {
      const { server } = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      const statuses: number[] = []
      for (let guess = 0; guess < 12; guess++) {
        const reply = await ada.post(path, { present: `guess ${guess}`, password: better, repeat: better })
        statuses.push(reply.status)
      }
      assert.deepEqual(statuses, [...Array(10).fill(422), 429, 429])
      const right = await ada.post(path, { present: password, password: better, repeat: better })
      assert.deepEqual([right.status, right.headers['retry-after']], [429, '2'])
    })
  })

  describe('a new address', () => {
    const path = '/settings/account/email'
    const email = 'lamp@elsewhere.example'

    test('is the account’s when its link is followed, and both addresses are told', async (t) => {
      const place = await open(t, engine)
      const { server, mails } = place
      const ada = await signedIn(server, 'ada')
      const reply = await ada.post(path, { email, present: password })
      assert.deepEqual([reply.status, reply.location], [303, '/settings/account'])
      assert.match(textOf(await ada.follow(reply)), /^A link is on its way to the new address\./)
      const asked = [await mails.next(), await mails.next()].sort((one, other) => (one.link < other.link ? 1 : -1))
      assert.deepEqual(
        asked.map(({ recipients, headers }) => [recipients[0], headers.subject]),
        [
          [email, 'Verify your new e-mail address'],
          ['ada@people.example', 'Your e-mail address is about to change'],
        ],
      )
      assert.ok(!asked[1]!.text.includes('elsewhere'), 'whoever reads the old mail learns nothing of the new address')
      assert.equal((await addressOf(place, 'ada'))?.email, 'ada@people.example')

      const link = asked[0]!.link.slice(site.length)
      assert.match(link, /^\/settings\/email\/[0-9a-f]{40}$/)
      const stranger = openVisitor(server.app)
      assert.match(textOf(await stranger.get(link)), /lamp@elsewhere\.example Use this address$/)
      assert.equal((await addressOf(place, 'ada'))?.email, 'ada@people.example', 'looking changes nothing')
      const followed = await stranger.post(link, {})
      assert.deepEqual([followed.status, followed.location], [303, '/login'])
      assert.match(textOf(await stranger.follow(followed)), /^E-mail address changed\./)
      assert.deepEqual(await addressOf(place, 'ada'), { email, email_verified_at: testDay })
      const told = await mails.next()
      assert.deepEqual(
        [told.recipients, told.headers.subject],
        [['ada@people.example'], 'Your e-mail address was changed'],
      )
      for (const again of [await stranger.get(link), await stranger.post(link, {}, { from: '/' })])
        assert.deepEqual([again.status, textOf(again).slice(0, 21)], [404, 'This link has expired'])
      assert.equal(await signIn(place, email, password), true)
      assert.equal(await signIn(place, 'ada@people.example', password), false)
    })

    test('stops links that were sent to the old one', async (t) => {
      const place = await open(t, engine)
      const { server, mails } = place
      const stranger = openVisitor(server.app)
      await stranger.post('/password/forgotten', { email: 'ada@people.example' })
      const reset = (await mails.next()).link.slice(site.length)
      assert.equal((await stranger.get(reset)).status, 200)
      const ada = await signedIn(server, 'ada')
      await ada.post(path, { email, present: password })
      const link = [await mails.next(), await mails.next()].find(({ link }) => link !== '')!.link.slice(site.length)
      await ada.post(link, {})
      assert.equal((await stranger.get(reset)).status, 404)
    })

    test('ends after 24 hours to the millisecond', async (t) => {
      const { server, mails } = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      await ada.post(path, { email, present: password })
      const link = [await mails.next(), await mails.next()].find(({ link }) => link !== '')!.link.slice(site.length)
      server.setTime(later(24 * 60, -1))
      assert.equal((await ada.get(link)).status, 200)
      server.setTime(later(24 * 60))
      assert.equal((await ada.get(link)).status, 404)
      assert.equal((await ada.post(link, {}, { from: '/' })).status, 404)
    })

    test('that is another account’s is not given away, and its owner is told', async (t) => {
      const place = await open(t, engine)
      const { server, mails } = place
      const bo = await signedIn(server, 'bo')
      const reply = await bo.post(path, { email: 'ADA@people.example', present: password })
      assert.deepEqual([reply.status, reply.location], [303, '/settings/account'])
      assert.match(textOf(await bo.follow(reply)), /^A link is on its way to the new address\./)
      const mail = await mails.next()
      assert.equal(mail.headers.subject, 'Your e-mail address was entered for another account')
      assert.equal(mail.link, '')
      assert.equal((await addressOf(place, 'Bo'))?.email, '')
    })

    test('that another account verified meanwhile stays with that one', async (t) => {
      const place = await open(t, engine)
      const { server, mails } = place
      const links: string[] = []
      for (const username of ['bo', 'eve']) {
        const person = await signedIn(server, username)
        await person.post(path, { email, present: password })
        links.push((await mails.next()).link.slice(site.length))
      }
      const stranger = openVisitor(server.app)
      const replies = [await stranger.post(links[0]!, {}), await stranger.post(links[1]!, {})]
      assert.deepEqual(
        replies.map(({ status }) => status),
        [303, 409],
      )
      assert.match(textOf(replies[1]!), /^This address belongs to another account/)
      assert.deepEqual([(await addressOf(place, 'Bo'))?.email, (await addressOf(place, 'eve'))?.email], [email, ''])
    })

    const wrong: [title: string, fields: Record<string, string>, fault: string][] = [
      ['it is none', { email: 'lamp' }, 'email'],
      ['it holds a second one', { email: 'a@b.example\r\nbcc: c@d.example' }, 'email'],
      ['it is the present one in capitals', { email: 'ADA@PEOPLE.EXAMPLE' }, 'email'],
      ['it is markup', { email: '"><script>alert(1)</script>' }, 'email'],
      ['the password is missing', { present: '' }, 'present'],
      ['the password is wrong', { present: 'the lamp is out' }, 'present'],
    ]
    for (const [title, fields, fault] of wrong) {
      test(`is refused where ${title}`, async (t) => {
        const { server, mails } = await open(t, engine)
        const ada = await signedIn(server, 'ada')
        const reply = await ada.post(path, { email, present: password, ...fields })
        assert.equal(reply.status, 422)
        assert.deepEqual(
          faultsIn(reply.body).map(([name]) => name),
          [fault],
        )
        assert.doesNotMatch(reply.body, /<script>alert/)
        assert.ok(!reply.body.includes(password))
        if (fields.email === undefined) assert.ok(reply.body.includes(`value="${email}"`), 'what was typed is kept')
        assert.deepEqual(mails.received, [])
      })
    }
  })
})
