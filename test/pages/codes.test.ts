import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import { checkSecondFactor } from '#src/accounts/factors/check.ts'
import {
  beginCodes,
  codesOf,
  confirmCodes,
  takeRecoveryCode,
  takeTimeCode,
  waitingSecret,
} from '#src/accounts/factors/codes.ts'
import { maxSteps } from '#src/accounts/factors/sign-in-step.ts'
import { listEvents } from '#src/audit/security-events.ts'
import { codeAt } from '#src/credentials/one-time-codes.ts'
import { sql } from '#src/database/sql.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { openVisitor, type PagesServer, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

const path = '/settings/account/codes'
const secretKey = 'a key of the test, of 32 letters'.replaceAll(' ', '-')
const seconds = (count: number) => new Date(Date.parse(testDay) + count * 1_000)

type Place = { server: PagesServer; mails: MailServer; setSeconds(count: number): Date }

async function open(t: TestContext, engine: TestEngine, options: Record<string, string> = {}): Promise<Place> {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url, 'secret-key': secretKey, ...options })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  const setSeconds = (count: number) => {
    server.setTime(seconds(count).toISOString())
    return seconds(count)
  }
  return { server, mails, setSeconds }
}

const secretIn = ({ body }: Reply) =>
  /<code class="secret">([A-Z2-7 ]+)</.exec(body)?.[1]?.replaceAll(' ', '') ?? assert.fail('no secret')
const codesIn = ({ body }: Reply) => [...body.matchAll(/<li><code class="secret">([\w-]+)</g)].map(([, code]) => code!)

/** Ada turns codes on, as people do. */
async function turnOn({ server, setSeconds }: Place) {
  const ada = await signedIn(server, 'ada')
  const begun = await ada.post(path, { present: password })
  assert.deepEqual([begun.status, begun.location], [303, `${path}/app`])
  const secret = secretIn(await ada.follow(begun))
  const confirmed = await ada.post(`${path}/app`, { code: codeAt(secret, setSeconds(0)) })
  assert.equal(confirmed.status, 200)
  const recovery = codesIn(confirmed)
  assert.equal(new Set(recovery).size, 10)
  return { ada, secret, recovery }
}

const door = { name: 'ada', password, next: '/watchlist' }
/** Types the right password at the door. */
async function atDoor({ app }: PagesServer, remoteAddress = '198.51.100.7') {
  const visitor = openVisitor(app, remoteAddress)
  const asked = await visitor.post('/login', door)
  assert.deepEqual([asked.status, asked.location], [303, '/login/code?next=%2Fwatchlist'])
  return visitor
}
const enter = async (visitor: Awaited<ReturnType<typeof atDoor>>, code: string) =>
  visitor.post('/login/code', { code, next: '/watchlist' })
const isIn = async (visitor: Awaited<ReturnType<typeof atDoor>>) =>
  (await visitor.get('/settings/account')).status === 200

const Stored = Type.Object({ secret: Type.String() })
const storedSecret = async ({ db }: PagesServer) =>
  (await db.one(Stored, sql`select secret from totp where account_id = 1`))?.secret ?? ''

async function subjects(mails: MailServer, count: number) {
  const found: unknown[] = []
  for (let each = 0; each < count; each++) found.push((await mails.next()).headers.subject)
  return found
}

forEachEngine(loadWorld, (engine) => {
  describe('one-time codes', () => {
    test('are turned on with a right code, asked for at the door, and each works once', async (t) => {
      const place = await open(t, engine)
      const { server, mails, setSeconds } = place
      const { ada, secret } = await turnOn(place)
      assert.match(await storedSecret(server), /^sealed /)
      assert.deepEqual(await subjects(mails, 1), ['One-time codes are on'])
      const page = textOf(await ada.get('/settings/account'))
      assert.match(page, /One-time codes On .* 10 of your 10 codes .* are left\./)
      for (const address of [path, `${path}/app`]) assert.equal((await ada.get(address)).location, '/settings/account')

      const visitor = await atDoor(server)
      assert.equal(await isIn(visitor), false)
      assert.match(textOf(await visitor.get('/login/code')), /One more step to sign in as ada\./)
      // The code that turned them on is used.
      const again = await enter(visitor, codeAt(secret, setSeconds(1)))
      assert.deepEqual([again.status, await isIn(visitor)], [422, false])
      const code = codeAt(secret, setSeconds(31))
      const entered = await enter(visitor, `${code.slice(0, 3)} ${code.slice(3)}`)
      assert.deepEqual([entered.status, entered.location, await isIn(visitor)], [303, '/watchlist', true])
      const second = await atDoor(server)
      assert.equal((await enter(second, code)).status, 422)
      assert.equal((await enter(second, codeAt(secret, seconds(1)))).status, 422, 'nor does one before it')
      assert.equal((await enter(second, codeAt(secret, setSeconds(61)))).status, 303)
      const events = (await listEvents(server.db, 1)).map(({ what }) => what)
      assert.deepEqual(events, ['signed_in', ...Array(2).fill('code_refused'), 'signed_in', 'code_refused', 'codes_on'])
    })

    test('are those of the secret whose code turned them on, whatever another page does', async (t) => {
      const { server, setSeconds } = await open(t, engine)
      const { db } = server
      const proven = await findAccount(db, 'ada')
      assert.ok(proven)
      const asked = { account_id: proven.id, secretKey, now: setSeconds(0) }
      const holder = { id: proven.id, username: 'ada', email: '', email_verified_at: null }
      const base = writingOf(db, proven.id, asked.now)
      const writing = { ...base, settings: { ...base.settings, secretKey } }
      const begin = async () => {
        assert.equal(await beginCodes.handle(writing, proven), true)
        return (await waitingSecret(db, asked)) ?? assert.fail('no secret')
      }
      const confirm = (waiting: Awaited<ReturnType<typeof begin>>) =>
        confirmCodes.handle(writing, { holder, waiting, code: codeAt(waiting.secret, asked.now), language: 'en' })
      // Another page begins anew between the look at the secret and its confirmation.
      const [first, second] = [await begin(), await begin()]
      assert.equal(await confirm(first), undefined)
      assert.equal((await codesOf(db, proven.id)).confirmed_at, null)
      // Of two pages that confirm at once, one shows recovery codes, and they are those that are stored.
      const made = (await Promise.all([confirm(second), confirm(second)])).filter((codes) => codes !== undefined)
      assert.equal(made.length, 1)
      assert.equal(await takeRecoveryCode(db, { ...asked, code: made[0]?.[0] ?? '' }), true)
      const later = setSeconds(31)
      assert.equal(await takeTimeCode(db, { ...asked, code: codeAt(second.secret, later), now: later }), true)
    })

    test('are not on before a right code was entered, within half an hour', async (t) => {
      const { server, setSeconds } = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      assert.equal((await ada.get(`${path}/app`)).location, path, 'the password first')
      assert.equal((await ada.post(path, { present: 'the lamp is out' })).status, 422)
      await ada.post(path, { present: password })
      const shown = await ada.get(`${path}/app`)
      const secret = secretIn(shown)
      assert.match(shown.body, /<svg class="qr-code"[^>]*role="img"/)
      assert.equal((await ada.post(`${path}/app`, { code: '000000' })).status, 422)
      const visitor = openVisitor(server.app)
      assert.equal((await visitor.post('/login', door)).location, '/watchlist')
      const at = setSeconds(30 * 60)
      const late = await ada.post(`${path}/app`, { code: codeAt(secret, at) }, { from: path })
      assert.deepEqual([late.status, late.location], [303, path])
    })

    test('that are guessed wait longer and longer, and a recovery code does not wait for that', async (t) => {
      const place = await open(t, engine)
      const { server, mails, setSeconds } = place
      const { secret, recovery } = await turnOn(place)
      const visitor = await atDoor(server)
      const statuses: number[] = []
      for (let guess = 0; guess < 6; guess++) statuses.push((await enter(visitor, `00000${guess}`)).status)
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429])
      const other = await atDoor(server, '203.0.113.9')
      const waits = await enter(other, codeAt(secret, setSeconds(29)))
      assert.deepEqual([waits.status, waits.headers['retry-after']], [429, '1'])
      assert.equal((await enter(other, recovery[0]!.toUpperCase())).status, 303)
      assert.deepEqual((await subjects(mails, 2)).sort(), ['A recovery code was used', 'One-time codes are on'])
      const third = await atDoor(server)
      assert.equal((await enter(third, recovery[0]!)).status, 422, 'it works once')
      assert.equal((await enter(third, recovery[1]!)).status, 303)
      // At a place where one has signed in, guesses elsewhere do not count.
      for (let guess = 0; guess < 6; guess++) await enter(await atDoor(server, '198.51.101.1'), `00000${guess}`)
      assert.equal((await enter(await atDoor(server), codeAt(secret, setSeconds(60)))).status, 303)
    })

    test('are taken once where two ask at the same time', async (t) => {
      const place = await open(t, engine)
      const { server, setSeconds } = place
      const { secret, recovery } = await turnOn(place)
      const now = setSeconds(30)
      for (const code of [codeAt(secret, now), recovery[3]!]) {
        const visitors = [await atDoor(server), await atDoor(server), await atDoor(server)]
        for (const visitor of visitors) await visitor.get('/login/code')
        const statuses = await Promise.all(visitors.map(async (visitor) => (await enter(visitor, code)).status))
        assert.deepEqual(statuses.sort(), [303, 422, 422])
      }
    })

    test('end with the step, a new password, ten minutes and too many steps', async (t) => {
      const place = await open(t, engine)
      const { server, setSeconds } = place
      const { ada, secret } = await turnOn(place)
      const first = await atDoor(server)
      const steps = await Promise.all(Array.from({ length: maxSteps }, () => atDoor(server)))
      await steps[0]!.get('/login/code')
      const pushedOut = await first.get('/login/code?next=%2Fwatchlist')
      assert.deepEqual([pushedOut.status, pushedOut.location], [303, '/login?next=%2Fwatchlist'])
      const used = await enter(steps[0]!, codeAt(secret, setSeconds(30)))
      assert.equal(used.status, 303)
      const better = { password: 'nine blue lanterns', repeat: 'nine blue lanterns' }
      const changed = await ada.post('/settings/account/password', {
        ...better,
        ...{ present: password, code: codeAt(secret, setSeconds(60)) },
      })
      assert.equal(changed.status, 303)
      assert.equal((await steps[1]!.get('/login/code')).location, '/login')
      const visitor = openVisitor(server.app)
      await visitor.post('/login', { ...door, ...better })
      setSeconds(60 + 600)
      assert.equal((await visitor.get('/login/code')).location, '/login')
    })

    test('stand beside the password wherever that is asked for', async (t) => {
      const place = await open(t, engine)
      const { server, setSeconds } = place
      const { ada, secret } = await turnOn(place)
      const forms: [address: string, fields: Record<string, string>][] = [
        ['/settings/account/password', { password: 'nine blue lanterns', repeat: 'nine blue lanterns' }],
        ['/settings/account/email', { email: 'lamp@elsewhere.example' }],
        ['/settings/delete', { reviews: 'keep' }],
        ['/settings/account/recovery-codes', {}],
        [`${path}/off`, {}],
      ]
      for (const [address, fields] of forms) {
        const reply = await ada.post(address, { ...fields, present: password })
        assert.deepEqual([reply.status, /id="code-error"/.test(reply.body)], [422, true], address)
      }
      setSeconds(3_600)
      const renewed = await ada.post('/settings/account/recovery-codes', {
        ...{ present: password, code: codeAt(secret, seconds(3_600)) },
      })
      assert.equal(codesIn(renewed).length, 10)
      const off = await ada.post(`${path}/off`, { present: password, code: codesIn(renewed)[0]! })
      assert.deepEqual([off.status, off.location], [303, '/settings/account'])
      const visitor = openVisitor(server.app)
      assert.equal((await visitor.post('/login', door)).location, '/watchlist')
    })

    test('guard applications that have the password, which are told where to send people', async (t) => {
      const place = await open(t, engine)
      const { server } = place
      await turnOn(place)
      const { app, db } = server
      const token = (await send(app, 'GET /3/authentication/token/new', { key: 'first' })).json().request_token
      const login = { username: 'ada', password, request_token: token }
      const address = 'POST /3/authentication/token/validate_with_login'
      const refused = await send(app, address, { key: 'first', body: login })
      assert.equal(refused.statusCode, 401)
      assert.deepEqual(refused.json(), {
        success: false,
        status_code: 14,
        status_message:
          'Authentication failed: this account needs a second factor. Send its user to /authenticate/{request_token}.',
      })
      const wrong = await send(app, address, { key: 'first', body: { ...login, password: 'the lamp is out' } })
      assert.equal(wrong.json().status_code, 30, 'whoever does not know the password learns nothing')
      const noted = (await listEvents(db, 1)).filter(({ what }) => what === 'login_refused')
      assert.deepEqual(
        noted.map(({ key_name }) => key_name),
        ['first'],
      )
    })

    test('do not open with another key, and one that comes later is used', async (t) => {
      const place = await open(t, engine, { 'secret-key': '' })
      const { server, setSeconds } = place
      const { secret, recovery } = await turnOn(place)
      assert.match(await storedSecret(server), /^readable /)
      const take = (code: string, secretKey: string, now: Date) => {
        const writing = writingOf(server.db, 1, now)
        return checkSecondFactor.handle(
          { ...writing, settings: { ...writing.settings, secretKey } },
          { account_id: 1, code },
        )
      }
      assert.equal(await take(codeAt(secret, setSeconds(30)), secretKey, seconds(30)), true)
      assert.match(await storedSecret(server), /^sealed /)
      for (const key of ['', 'another'.repeat(5)])
        assert.equal(await take(codeAt(secret, seconds(60)), key, seconds(60)), false)
      assert.equal(await take(recovery[0]!, '', seconds(60)), true)
      assert.equal(await take(codeAt(secret, seconds(90)), secretKey, seconds(90)), true)
    })
  })
})
