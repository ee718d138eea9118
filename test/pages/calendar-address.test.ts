import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const place = '/library/calendar-address'
const here = { from: '/library/calendar/2026-03' }
const secretIn = (reply: Reply) => /\/calendar\/([0-9a-f]{40})\.ics</.exec(reply.body)?.[1] ?? ''

/** The events of a calendar as another program reads them. */
function eventsIn({ body }: Reply) {
  const calendar = new ICAL.Component(ICAL.parse(body))
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const { uid, startDate, summary } = new ICAL.Event(event)
    const [url, stamp] = ['url', 'dtstamp'].map((name) => String(event.getFirstPropertyValue(name)))
    return { uid, day: startDate.toString(), isDate: startDate.isDate, summary, url, stamp }
  })
}

forEachEngine(loadWorld, (engine) => {
  test('a program reads what airs from an address with a secret, which can be replaced and removed', async (t) => {
    const stream = new PassThrough()
    let logged = ''
    stream.on('data', (line) => {
      logged += line
    })
    const server = await startPages(engine, {}, { level: 'trace', stream })
    t.after(() => server.close())
    const [ada, eve, program] = [await signedIn(server, 'ada'), await signedIn(server, 'eve'), openVisitor(server.app)]
    const shown = await ada.post(place, {}, here)
    const secret = secretIn(shown)
    assert.deepEqual([shown.status, secret.length, shown.headers['cache-control']], [200, 40, 'private, no-store'])
    const calendar = await ada.get('/library/calendar/2026-03')
    assert.match(textOf(calendar), /Adresse angelegt am 10\. März 2026/)
    assert.ok(!calendar.body.includes(secret), 'it is shown once')
    const Row = Type.Object({ secret_digest: Type.String() })
    const stored = await server.db.all(Row, sql`select secret_digest from calendar_address`)
    assert.equal(stored.length, 1)
    assert.match(stored[0]?.secret_digest ?? '', /^[0-9a-f]{64}$/)
    const own = await ada.get('/settings/data')
    assert.ok(!own.body.includes(secret))

    const read = (one: string) => program.get(`/calendar/${one}.ics`)
    const reply = await read(secret)
    const { headers } = reply
    assert.deepEqual(
      [reply.status, headers['content-type'], headers['cache-control'], headers['referrer-policy']],
      [200, 'text/calendar; charset=utf-8', 'private, no-store', 'no-referrer'],
    )
    assert.equal(headers['set-cookie'], undefined)
    const episode = (number: number, day: string, name: string) => ({
      uid: `episode-6012${number}@reelcommons.example`,
      day,
      isDate: true,
      summary: `Gezeitensignale: Staffel 2, Folge ${number}, ${name}`,
      url: `http://reelcommons.example/tv/601-tidewater-signals/season/2/episode/${number}`,
      stamp: '2026-03-10T12:00:00Z',
    })
    assert.deepEqual(eventsIn(reply), [
      episode(1, '2026-03-03', 'Storm Warning'),
      episode(2, '2026-03-10', 'Ebb'),
      episode(3, '2026-03-16', 'Flood'),
      episode(4, '2026-03-17', 'Slack Water'),
    ])
    for (const line of reply.body.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.doesNotMatch(reply.body, /(?<!\r)\n/)
    for (const wrong of [secret.slice(1), `${secret.slice(1)}g`, `${secret}0`, '%00', ''])
      assert.equal((await read(wrong)).status, 404, wrong)
    assert.equal((await program.get(`/calendar/${secret}`)).status, 404)

    const second = secretIn(await ada.post(place, {}, here))
    const both = async () => [(await read(secret)).status, (await read(second)).status]
    assert.notEqual(second, secret)
    assert.deepEqual(await both(), [404, 200])
    await server.db.run(sql`update account set disabled_at = '2026-03-10T00:00:00.000Z' where folded_username = 'ada'`)
    assert.deepEqual(await both(), [404, 404], 'the calendar of a suspended account is away')
    await server.db.run(sql`update account set disabled_at = null where folded_username = 'ada'`)
    await eve.post(`${place}/remove`, {}, here)
    assert.deepEqual(await both(), [404, 200], 'it is not hers')
    const removed = await ada.post(`${place}/remove`, {}, here)
    assert.deepEqual([removed.status, removed.location], [303, '/library/calendar'])
    assert.deepEqual(await both(), [404, 404])
    for (const path of [place, `${place}/remove`]) {
      assert.equal((await program.post(path, {}, { from: '/login' })).location, '/login', path)
      assert.equal((await ada.post(path, {}, { ...here, token: 'wrong' })).status, 403, path)
    }
    assert.ok(logged.includes('GET /calendar/{secret}'), 'requests are logged by the names of pages')
    for (const one of [secret, second]) assert.ok(!logged.includes(one), 'secrets are in no log')
  })

  test('a calendar has a month before and a year after, and names as they are written', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    const ada = await signedIn(server, 'ada')
    const secret = secretIn(await ada.post(place, {}, here))
    const days = async () => eventsIn(await ada.get(`/calendar/${secret}.ics`)).map(({ day }) => day)
    const evil = 'Back\\slash; comma, \nBEGIN:VEVENT \u0007“Öl” \u{1f3ac}'.repeat(3)
    await db.run(sql`update episode set name = ${evil} where id = 60121`)
    const [first] = eventsIn(await ada.get(`/calendar/${secret}.ics`))
    assert.equal(first?.summary, `Gezeitensignale: Staffel 2, Folge 1, ${evil.replaceAll('\u0007', '')}`)
    for (const [id, day] of [
      [60121, '2026-02-07'],
      [60122, '2026-02-08'],
      [60123, '2027-03-10'],
      [60124, '2027-03-11'],
    ] as const)
      await db.run(sql`update episode set air_date = ${day} where id = ${id}`)
    assert.deepEqual(await days(), ['2026-02-08', '2027-03-10'])
    await db.run(sql`update episode set air_date = '2020-01-01'`)
    const empty = await ada.get(`/calendar/${secret}.ics`)
    assert.deepEqual(eventsIn(empty), [])
    const components = new ICAL.Component(ICAL.parse(empty.body)).getAllSubcomponents()
    assert.deepEqual(
      components.map(({ name }) => name),
      ['vtimezone'],
      'a calendar has at least one component',
    )
    assert.deepEqual(new ICAL.Timezone(components[0] as ICAL.Component).utcOffset(ICAL.Time.now()), 0)
    assert.doesNotMatch(empty.body, /(?<!\r)\n/)
  })

  test('addresses are made so often in an hour', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    await server.db.run(sql`update account set created_at = '2026-03-10T00:00:00.000Z' where folded_username = 'bo'`)
    const [most] = hourlyLimits.calendar_address
    const tries = []
    for (let count = 0; count <= most; count++) tries.push((await bo.post(place, {}, here)).status)
    assert.deepEqual(tries, [...Array.from({ length: most }, () => 200), 429])
  })
})
