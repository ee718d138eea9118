import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { signInAt, takeAttempt } from '#src/accounts/attempts.ts'
import { takeFromHour } from '#src/accounts/hourly-limits.ts'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import type { ApiError } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { claimMail, dueMails, queueMail } from '#src/mail/queue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages } from '../support/pages/visitor.ts'
import { keys, loadWorld, password, sessions, testDay } from '../support/world.ts'

const noon = new Date(testDay)
/** So many minutes after noon. */
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const earlier = at(-60)

const Seq = Type.Object({ seq: Type.Integer() })

forEachEngine(loadWorld, (engine) => {
  test('an hour earlier, sessions, edits, replies and tokens go on', async (context) => {
    const server = await startPages(engine)
    context.after(() => server.close())
    const { app, db } = server
    const get = async (path: string) => {
      const { statusCode, body } = await app.inject(`/3${path}${path.includes('?') ? '&' : '?'}api_key=${keys.first}`)
      return { status: statusCode, body: JSON.parse(body) }
    }
    const bo = await signedIn(server, 'bo')
    const write = async (content: string) => {
      const path = '/movie/502/review'
      const fields = { content, rating: '7', language: 'en', do: 'save' }
      return (await bo.post(path, fields, { from: path })).status
    }
    const reviews = async () =>
      (await get('/movie/502/reviews')).body.results.map((each: { content: string }) => each.content)
    const seqs = async () =>
      (await db.all(Seq, sql`select seq from change order by seq desc limit ${100}`)).map(({ seq }) => seq)

    assert.equal(await write('Written at noon.'), 303)
    assert.ok((await reviews()).includes('Written at noon.'))
    const { request_token } = (await get('/authentication/token/new')).body
    const [newest = 0] = await seqs()

    server.setTime(earlier.toISOString())
    assert.equal(await write('Written an hour earlier.'), 303, 'the session of a browser goes on')
    assert.ok((await reviews()).includes('Written an hour earlier.'), 'no reply that was kept is shown')
    assert.ok(((await seqs())[0] ?? 0) > newest, 'changes are numbered on')
    const own = `/account/1/watchlist/movies?session_id=${sessions.ada}`
    const { status, body } = await get(own)
    const added = { media_type: 'movie', media_id: 504, watchlist: true }
    const url = `/3/account/1/watchlist?api_key=${keys.first}&session_id=${sessions.ada}`
    assert.deepEqual([status, (await app.inject({ method: 'POST', url, payload: added })).statusCode], [200, 200])
    assert.equal((await get(own)).body.total_results, body.total_results + 1)

    await db.run(sql`update request_token set account_id = 1`)
    const exchange = () =>
      app.inject({
        method: 'POST',
        url: `/3/authentication/session/new?api_key=${keys.first}`,
        payload: { request_token },
      })
    assert.deepEqual([(await exchange()).statusCode, (await exchange()).statusCode], [200, 401])

    const visitor = openVisitor(app)
    assert.equal((await visitor.post('/login', { name: 'ada', password, next: '' })).status, 303)
    server.setTime(noon.toISOString())
    assert.equal((await visitor.get('/settings/profile')).status, 200)
    assert.equal(await write('Written at noon once more.'), 303)
  })

  test('limits keep nobody waiting until it is as late again, and give nothing twice', async (context) => {
    const db = await engine.open()
    context.after(() => db.close())
    const attempt = (now: Date) =>
      takeAttempt(db, [signInAt('ada', 'here')], now).then(
        () => 0,
        ({ retryAfterSeconds = 0 }: ApiError) => retryAfterSeconds,
      )
    while ((await attempt(noon)) === 0);
    const waitSeconds = await attempt(earlier)
    assert.ok(waitSeconds > 0 && waitSeconds <= 60, `${waitSeconds} s`)
    assert.equal(await attempt(at(-59)), 0)

    const take = (now: Date) => takeFromHour(db, 1, 'review', now)
    while ((await take(noon)) === 0);
    const [, most] = hourlyLimits.review
    const seconds = await take(earlier)
    assert.equal(seconds, 3_600 / most, 'what was used at noon is used now')
    assert.equal(await take(new Date(earlier.getTime() + seconds * 1_000)), 0)
    assert.notEqual(await take(new Date(earlier.getTime() + seconds * 1_000)), 0)

    // An account that has used little goes on, whether the clock was put back by minutes or by days.
    for (const minutes of [-30, -59, -60, -61, -2 * 24 * 60]) {
      await db.run(sql`delete from hourly_use`)
      const waits = [await take(noon)]
      for (let count = 1; count < most; count++) waits.push(await take(at(minutes)))
      assert.deepEqual(
        waits,
        waits.map(() => 0),
        `${minutes} minutes`,
      )
      assert.equal(await take(at(minutes)), seconds, `${minutes} minutes`)
    }

    // Rows from before tell no time of their last use.
    await db.run(sql`
      update hourly_use set used_until = ${at(60).toISOString()}, taken_at = null where thing = 'review'`)
    assert.equal(await take(at(-90)), seconds)
    // Servers whose clocks differ a little give nothing twice by turns.
    await db.run(sql`delete from hourly_use`)
    let taken = 0
    for (const ms of Array.from({ length: 2 * most }, (_, turn) => (turn % 2) * 50_000))
      if ((await take(new Date(noon.getTime() + ms))) === 0) taken++
    assert.equal(taken, most)
  })

  test('a mail that was sent is not sent again, and one that waits is sent at last', async (context) => {
    const db = await engine.open()
    context.after(() => db.close())
    const mail = {
      template: 'verify',
      account_id: 1,
      recipient: 'ada@people.example',
      language: 'en',
      facts: {},
    } as const
    await db.transaction((tx) => queueMail(tx, mail as never, noon))
    const [due] = await dueMails(db, noon)
    assert.ok(due && (await claimMail(db, due, noon)))
    assert.deepEqual(await dueMails(db, earlier), [])
    assert.equal((await dueMails(db, at(24 * 60))).length, 1)
  })
})
