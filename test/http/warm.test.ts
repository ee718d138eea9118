import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { CHANGE_CHECK_MS } from '#src/cache/follower.ts'
import { NOT_FOUND_SECONDS, openReplies, STALE_MS } from '#src/cache/replies.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { announcing } from '#src/database/announcing.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { announceKeyChange, KEY_CHECK_MS } from '#src/keys/known-keys.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Answer, serve } from '../support/served.ts'
import { keys, loadWorld, sessions, testDay, tokens } from '../support/world.ts'

const movie = `/3/movie/501?api_key=${keys.first}`
const titleOf = ({ body }: Answer) => JSON.parse(body).title
const retitle = (db: Database, title: string) =>
  applyEdit(db, { account_id: null, at: new Date(testDay), records: [{ kind: 'movie', id: 501, values: { title } }] })
const shown = ({ headers }: Answer) => [
  headers['x-memc'],
  headers['x-memc-age'],
  headers['x-memc-expires'],
  headers['cache-control'],
]

forEachEngine(loadWorld, (engine) => {
  test('the second reply is the first one, with the same headers but its age', async (t) => {
    const { ask, time, reads } = await serve(t, engine)
    const first = await ask(movie)
    assert.deepEqual(shown(first), ['MISS', '0', '3600', 'public, max-age=3600'])
    assert.match(String(first.headers['x-memc-key']), /^[0-9a-f]{64}$/)
    time.at += 90_500
    const second = await ask(movie)
    assert.deepEqual(shown(second), ['HIT', '90', '3509', 'public, max-age=3509'])
    const same = ({ body, headers: { date, 'cache-control': _, ...headers } }: Answer) => {
      const { 'x-memc': _hit, 'x-memc-age': _age, 'x-memc-expires': _expires, ...rest } = headers
      return { body, rest }
    }
    assert.deepEqual(same(second), same(first))
    assert.equal(reads.movies, 1)
  })

  test('written in other ways, with another key or as a bearer, it is the same reply', async (t) => {
    const { ask, reads } = await serve(t, engine)
    const { headers } = await ask(`/3/movie/501?language=en-US&api_key=${keys.first}`)
    for (const [path, more] of [
      [`/3/movie/501?api_key=${keys.second}&language=en-US`, {}],
      ['/3/movie/501?language=en', { authorization: `Bearer ${keys.first}` }],
      ['/3/movie/501?language=en', { authorization: `Bearer ${tokens.keeper}` }],
      ['/3/movie/501', { authorization: `bearer ${tokens.reader}` }],
      [`/3/movie/501-the-glass-lantern?nobody=knows&api_key=${keys.first}`, {}],
      [`/3/movie/501?api_key=${keys.first}&session_id=${sessions.ada}`, {}],
    ] as const) {
      const other = await ask(path, more)
      assert.deepEqual([other.headers['x-memc'], other.headers['x-memc-key']], ['HIT', headers['x-memc-key']], path)
    }
    assert.equal(reads.movies, 1)
    const german = await ask(`/3/movie/501?language=de-DE&api_key=${keys.first}`)
    assert.equal(german.headers['x-memc'], 'MISS')
    assert.notEqual(german.headers['x-memc-key'], headers['x-memc-key'])
  })

  test('an access token is asked for once, and never taken from an address', async (t) => {
    const { ask } = await serve(t, engine)
    const authorization = `Bearer ${tokens.reader}`
    for (const hit of ['MISS', 'HIT', 'HIT'])
      assert.equal((await ask('/3/movie/501', { authorization })).headers['x-memc'], hit)
    // It is known now, and the reply at hand.
    for (const path of [`/3/movie/501?api_key=${tokens.reader}`, `/3/movie/501?language=en&api_key=${tokens.reader}`])
      assert.equal((await ask(path)).status, 401)
  })

  test('parameters of what is appended tell replies apart', async (t) => {
    const { ask } = await serve(t, engine)
    const images = (language: string) =>
      `/3/movie/501?append_to_response=images&include_image_language=${language}&api_key=${keys.first}`
    const [english, german] = [await ask(images('en')), await ask(images('de'))]
    assert.notEqual(english.body, german.body)
    assert.deepEqual([(await ask(images('en'))).body, (await ask(images('de'))).body], [english.body, german.body])
  })

  test('HEAD, 304 and gzip have the headers of the reply', async (t) => {
    const { ask } = await serve(t, engine)
    await ask(movie)
    for (const round of ['first', 'warm']) {
      const plain = await ask(movie)
      const head = await ask(movie, {}, 'HEAD')
      assert.deepEqual([head.status, head.bytes, head.headers], [200, 0, { ...plain.headers, date: head.headers.date }])
      const packed = await ask(movie, { 'accept-encoding': 'gzip' })
      assert.deepEqual([packed.body, packed.headers['content-encoding']], [plain.body, 'gzip'], round)
      assert.equal(packed.headers['content-length'], String(packed.bytes))
      const known = await ask(movie, { 'if-none-match': `"x", ${plain.headers.etag}` })
      const { 'content-length': _, ...headers } = plain.headers
      assert.deepEqual([known.status, known.bytes, known.headers], [304, 0, { ...headers, date: known.headers.date }])
    }
    assert.equal((await ask(movie, { accept: 'text/html' })).status, 406)
  })

  test('what a client has already does not count against its limit, and over it nothing warm is served', async (t) => {
    const { ask, time } = await serve(t, engine)
    const { etag } = (await ask(movie)).headers
    const limited = `/3/movie/501?api_key=${keys.limited}`
    const known = { 'if-none-match': String(etag) }
    assert.equal((await ask(limited, known)).status, 304)
    assert.equal((await ask(limited, known)).status, 304)
    const last = await ask(limited)
    assert.deepEqual([last.status, last.headers.ratelimit], [200, '"key";r=0;t=1'])
    const over = await ask(limited)
    assert.deepEqual([over.status, over.headers['retry-after'], JSON.parse(over.body).status_code], [429, '1', 25])
    assert.equal((await ask(limited, known)).status, 304)
    time.at += 1_000
    assert.equal((await ask(limited)).status, 200)
  })

  test('without a valid key nothing is served, however warm it is', async (t) => {
    const { ask, db, time } = await serve(t, engine)
    await ask(movie)
    assert.equal((await ask(movie)).headers['x-memc'], 'HIT')
    for (const secret of ['', 'wrong', keys.revoked, keys.suspended])
      assert.equal((await ask(`/3/movie/501?api_key=${secret}`)).status, 401, secret)
    await revokeKey(db, 1, new Date(testDay))
    assert.equal((await ask(movie)).status, 401)
    // As another process does it.
    const second = `/3/movie/501?api_key=${keys.second}`
    assert.equal((await ask(second)).status, 200)
    await db.transaction(async (tx) => {
      await tx.run(sql`update api_key set revoked_at = ${testDay} where id = 2`)
      await announceKeyChange(tx)
    })
    time.nowMs += KEY_CHECK_MS
    assert.equal((await ask(second)).status, 401)
  })

  test('warm requests are counted with the others', async (t) => {
    const { ask, counted, db } = await serve(t, engine)
    for (let count = 0; count < 3; count++) await ask(movie)
    await counted.write()
    const rows = await db.run(sql`update key_usage set requests = requests where requests = 3 and refused = 0`)
    assert.equal(rows, 1)
  })

  test('an edit of another process is seen when the log is looked at again', async (t) => {
    const { ask, db, time } = await serve(t, engine)
    await ask(movie)
    await retitle(db, 'Another')
    time.nowMs += CHANGE_CHECK_MS - 1
    assert.equal(titleOf(await ask(movie)), 'The Glass Lantern')
    time.nowMs += 1
    const seen = await ask(movie)
    assert.deepEqual([titleOf(seen), seen.headers['x-memc']], ['Another', 'MISS'])
  })

  test('that there is no such record is remembered for a while, and not once there is one', async (t) => {
    const { ask, db, time, reads } = await serve(t, engine)
    const nothing = `/3/movie/599?api_key=${keys.first}`
    for (let count = 0; count < 3; count++) {
      const { status, headers, body } = await ask(nothing)
      assert.deepEqual([status, headers['cache-control'], JSON.parse(body).status_code], [404, 'no-store', 34])
    }
    assert.equal(reads.movies, 1)
    time.at += NOT_FOUND_SECONDS * 1_000
    assert.equal((await ask(nothing)).status, 404)
    const made = { kind: 'movie' as const, id: 599, values: { title: 'Now' } }
    await applyEdit(db, { account_id: null, at: new Date(testDay), records: [made] })
    time.nowMs += CHANGE_CHECK_MS
    assert.equal(titleOf(await ask(nothing)), 'Now')
    // What is wrong with a request is asked anew each time.
    assert.equal((await ask(`/3/movie/popular?page=0&api_key=${keys.first}`)).status, 400)
  })

  test('a thousand requests at once run the operation once', async (t) => {
    const { ask, reads } = await serve(t, engine)
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => ask(movie)))
    assert.deepEqual([...new Set(replies.map(({ status, body }) => `${status} ${body}`))].length, 1)
    assert.equal(reads.movies, 1)
  })

  test('out of time, it is served once more while it is rendered again, unless it is about the day', async (t) => {
    const { ask, time } = await serve(t, engine)
    const airing = `/3/tv/on_the_air?api_key=${keys.first}`
    await ask(movie)
    // Half a day is left of the day.
    time.at += 11.5 * 3_600_000
    assert.deepEqual(shown(await ask(airing)), ['MISS', '0', '1800', 'public, max-age=1800'])
    time.at += 1_799_000
    assert.deepEqual(shown(await ask(airing)), ['HIT', '1799', '1', 'public, max-age=1'])
    await ask(movie)
    time.at += 1_000
    assert.equal((await ask(airing)).headers['x-memc'], 'MISS')
    time.at += 3_600_000 + STALE_MS - 1_000 - 1
    assert.deepEqual(shown(await ask(movie)), ['HIT', '3659', '0', 'public, max-age=0'])
    let again = await ask(movie)
    for (let tries = 0; tries < 2_000 && again.headers['x-memc-age'] !== '0'; tries++) {
      await delay(5)
      again = await ask(movie)
    }
    assert.deepEqual(shown(again).slice(0, 2), ['HIT', '0'])
    time.at += 3_600_000 + STALE_MS
    assert.equal((await ask(movie)).headers['x-memc'], 'MISS')
  })

  test('replies that depend on a session are never kept', async (t) => {
    const { ask } = await serve(t, engine)
    const account = `/3/account?api_key=${keys.first}&session_id=${sessions.ada}`
    for (let count = 0; count < 2; count++) {
      const { headers } = await ask(account)
      assert.deepEqual([headers['cache-control'], headers['x-memc']], ['private, no-store', undefined])
    }
  })

  test('a purge during a rendering cannot leave the old reply behind', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const replies = openReplies({
      db,
      clock: () => new Date(testDay),
      limitBytes: 1_000_000,
      now: () => 0,
      failed: assert.fail,
    })
    const own = announcing(db, replies.invalidateChanged)
    let renderings = 0
    const rendered = (text: string, held: Promise<unknown>) => async () => {
      renderings++
      await held
      const kept = { key: 'one', operation: 'movie.details', tags: ['movie 501'], seconds: 60, mayBeStale: true }
      return { ...kept, text }
    }
    const held = Promise.withResolvers<void>()
    const old = replies.get('one', rendered('old', held.promise))
    const shared = replies.get('one', rendered('never', held.promise))
    await new Promise((resolve) => setImmediate(resolve))
    await retitle(own, 'New')
    // Whoever asks now gets what is rendered now.
    const asked = await replies.get('one', rendered('new', Promise.resolve()))
    assert.equal(String(asked.reply.plain), 'new')
    held.resolve()
    assert.deepEqual([String((await old).reply.plain), String((await shared).reply.plain)], ['old', 'old'])
    const found = await replies.get('one', rendered('again', Promise.resolve()))
    assert.deepEqual([String(found.reply.plain), found.isHit, renderings], ['new', true, 2])
  })

  test('an edit of this process is seen by its next request, also in a transaction within another', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const replies = openReplies({
      db,
      clock: () => new Date(testDay),
      limitBytes: 1_000_000,
      now: () => 0,
      failed: assert.fail,
    })
    const own = announcing(db, replies.invalidateChanged)
    let text = 1
    const make = async () => ({
      key: 'one',
      operation: 'movie.details',
      tags: ['movie 501'],
      seconds: 60,
      mayBeStale: true,
      text: String(text++),
    })
    const ask = async () => String((await replies.get('one', make)).reply.plain)
    assert.deepEqual([await ask(), await ask()], ['1', '1'])
    await retitle(own, 'One')
    assert.equal(await ask(), '2')
    await own.transaction((tx) => retitle(tx, 'Two'))
    assert.equal(await ask(), '3')
    await own.transaction((tx) => tx.run(sql`update account set name = name`))
    assert.equal(await ask(), '3')
  })
})
