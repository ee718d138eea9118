import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { operations } from '#src/interface.ts'
import { setLanguagesOfAnyKey } from '#src/keys/key-languages.ts'
import { openRedis } from '#src/redis/redis.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { skipWithoutRedis, startRedis, until } from '../support/redis.ts'
import { type Answer, serve } from '../support/served.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

/** One server, with keys of both dialects. */

const own = { neutral: `Bearer ${keys.first}`, common: `Bearer ${keys.second}` }

const setDialects = (db: Database) =>
  db.run(sql`update api_key set dialect = case name when 'second' then 'common' else 'neutral' end`)

async function open(t: TestContext, engine: TestEngine, options: Record<string, string> = {}) {
  const server = await serve(t, engine, options)
  await setDialects(server.db)
  const as = (dialect: keyof typeof own, path: string, headers: Record<string, string> = {}, method = 'GET') =>
    server.ask(path, { authorization: own[dialect], ...headers }, method)
  return { ...server, as }
}

/** The dialect of the details of a movie. */
function dialectOf({ body }: { body: string }): string[] {
  const fields = Object.keys(JSON.parse(body))
  return [fields.includes('filmdb_id') && 'neutral', fields.includes('imdb_id') && 'common'].filter(
    (name) => name !== false,
  )
}

const seen = (answer: Answer) => [answer.status, answer.headers['x-memc'], ...dialectOf(answer)]
const codeOf = ({ status, body }: Answer) => [status, JSON.parse(body).status_code]

forEachEngine(loadWorld, (engine) => {
  test('keys of both dialects at one address never get the reply of the other', async (t) => {
    const { as, ask, reads } = await open(t, engine)
    const path = '/3/movie/501'
    const first = await as('neutral', path)
    const other = await as('common', path)
    assert.deepEqual(
      [seen(first), seen(other)],
      [
        [200, 'MISS', 'neutral'],
        [200, 'MISS', 'common'],
      ],
    )
    for (const name of ['etag', 'x-memc-key']) assert.notEqual(first.headers[name], other.headers[name], name)
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(seen(await as('neutral', path)), [200, 'HIT', 'neutral'])
      assert.deepEqual(seen(await as('common', path)), [200, 'HIT', 'common'])
    }
    for (const [dialect, secret] of [
      ['neutral', keys.first],
      ['common', keys.second],
    ] as const)
      for (let round = 0; round < 2; round++)
        assert.deepEqual(seen(await ask(`${path}?api_key=${secret}`)), [200, 'HIT', dialect])
    assert.equal(reads.movies, 2)

    // The other way round.
    for (let round = 0; round < 2; round++)
      for (const dialect of ['common', 'neutral'] as const)
        assert.deepEqual(dialectOf(await as(dialect, '/3/movie/502')), [dialect])

    const known = { 'if-none-match': String(first.headers.etag) }
    assert.equal((await as('neutral', path, known)).status, 304)
    assert.deepEqual(seen(await as('common', path, known)), [200, 'HIT', 'common'])
  })

  test('a key has the languages of requests that name none, and never gets a reply of other languages', async (t) => {
    const { as, db, ask } = await open(t, engine)
    const give = (languages: string) => setLanguagesOfAnyKey(db, { id: 2, languages, now: new Date(testDay) })
    await give('it-IT,de-DE')
    const asked = async (key: keyof typeof own, query = '') => {
      const { headers, body } = await as(key, `/3/movie/501${query}`)
      const { title, credits, images } = JSON.parse(body)
      return [headers['x-memc'], title, credits?.crew[1].name, images?.logos.length].filter((one) => one !== undefined)
    }
    for (const memc of ['MISS', 'HIT', 'HIT']) {
      assert.deepEqual(await asked('neutral'), [memc, 'The Glass Lantern'])
      assert.deepEqual(await asked('common'), [memc, 'Die gläserne Laterne'])
    }
    const inQuery = await ask(`/3/movie/501?api_key=${keys.second}`)
    assert.deepEqual([inQuery.headers['x-memc'], JSON.parse(inQuery.body).title], ['HIT', 'Die gläserne Laterne'])
    // A language that a request names counts alone; parts that show every language still do.
    assert.deepEqual(await asked('common', '?language=it'), ['MISS', 'The Glass Lantern'])
    const parts = '?append_to_response=credits,images'
    const sunniva = JSON.parse((await as('neutral', '/3/person/303?language=de')).body).name
    assert.deepEqual(await asked('common', parts), ['MISS', 'Die gläserne Laterne', sunniva, 1])
    await give('')
    assert.deepEqual(await asked('common'), ['MISS', 'The Glass Lantern'])
    assert.deepEqual(await asked('common'), ['HIT', 'The Glass Lantern'])
  })

  test('a key appends languages to those that a request names, and never gets a reply without them', async (t) => {
    const { as, db } = await open(t, engine)
    const give = (appended_languages: string) =>
      setLanguagesOfAnyKey(db, { id: 2, appended_languages, now: new Date(testDay) })
    const asked = async (key: keyof typeof own, language: string) => {
      const { headers, body } = await as(key, `/3/movie/501?language=${language}&append_to_response=translations`)
      return [headers['x-memc'], JSON.parse(body).title]
    }
    await give('de-DE,en-US')
    for (const memc of ['MISS', 'HIT', 'HIT']) {
      assert.deepEqual(await asked('neutral', 'it'), [memc, 'The Glass Lantern'])
      assert.deepEqual(await asked('common', 'it'), [memc, 'Die gläserne Laterne'])
    }
    // What a request names, or else the default, comes first; the same languages in one chain are the same reply.
    assert.deepEqual(await asked('common', 'en'), ['MISS', 'The Glass Lantern'])
    assert.deepEqual(await asked('common', ''), ['HIT', 'The Glass Lantern'])
    assert.deepEqual(await asked('common', 'it,de'), ['HIT', 'Die gläserne Laterne'])
    // A chain is never longer than others.
    assert.deepEqual(await asked('common', 'it,pl,es,pt,nl,da,sv,fi'), ['MISS', 'The Glass Lantern'])
    assert.deepEqual(await asked('common', 'it,pl,es,pt,nl,da,sv'), ['MISS', 'Die gläserne Laterne'])
    await give('')
    for (const memc of ['MISS', 'HIT']) assert.deepEqual(await asked('common', 'it'), [memc, 'The Glass Lantern'])
  })

  test('replies that are made for one caller are in the dialect of the key', async (t) => {
    const { as } = await open(t, engine)
    const path = `/3/account/1?session_id=${sessions.ada}`
    const avatarOf = async (dialect: keyof typeof own) => Object.keys(JSON.parse((await as(dialect, path)).body).avatar)
    assert.deepEqual(await avatarOf('neutral'), ['avatarsite1', 'homesite'])
    assert.deepEqual(await avatarOf('common'), ['gravatar', 'tmdb'])
  })

  test('a request may use the names of both dialects with any key', async (t) => {
    const { as } = await open(t, engine)
    for (const dialect of ['neutral', 'common'] as const)
      for (const [source, id] of [
        ['filmdb_id', 'tt0000501'],
        ['imdb_id', 'tt0000501'],
        ['wikidata_id', 'Q900777'],
        ['kb2_id', 'Q900777'],
      ]) {
        const { status, body } = await as(dialect, `/3/find/${id}?external_source=${source}`)
        assert.deepEqual([status, JSON.parse(body).movie_results.length], [200, 1], `${dialect} ${source}`)
      }
  })

  test('refusals are in the dialect of the key, and neutral before a key is known', async (t) => {
    const { as, ask } = await open(t, engine, { dialect: 'common' })
    assert.deepEqual(codeOf(await as('common', '/3/movie/501', {}, 'POST')), [404, 34])
    assert.deepEqual(codeOf(await as('neutral', '/3/movie/501', {}, 'POST')), [405, 42])
    assert.deepEqual(codeOf(await ask('/3/movie/501', {}, 'POST')), [401, 7])
  })

  test('the contract is there in both dialects, and without a choice in that of new keys', async (t) => {
    const { ask } = await open(t, engine, { dialect: 'common' })
    const contract = async (query: string) => JSON.parse((await ask(`/openapi.json${query}`)).body)
    const written = (name: keyof typeof dialects) => JSON.parse(JSON.stringify(openapi(operations, dialects[name])))
    assert.deepEqual(await contract('?dialect=neutral'), written('neutral'))
    assert.deepEqual(await contract('?dialect=common'), written('common'))
    assert.deepEqual(await contract(''), written('common'))
    assert.deepEqual(codeOf(await ask('/openapi.json?dialect=other')), [422, 5])
  })

  test('servers share the replies of each dialect', { skip: skipWithoutRedis }, async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await setDialects(db)
    const redis = await startRedis(t)
    const start = async () => {
      const shared = openRedis(redis.url, { answerMs: 20_000, checkMs: 10 })
      await until(shared, 'there')
      const { config } = readConfig({ site: 'https://reelcommons.example', 'redis-timeout-ms': '20000' }, {})
      let nowMs = 0
      const app = buildServer({
        db,
        config,
        redis: shared,
        clock: () => new Date(testDay),
        now: () => (nowMs += 1_000),
        identifyTimeoutMs: 20_000,
      })
      t.after(() => app.close())
      return async (dialect: keyof typeof own) => {
        const { headers, body } = await app.inject({ url: '/3/movie/501', headers: { authorization: own[dialect] } })
        return [headers['x-memc'], ...dialectOf({ body })]
      }
    }
    const one = await start()
    assert.deepEqual(
      [await one('neutral'), await one('common')],
      [
        ['MISS', 'neutral'],
        ['MISS', 'common'],
      ],
    )
    while (((await redis.ask('keys', 'reelcommons:replies:*')) as unknown[]).length !== 2) await sleep(5)
    const other = await start()
    assert.deepEqual(
      [await other('common'), await other('neutral')],
      [
        ['HIT', 'common'],
        ['HIT', 'neutral'],
      ],
    )
  })
})
