import assert from 'node:assert/strict'
import { test } from 'node:test'
import { popularWholeFirst } from '#src/catalogue/summaries/whole-first.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const cast = { credits: { cast: [{ id: 9, character: 'Ann', credit_id: 'a'.repeat(24) }] } }
const whole = { overview: 'A ship.', ...cast }
const series = (id: number, more: object = {}) => {
  return { kind: 'series', id, source: 'low', name: `Series ${id}`, original_name: '', ...more }
}
const below = (series_id: number) => [
  { kind: 'season', id: series_id, source: 'low', series_id, season_number: 1 },
  { kind: 'episode', id: series_id, source: 'low', series_id, season_number: 1, episode_number: 1 },
]

forEachEngine(emptyCatalogue, (engine) => {
  test('popular titles of which there is most to see come first, unless their popularity is known', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [
      ...sources,
      { kind: 'person', id: 9, source: 'low', name: 'Ann' },
      ...[series(1), series(2, whole), series(3, whole), series(4, { overview: 'A ship.' }), series(5, whole)],
      series(6, { ...whole, adult: true }),
      ...[3, 4, 6].flatMap(below),
    ])
    for (const id of [1, 2, 3, 4, 5, 6])
      await db.run(sql`update series set popularity = ${10 - id}, counted_popularity = 0 where id = ${id}`)
    // Whole, then those that lack one thing, then the others; each time the most popular first.
    assert.deepEqual(await popularWholeFirst(db, 'series', 9), [3, 2, 4, 5, 1])
    assert.deepEqual(await popularWholeFirst(db, 'series', 2), [3, 2])
    await db.run(sql`update series set counted_popularity = 1 where id = 1`)
    await db.run(sql`update series set stated_popularity = 1 where id = 5`)
    assert.deepEqual(await popularWholeFirst(db, 'series', 9), [1, 3, 5, 2, 4])
    assert.deepEqual(await popularWholeFirst(db, 'movie', 9), [])
  })
})
