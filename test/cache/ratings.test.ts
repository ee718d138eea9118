import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { VOTES_MS } from '#src/cache/replies.ts'
import { followRatings, maxLoggedRatings } from '#src/catalogue/rated-titles.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { buildServer } from '#src/http/server.ts'
import { type RatedKind, setRatings } from '#src/kept/ratings.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

/** Replies that follow ratings of movie 502 at once, or those of series 601 and its episodes, and others. */
const ofMovie = ['/movie/502', '/movie/502?append_to_response=credits', '/movie/502/reviews']
const ofSeries = ['/tv/601', '/tv/601/season/1', '/tv/601/season/1/episode/1', '/tv/601/reviews']
const lists = [
  '/movie/popular',
  '/movie/top_rated',
  '/discover/movie?vote_count.gte=1&sort_by=vote_average.asc',
  '/discover/tv?vote_average.gte=9',
  '/person/301/movie_credits',
  '/collection/401',
  '/tv/601/season/2/credits',
]
const withoutVotes = ['/movie/502/credits', '/person/301', '/movie/501', '/genre/movie/list']

function serve(db: Database, time: { nowMs: number }, replyCacheBytes: number) {
  const { config } = readConfig({ 'reply-cache-bytes': String(replyCacheBytes), site: 'https://site.example' }, {})
  const clock = () => new Date(Date.parse(testDay) + time.nowMs)
  const app = buildServer({ db, config, pages: [], clock, now: () => time.nowMs })
  const ask = async (path: string) => {
    const { body, headers } = await app.inject({ url: `/3${path}`, headers: { authorization: `Bearer ${keys.first}` } })
    return { body, hit: headers['x-memc'] }
  }
  const askAll = async (paths: readonly string[]) => {
    const replies = []
    for (const path of paths) replies.push(await ask(path))
    return { hits: replies.map(({ hit }) => hit), bodies: replies.map(({ body }) => body) }
  }
  return { askAll, close: () => app.close() }
}

const all = (word: string, of: readonly unknown[]) => of.map(() => word)

forEachEngine(loadWorld, (engine: TestEngine) => {
  async function open(t: TestContext) {
    const db = await engine.open()
    const time = { nowMs: 0 }
    const [kept, fresh] = [serve(db, time, 10_000_000), serve(db, time, 0)]
    t.after(async () => {
      await Promise.all([kept.close(), fresh.close()])
      await db.close()
    })
    const rate = async (kind: RatedKind, entity_id: number) => {
      await setRatings(db, { account_id: 1 }, [{ kind, entity_id, value: 9.5, at: testDay }])
      await followRatings(db)
      time.nowMs += 1_000
    }
    return { db, time, kept, fresh, rate }
  }

  test('details and reviews of what was rated follow at once, and nothing else is rendered again', async (t) => {
    const { kept, fresh, rate } = await open(t)
    const others = [...lists, ...withoutVotes]
    await kept.askAll([...ofMovie, ...ofSeries, ...others])
    await rate('movie', 502)
    const movie = await kept.askAll(ofMovie)
    assert.deepEqual(movie, { hits: all('MISS', ofMovie), bodies: (await fresh.askAll(ofMovie)).bodies })
    assert.deepEqual((await kept.askAll([...ofSeries, ...others])).hits, all('HIT', [...ofSeries, ...others]))
    for (const [kind, id] of [
      ['series', 601],
      ['episode', 60111],
    ] as const) {
      await rate(kind, id)
      const ofIt = await kept.askAll(ofSeries)
      assert.deepEqual(ofIt, { hits: all('MISS', ofSeries), bodies: (await fresh.askAll(ofSeries)).bodies }, kind)
      assert.deepEqual((await kept.askAll([...ofMovie, ...others])).hits, all('HIT', [...ofMovie, ...others]), kind)
    }
  })

  test('lists follow ratings within a minute, and expire for no other reason', async (t) => {
    const { time, kept, fresh, rate } = await open(t)
    await kept.askAll(lists)
    time.nowMs += 2 * VOTES_MS
    const before = await kept.askAll(lists)
    assert.deepEqual(before.hits, all('HIT', lists), 'nobody has rated anything')
    await rate('movie', 502)
    await rate('episode', 60121)
    await rate('movie', 501)
    assert.ok(time.nowMs > 2 * VOTES_MS)
    const { bodies } = await kept.askAll(lists)
    const now = await fresh.askAll(lists)
    assert.deepEqual(bodies, now.bodies)
    assert.notDeepEqual(bodies, before.bodies)

    // They were rendered just now: half a minute later they are rendered again while the old ones are served.
    await kept.askAll(withoutVotes)
    await rate('movie', 503)
    time.nowMs += VOTES_MS - 2_000
    assert.deepEqual((await kept.askAll([...lists, ...withoutVotes])).hits, all('HIT', [...lists, ...withoutVotes]))
    time.nowMs += VOTES_MS
    assert.deepEqual((await kept.askAll(lists)).bodies, (await fresh.askAll(lists)).bodies)
    assert.deepEqual((await kept.askAll(withoutVotes)).hits, all('HIT', withoutVotes))
  })

  test('of very many ratings at once the titles are not looked at one by one', async (t) => {
    const { db, time, kept } = await open(t)
    const paths = ['/movie/502', '/movie/501', '/movie/502/credits']
    await kept.askAll(paths)
    await db.transaction((tx) => revise(tx, 'ratings', maxLoggedRatings + 1))
    time.nowMs += 1_000
    assert.deepEqual((await kept.askAll(paths)).hits, ['MISS', 'MISS', 'HIT'])
  })
})
