import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { openChangeBus } from '#src/background/change-bus.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { checkSearch } from '#src/installation/checks.ts'
import { buildIndex } from '#src/search/build.ts'
import { answeringGeneration, generations, version } from '#src/search/generations.ts'
import { indexState, shareOfRead } from '#src/search/index-state.ts'
import { followNames, type Told, tryToBuild } from '#src/search/name-index.ts'
import { refreshWeights } from '#src/search/refresh-weights.ts'
import { search } from '#src/search/search.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, startPages } from '../support/pages/visitor.ts'
import { keys, loadWorld } from '../support/world.ts'

const Row = Type.Object({ text: Type.String() })

/** Begins to build an index, as after an upgrade, and is stopped when it has read some records. */
async function beginToBuild(db: Database) {
  const stopping = new AbortController()
  await buildIndex(db, { signal: stopping.signal, onProgress: () => stopping.abort() })
}

const tables = ['generation', 'record', 'posting', 'whole', 'run', 'term', 'slip'].map((name) => `search_${name}`)

/** An upgrade whose index is of another version, and one whose migrations remove the index. */
const upgrades = {
  rebuilding: (db: Database) => db.run(sql`update search_generation set version = ${version - 1}`),
  async missing(db: Database) {
    for (const table of tables) await db.run(sql`delete from ${raw(table)}`)
  },
}

const idsOf = async (db: Database, text: string) =>
  (await search(db, { kinds: ['movie'], text })).found.map(({ id }) => id)

/** Follows the change log once as a server does. Returns what it tells. */
async function followOnce(db: Database, location?: string) {
  const told: object[] = []
  const ending = new AbortController()
  const record =
    (name: keyof Told) =>
    ({ records, ...about }: { records: number }) =>
      void told.push({ name, hasRecords: records > 0, ...about, ...('seconds' in about && { seconds: 'some' }) })
  await followNames(db, location).run({
    changeBus: openChangeBus(assert.ifError),
    signal: ending.signal,
    failed: assert.ifError,
    told: { building: record('building'), complete: record('complete') },
    pause: async () => ending.abort(),
  })
  return told
}

forEachEngine(loadWorld, (engine) => {
  test('after an upgrade with another version the previous index answers until the new one is complete', async (t) => {
    const db = await openFor(t, engine)
    const expected = await idsOf(db, 'glass lantern')
    assert.deepEqual([expected, await indexState(db)], [[501], 'complete'])
    await upgrades.rebuilding(db)
    assert.deepEqual([await indexState(db), await shareOfRead(db)], ['rebuilding', 0], 'before it begins')
    await beginToBuild(db)
    assert.equal(await indexState(db), 'rebuilding')
    const share = await shareOfRead(db)
    assert.ok(share > 0 && share < 1, String(share))
    assert.deepEqual(await idsOf(db, 'glass lantern'), expected)
    assert.deepEqual(await followOnce(db), [
      { name: 'building', hasRecords: true, answering: 'previous' },
      { name: 'complete', hasRecords: true, seconds: 'some' },
    ])
    assert.deepEqual([await indexState(db), await idsOf(db, 'glass lantern')], ['complete', expected])
    assert.deepEqual(await followOnce(db), [], 'once')
  })

  test('where no index is left, searches find nothing until the new one is complete', async (t) => {
    const db = await openFor(t, engine)
    await upgrades.missing(db)
    assert.deepEqual([await indexState(db), await shareOfRead(db)], ['missing', 0])
    await beginToBuild(db)
    assert.deepEqual([await indexState(db), await idsOf(db, 'glass lantern')], ['missing', []])
    assert.deepEqual(await followOnce(db), [
      { name: 'building', hasRecords: true, answering: 'none' },
      { name: 'complete', hasRecords: true, seconds: 'some' },
    ])
    assert.deepEqual([await indexState(db), await idsOf(db, 'glass lantern')], ['complete', [501]])
  })

  test('the order of an index is left alone while nothing answers from it', async (t) => {
    const db = await openFor(t, engine)
    await upgrades.missing(db)
    await beginToBuild(db)
    assert.equal(await answeringGeneration(db), undefined)
    const stored = () =>
      db.all(
        Row,
        sql`
      select kind || ' ' || entity_id || ' ' || popularity as text from search_record order by 1`,
      )
    const before = await stored()
    assert.ok(before.length > 0)
    await db.run(sql`update movie set popularity = popularity + 500`)
    await refreshWeights(db, undefined, 0)
    assert.deepEqual(await stored(), before)
  })

  test('what somebody has left who was stopped is removed, and not while it is built', async (t) => {
    const db = await openFor(t, engine)
    const location = await mkdtemp(join(tmpdir(), 'reelcommons-index-state-'))
    t.after(() => rm(location, { recursive: true }))
    const [current] = await generations(db)
    await beginToBuild(db)
    const lock = await tryToBuild(location)
    assert.ok(lock)
    await followOnce(db, location)
    assert.equal(await indexState(db), 'rebuilding')
    await lock.release()
    await followOnce(db, location)
    assert.deepEqual([await indexState(db), await generations(db)], ['complete', [current]])
    const left = await db.all(Row, sql`select word as text from search_run where generation <> ${current!.number}`)
    assert.deepEqual(left, [])
  })

  const states = ['complete', 'rebuilding', 'missing'] as const
  const ok = { status: 'ok' }

  /** A server whose index is in a state. */
  async function startIn(t: TestContext, state: (typeof states)[number]) {
    const server = await startPages(engine)
    t.after(() => server.close())
    if (state !== 'complete') {
      await upgrades[state](server.db)
      await beginToBuild(server.db)
    }
    const json = async (url: string, headers = {}) => {
      const { statusCode, body } = await server.app.inject({ url, headers })
      return [statusCode, JSON.parse(body)]
    }
    const textOf = async (path: string, language: string) =>
      (await openVisitor(server.app).get(path, { 'accept-language': language })).body
    return { ...server, json, textOf }
  }

  const ready = {
    complete: { ...ok, database: ok },
    rebuilding: { ...ok, database: ok, search: { status: 'building', answering: 'previous' } },
    missing: { status: 'degraded', database: ok, search: { status: 'building', answering: 'none' } },
  }
  const found = {
    complete: ['well', 'search_complete'],
    rebuilding: ['note', 'search_rebuilding'],
    missing: ['note', 'search_missing'],
  }
  for (const state of states)
    test(`readiness and the doctor say that the index is ${state}`, async (t) => {
      const { db, json } = await startIn(t, state)
      const expected = ready[state]
      const read = await shareOfRead(db)
      const search = 'search' in expected && { search: { ...expected.search, read } }
      assert.deepEqual(await json('/readyz'), [200, { ...expected, ...search }])
      const { area, state: how, is } = (await checkSearch(db)) as { area: string; state: string; is: string }
      assert.deepEqual([area, how, is], ['search', ...found[state]])
    })

  const building = {
    en: {
      title: 'The search index is being built',
      missing: 'may not be found although the catalogue has them',
      rebuilding: 'what was added or changed lately may be missing',
      suggestions: 'The search index is being built. Some names are not found yet.',
      nothing: 'Nothing found',
    },
    de: {
      title: 'Der Suchindex wird erstellt',
      missing: 'vielleicht nicht gefunden, obwohl sie im Katalog stehen',
      rebuilding: 'Was vor Kurzem hinzukam oder geändert wurde, fehlt vielleicht',
      suggestions: 'Der Suchindex wird erstellt. Manche Namen werden noch nicht gefunden.',
      nothing: 'Nichts gefunden',
    },
  }

  for (const [language, says] of Object.entries(building))
    test(`the search page says so instead of finding nothing: ${language}`, async (t) => {
      const ofMissing = await startIn(t, 'missing')
      const page = await ofMissing.textOf('/search?query=glass+lantern', language)
      for (const text of [says.title, says.missing]) assert.ok(page.includes(text), text)
      assert.ok(!page.includes(says.nothing))
      assert.ok(!(await ofMissing.textOf('/search', language)).includes(says.title), 'nothing was asked for')

      const ofRebuilding = await startIn(t, 'rebuilding')
      const results = await ofRebuilding.textOf('/search?query=glass+lantern', language)
      for (const text of [says.title, says.rebuilding, '/movie/501-']) assert.ok(results.includes(text), text)
      const none = await ofRebuilding.textOf('/search?query=xyzzy', language)
      for (const text of [says.title, says.rebuilding]) assert.ok(none.includes(text), text)
      assert.ok(!none.includes(says.nothing))

      await followNames(ofMissing.db).catchUp()
      const complete = await ofMissing.textOf('/search?query=xyzzy', language)
      assert.ok(complete.includes(says.nothing) && !complete.includes(says.title))
    })

  test('suggestions say so where there are none, and no longer when the index is complete', async (t) => {
    const { db, json } = await startIn(t, 'missing')
    for (const [language, { suggestions: says }] of Object.entries(building))
      for (const path of ['/search/suggest?', '/discover/movie/suggest?choice=person&'])
        assert.deepEqual(await json(`${path}query=xyzzy&language=${language}`), [
          200,
          { says, is_building: true, suggestions: [] },
        ])
    await followNames(db).catchUp()
    // Another process may have built it: kept replies are looked after from time to time.
    const now = performance.now() + 10_000
    t.mock.method(performance, 'now', () => now)
    const none = { says: 'No suggestions', suggestions: [] }
    assert.deepEqual(await json('/search/suggest?query=xyzzy&language=en'), [200, none])
  })

  test('a search over the interface keeps its form', async (t) => {
    const { json } = await startIn(t, 'missing')
    const reply = await json('/3/search/movie?query=glass+lantern', { authorization: `Bearer ${keys.first}` })
    assert.deepEqual(reply, [200, { page: 1, results: [], total_pages: 0, total_results: 0 }])
  })
})
