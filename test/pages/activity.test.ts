import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { maxEventsOfKind, storeEvent } from '#src/audit/security-events.ts'
import { sql } from '#src/database/sql.ts'
import { makeLink } from '#src/mail/links.ts'
import { until } from '../support/clients.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, password, testDay } from '../support/world.ts'

const now = new Date(testDay)
const ada = 1
const Count = Type.Object({ count: Type.Integer() })
const newPassword = 'a lantern in the fog'

async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const server = await startPages(engine, {}, { level: 'info', stream })
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set iso_639_1 = 'en' where id = ${ada}`)
  const events = async () => (await db.one(Count, sql`select count(*) as count from security_event`))!.count
  /** Those of sign-ins that failed are stored after the reply. */
  const untilThere = (count: number) => until(async () => (await events()) === count)
  return { server, db, lines, events, untilThere }
}

forEachEngine(loadWorld, (engine) => {
  test('the owner sees how the account was signed in to, and what was changed', async (t) => {
    const { server, db, lines, untilThere } = await start(t, engine)
    const { app } = server
    const visitor = openVisitor(app, '2001:db8:1:2:3::4')
    assert.equal((await visitor.post('/login', { name: 'ada', password: 'a wrong guess', next: '' })).status, 422)
    await untilThere(1)
    assert.equal((await visitor.post('/login', { name: 'ada', password, next: '' })).status, 303)
    const change = { present: password, password: newPassword, repeat: newPassword }
    assert.equal((await visitor.post('/settings/account/password', change)).status, 303)
    const secret = await makeLink(db, { purpose: 'change', account_id: ada, email: 'new@people.example', now })
    assert.equal((await visitor.post(`/settings/email/${secret}`, {})).status, 303)
    const api = async (path: string, payload?: object) => {
      const how = payload ? { method: 'POST' as const, payload } : {}
      return (await app.inject({ url: `/3/authentication/${path}?api_key=${keys.first}`, ...how })).json()
    }
    const { request_token } = await api('token/new')
    const login = { username: 'ada', request_token }
    assert.equal((await api('token/validate_with_login', { ...login, password: 'wrong' })).success, false)
    await untilThere(6)
    assert.equal((await api('token/validate_with_login', { ...login, password: newPassword })).success, true)
    assert.equal((await api('session/new', { request_token })).success, true)

    const page = textOf(await visitor.get('/settings/activity'))
    const at = '10 Mar 2026, 12:00 UTC'
    const place = 'From 2001:db8:1::/48'
    const application = 'App “first” · From 127.0.0.0/24'
    const expected = [
      `App signed in ${at} · ${application}`,
      `Wrong password ${at} · ${application}`,
      `E-mail address changed ${at} · Unknown device · ${place}`,
      `Signed in ${at} · Unknown device · ${place}`,
      `Password changed ${at} · Unknown device · ${place}`,
      `Signed in ${at} · Unknown device · ${place}`,
      `Wrong password ${at} · Unknown device · ${place}`,
    ]
    assert.ok(page.endsWith(expected.join(' ')), page)
    const { security_events } = await personalData(db, ada)
    assert.deepEqual(
      security_events.map(({ what, network, key }) => [what, network, key]),
      [
        ...['sign_in_failed', 'signed_in', 'password_changed', 'signed_in', 'email_changed'].map((what) => [
          what,
          '2001:db8:1::/48',
          null,
        ]),
        ['sign_in_failed', '127.0.0.0/24', 'first'],
        ['session_made', '127.0.0.0/24', 'first'],
      ],
    )
    const logged = lines.filter(({ msg }) => msg === 'security event')
    assert.deepEqual(
      logged.map(({ security_event, account_id, network }) => [security_event, account_id, network]),
      security_events.map(({ what, network }) => [what, ada, network]),
    )
    const whole = JSON.stringify(logged)
    for (const given of [password, newPassword, 'wrong', request_token, 'new@people', keys.first, '2001:db8:1:2'])
      assert.ok(!whole.includes(given), given)
  })

  test('names that nobody has fill no table, and guesses keep their number and hide nothing else', async (t) => {
    const { server, db, lines, events } = await start(t, engine)
    await storeEvent(db, { what: 'password_changed', account_id: ada, now })
    const stranger = openVisitor(server.app, '192.0.2.77')
    for (const name of ['nobody', 'nobody@people.example', 'secret typed as a name'])
      assert.equal((await stranger.post('/login', { name, password: 'x', next: '' })).status, 422)
    const logged = lines.filter(({ msg }) => msg === 'security event')
    assert.deepEqual(
      logged.map(({ security_event, account_id, network }) => [security_event, account_id, network]),
      Array(3).fill(['sign_in_failed', undefined, '192.0.2.0/24']),
    )
    assert.doesNotMatch(JSON.stringify(logged), /nobody|typed/)
    for (let guess = 0; guess < maxEventsOfKind + 3; guess++)
      await storeEvent(db, { what: 'sign_in_failed', account_id: ada, clientAddress: `192.0.${guess}.1`, now })
    assert.equal(await events(), maxEventsOfKind + 1)
    const { security_events } = await personalData(db, ada)
    assert.deepEqual(
      security_events.slice(0, 2).map(({ what, network }) => [what, network]),
      [
        ['password_changed', ''],
        ['sign_in_failed', '192.0.3.0/24'],
      ],
    )
  })
})
