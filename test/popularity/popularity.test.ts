import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { codeOf } from '#src/contract/signals.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { computePopularity } from '#src/popularity/background.ts'
import { openSignalCounter } from '#src/popularity/counter.ts'
import { computeTrends } from '#src/popularity/trends.ts'
import { exportOf, importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

const Popularity = Type.Object({
  stated_popularity: Type.Number(),
  start_popularity: Type.Number(),
  counted_popularity: Type.Number(),
  popularity: Type.Number(),
})
const columns = raw('stated_popularity, start_popularity, counted_popularity, popularity')
const popularityOf = async (db: Database, of: string, id: number) =>
  Object.values((await db.one(Popularity, sql`select ${columns} from ${raw(of)} where id = ${id}`)) ?? {})

const Record = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })
const trendsOf = async (db: Database, window: string, type: string, places = 3) => {
  const rows = await db.all(
    Record,
    sql`select kind, entity_id from trend
      where time_window = ${window} and media_type = ${type} and place <= ${places} order by place`,
  )
  return rows.map(({ kind, entity_id }) => `${kind} ${entity_id}`)
}
const Count = Type.Object({ count: Type.Integer() })
const countOf = async (db: Database, table: string) =>
  (await db.one(Count, sql`select count(*) as count from ${raw(table)}`))?.count

const noon = Date.parse('2026-03-10T12:00:00.000Z')
const after = (days: number) => new Date(noon + days * 24 * 3_600_000)

/** As many different keys ask for a record. */
async function ask(db: Database, of: 'movie' | 'series' | 'person', id: number, times: number, days = 0) {
  const counter = openSignalCounter(db)
  for (let by = 1; by <= times; by++) counter.count('details', codeOf(of, id), by, after(days).getTime())
  await counter.write()
}

const exported = async (db: Database) => (await exportOf(db)).split('\n').filter((line) => line !== '')

forEachEngine(loadWorld, (engine) => {
  test('what is asked for is counted beside what a source states, and halves in 30 days', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const changes = await countOf(db, 'change')
    await ask(db, 'movie', 501, 400)
    await computeTrends(db, after(0))
    // The replies of a day count as sent in the middle of what has passed of it: six hours ago.
    assert.deepEqual(await popularityOf(db, 'movie', 501), [41.25, 0, 9.97, 51.22])
    await computeTrends(db, after(0))
    assert.deepEqual(await popularityOf(db, 'movie', 501), [41.25, 0, 9.97, 51.22])
    assert.equal(await countOf(db, 'popularity_signal'), 1)

    await computeTrends(db, after(60))
    assert.deepEqual(await popularityOf(db, 'movie', 501), [41.25, 0, 5, 46.25])
    assert.equal(await countOf(db, 'popularity_signal'), 0)
    await ask(db, 'movie', 501, 300, 60)
    await computeTrends(db, after(60))
    assert.deepEqual(await popularityOf(db, 'movie', 501), [41.25, 0, 9.98, 51.23])

    await computeTrends(db, after(60 + 600))
    assert.deepEqual(await popularityOf(db, 'movie', 501), [41.25, 0, 0, 41.25])
    assert.equal(await countOf(db, 'interest'), 0)
    assert.equal(await countOf(db, 'change'), changes)
  })

  test('trends of a day pass sooner than those of a week, and adult records have none', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await ask(db, 'movie', 502, 80)
    await ask(db, 'series', 602, 40, 4)
    await ask(db, 'person', 301, 30, 4)
    await db.run(sql`update movie set adult = true where id = ${503}`)
    await ask(db, 'movie', 503, 100, 4)
    await computeTrends(db, after(4))
    const found = Object.fromEntries(
      await Promise.all(
        ['day', 'week'].flatMap((window) =>
          ['all', 'movie', 'tv', 'person'].map(async (type) => [
            `${type}/${window}`,
            await trendsOf(db, window, type, type === 'all' ? 3 : 1),
          ]),
        ),
      ),
    )
    assert.deepEqual(found, {
      'all/day': ['series 602', 'person 301', 'movie 502'],
      'movie/day': ['movie 502'],
      'tv/day': ['series 602'],
      'person/day': ['person 301'],
      'all/week': ['movie 502', 'series 602', 'person 301'],
      'movie/week': ['movie 502'],
      'tv/week': ['series 602'],
      'person/week': ['person 301'],
    })
    const adult = await db.one(
      Count,
      sql`select count(*) as count from trend where kind = 'movie' and entity_id = ${503}`,
    )
    assert.equal(adult?.count, 0)
  })

  test('an import changes what is stated alone, an export has nothing else, and both move nothing', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const before = await exported(db)
    await ask(db, 'movie', 501, 400)
    await computePopularity(db, after(0))
    const [, start] = await popularityOf(db, 'movie', 501)
    assert.deepEqual(await popularityOf(db, 'movie', 501), [41.25, start, 9.97, 51.22])
    const lines = await exported(db)
    assert.deepEqual(lines, before)

    const tables = ['movie', 'series', 'person']
    const all = async () =>
      Promise.all(tables.map((table) => db.all(Popularity, sql`select ${columns} from ${raw(table)} order by id`)))
    const stored = await all()
    await importInto(
      db,
      lines.map((line) => JSON.parse(line)),
    )
    assert.deepEqual(await all(), stored)

    const line = lines.map((text) => JSON.parse(text)).find(({ kind, id }) => kind === 'movie' && id === 501)
    await importInto(db, [{ ...line, popularity: 20.25 }])
    assert.deepEqual(await popularityOf(db, 'movie', 501), [20.25, start, 9.97, 30.22])
  })

  test('records that no source calls popular start from their facts, new ones at the next round', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await computePopularity(db, after(0))
    const source = {
      kind: 'source',
      id: 'more',
      name: 'More',
      licence: 'CC0-1.0',
      url: '',
      rank: 5,
      redistributable: true,
    }
    const movie = (id: number, more: object) => ({
      kind: 'movie',
      id,
      title: `Movie ${id}`,
      original_title: `Movie ${id}`,
      original_language: 'en',
      source: 'more',
      ...more,
    })
    const cast = [301, 302, 303].map((id, order) => ({ id, character: '', order }))
    const rich = { overview: 'A text.', external_ids: { filmdb_id: 'tt9912345' }, credits: { cast, crew: [] } }
    await importInto(db, [
      source,
      movie(9001, {}),
      movie(9002, { ...rich, release_date: '2026-01-01' }),
      movie(9003, { ...rich, release_date: '1926-01-01' }),
    ])
    assert.deepEqual(await popularityOf(db, 'movie', 9002), [0, 0, 0, 0])
    await computePopularity(db, after(0))
    const shown = await Promise.all([9001, 9002, 9003].map((id) => popularityOf(db, 'movie', id)))
    assert.deepEqual(shown, [
      [0, 0, 0, 0],
      [0, 0.973, 0, 0.973],
      [0, 0.313, 0, 0.313],
    ])
    // The start of all is computed once a day, and a year later a title is a year older.
    await computePopularity(db, after(365))
    assert.deepEqual(await popularityOf(db, 'movie', 9002), [0, 0.95, 0, 0.95])
  })
})
