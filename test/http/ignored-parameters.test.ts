import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { IGNORED_NAMES, recentOf } from '#src/keys/recent-requests.ts'
import { forEachEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { serve } from '../support/served.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

const bearer = { authorization: `Bearer ${keys.first}` }
const KeyId = Type.Object({ key_id: Type.Integer() })

/** What is stored about the only key that was used. */
async function stored(db: Database) {
  const used = await db.one(KeyId, sql`select distinct key_id from recent_request`)
  const { answered, ignored } = await recentOf(db, used?.key_id ?? 0, new Date(testDay))
  return { answered, ignored: Object.fromEntries(ignored.map(({ name, requests }) => [name, requests])) }
}

forEachEngine(loadWorld, (engine) => {
  test('what is ignored in requests is counted for their key, also where the reply is in memory', async (t) => {
    const { db, ask, counted } = await serve(t, engine)
    const path = '/3/search/movie?query=glass&year=2001abc&include_adult=maybe&utm=x&region='
    const { headers } = await ask(path, bearer)
    assert.equal(headers['x-memc'], 'MISS')
    assert.equal((await ask(path, bearer)).headers['x-memc'], 'HIT')
    assert.equal((await ask(path, bearer, 'HEAD')).status, 200)
    assert.equal((await ask(path, { ...bearer, 'if-none-match': String(headers.etag) })).status, 304)
    // The same reply at an address in which nothing is ignored.
    for (const hit of ['HIT', 'HIT'])
      assert.equal((await ask('/3/search/movie?query=glass', bearer)).headers['x-memc'], hit)
    await counted.write()
    assert.deepEqual(await stored(db), { answered: 6, ignored: { year: 4, include_adult: 4 } })
  })

  test('as it is written, once for all appended parts, and in replies for one person, too', async (t) => {
    const { db, ask, counted } = await serve(t, engine)
    const names = 'language=english&include_image_language=nowhere&append_to_response=images,videos,translations'
    for (const way of ['cold', 'warm']) {
      const { status } = await ask(`/3/movie/501?${names}`, bearer)
      assert.equal(status, 200, way)
    }
    const states = `append_to_response=account_states&session_id=${sessions.ada}`
    assert.equal((await ask(`/3/movie/501?language=none&${states}`, bearer)).status, 200)
    assert.equal((await ask(`/3/account/1/watchlist/movies?sort_by=x&session_id=${sessions.ada}`, bearer)).status, 200)
    await counted.write()
    assert.deepEqual((await stored(db)).ignored, { language: 3, sort_by: 1 })
  })

  test('and in requests that are refused, whichever way they take', async (t) => {
    const { db, ask, counted } = await serve(t, engine)
    for (const path of [
      '/3/movie/987654?language=none',
      `/3/movie/987654?language=none&append_to_response=account_states&session_id=${sessions.ada}`,
      `/3/movie/987654/account_states?sort_by=x&session_id=${sessions.ada}`,
      `/3/account/1/watchlist/movies?language=none&page=0&session_id=${sessions.ada}`,
      '/3/search/movie?query=glass&year=67&page=0',
    ])
      assert.ok((await ask(path, bearer)).status >= 400, path)
    await counted.write()
    assert.deepEqual((await stored(db)).ignored, { language: 3, year: 1 })
  })

  test('of a few parameters at a time', async (t) => {
    const { db, ask, counted } = await serve(t, engine)
    const many = ['vote_count.gte', 'vote_count.lte', 'vote_average.gte', 'vote_average.lte', 'with_runtime.gte']
    const more = ['with_runtime.lte', 'primary_release_year', 'year', 'region', 'include_adult', 'include_video']
    const wrong = [...many, ...more].map((name) => `${name}=what?`).join('&')
    for (const way of ['cold', 'warm']) assert.equal((await ask(`/3/discover/movie?${wrong}`, bearer)).status, 200, way)
    await counted.write()
    const { ignored } = await stored(db)
    assert.deepEqual(Object.values(ignored), Array(IGNORED_NAMES).fill(2))
  })

  test('and shown where the key is tested, so that authors of programs find their mistakes', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    const { id: account_id } = (await findAccount(server.db, 'bo'))!
    const now = new Date(testDay)
    const { id, secret } = await createKey(server.db, {
      ...({ name: 'Living room', plan: 'developer', dialect: 'common', account_id, now } as const),
    })
    const asked = `/3/search/movie?query=glass&api_key=${secret}`
    for (const more of ['&year=67', '&year=soon&region=0', ''])
      assert.equal((await server.app.inject(asked + more)).statusCode, 200)
    await server.usage.write()
    const text = textOf(await bo.follow(await bo.get(`/settings/connect/keys/${id}`)))
    assert.match(text, /sent 3 requests .* it works\. Parameters that were ignored .* read: year \(2\), region \(1\)\./)
  })
})
