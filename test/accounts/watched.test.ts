import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { addWatched, maxWatched, maxWatchedAtOnce } from '#src/kept/watched.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
/** Moments, one for each entry, and the last one the latest. */
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'movie' as const,
    entity_id: 501,
    watched_at: new Date(now.getTime() - (count - index) * 60_000).toISOString(),
    watched_on: testDay.slice(0, 10),
    series_id: null,
  }))
const countOf = (db: Database) => countRows(db, sql`from watched where account_id = 1`)

const note = async (server: Server, body: object) => {
  const reply = await send(server.app, 'POST /commons/1/account/watched', { body, session: 'ada' })
  return [reply.statusCode, JSON.parse(reply.body), reply.headers['retry-after']]
}

forEachEngine(loadWorld, (engine) => {
  test('each item of a request counts for the hour', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const [limit] = hourlyLimits.watched
    const age = new Date(now.getTime() - dayMs / 2).toISOString()
    await server.db.run(sql`update account set created_at = ${age} where id = 1`)
    const left = new Date(now.getTime() + hourMs - (2 * hourMs) / limit).toISOString()
    await server.db.run(sql`insert into hourly_use (account_id, thing, used_until) values (1, 'watched', ${left})`)

    const items = [501, 502, 503].map((media_id) => ({ media_id, watched_at: '2026-03-01' }))
    const wait = String(Math.ceil(3_600 / limit))
    assert.deepEqual(await note(server, { items }), [429, statusEnvelope('too_many_requests'), wait])
    const added = { ...statusEnvelope('created'), added: 2, not_found: [] }
    assert.deepEqual(await note(server, { items: items.slice(1) }), [201, added, undefined])
    assert.deepEqual(await note(server, items[0] as object), [429, statusEnvelope('too_many_requests'), wait])
  })

  test('an account has a number of entries at most, and gets so many at once', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { db } = server
    assert.equal(await addWatched(db, 1, entries(maxWatchedAtOnce), now), maxWatchedAtOnce)
    await assert.rejects(async () => addWatched(db, 1, entries(maxWatchedAtOnce + 1), now), { status: 'watched_full' })
    const rest = entries(maxWatched - 1).slice(0, -maxWatchedAtOnce)
    for (let at = 0; at < rest.length; at += maxWatchedAtOnce)
      await addWatched(db, 1, rest.slice(at, at + maxWatchedAtOnce), now)
    assert.equal(await countOf(db), maxWatched - 1)

    const item = { media_id: 502, watched_at: '2026-03-01' }
    const full = [400, statusEnvelope('watched_full'), undefined]
    assert.deepEqual(await note(server, { items: [item, { media_id: 503, watched_at: '2026-03-01' }] }), full)
    const added = { ...statusEnvelope('created'), added: 1, not_found: [] }
    assert.deepEqual(await note(server, item), [201, added, undefined])
    assert.deepEqual(await note(server, { media_id: 503 }), full)
    assert.equal(await countOf(db), maxWatched)
    // What is there already is no new entry.
    const none = { ...statusEnvelope('created'), added: 0, not_found: [] }
    assert.deepEqual(await note(server, item), [201, none, undefined])
  })

  test('an account that is suspended meanwhile notes nothing', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    await server.db.run(sql`update account set disabled_at = ${testDay} where id = 1`)
    await assert.rejects(addWatched(server.db, 1, entries(1), now), { status: 'account_disabled' })
    assert.equal(await countOf(server.db), 0)
  })
})
