import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { maxCounted } from '#src/catalogue/similar/features.ts'
import { maxSimilar, similarTitles } from '#src/catalogue/similar/similar-titles.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person, series } from '../support/import-lines.ts'

type More = Record<string, unknown>
const genre = (...ids: number[]) => ({ genres: ids.map((id) => ({ id })) })
const keyword = (...ids: number[]) => ({ keywords: { keywords: ids.map((id) => ({ id, name: `k${id}` })) } })
const by = (id: number, job = 'Director') => ({ credits: { cast: [], crew: [{ id, department: 'Directing', job }] } })
const starring = (...ids: number[]) => ({ credits: { cast: ids.map((id, order) => ({ id, order })), crew: [] } })
const made = (id: number) => ({ production_companies: [{ id }] })

/** What a title shares with no. 1, which has all of it; no. 2 and on are in the order in which they are wanted. */
const alike: readonly (readonly [what: string, of: 'movie' | 'series', one: More, ...others: More[]])[] = [
  ['a rare keyword before a common one', 'movie', keyword(1, 2), keyword(1), keyword(2), keyword(2), keyword(2)],
  ['two keywords before one', 'movie', keyword(1, 2, 3), keyword(1, 2), keyword(3)],
  [
    'the director before the composer',
    'movie',
    {
      credits: {
        crew: [
          { id: 1, department: 'Directing', job: 'Director' },
          { id: 2, department: 'Sound', job: 'Original Music Composer' },
        ],
      },
    },
    by(1),
    by(2, 'Original Music Composer'),
  ],
  ['the first of the cast before the eighth', 'movie', starring(1, 2, 3, 4, 5, 6, 7, 8), starring(1), starring(8)],
  [
    'its collection before all else',
    'movie',
    { belongs_to_collection: { id: 1 }, ...by(1), ...genre(18) },
    { belongs_to_collection: { id: 1 } },
    { ...by(1), ...genre(18) },
  ],
  [
    'the same genres before others',
    'movie',
    { ...keyword(1), ...genre(18, 35) },
    { ...keyword(1), ...genre(18, 35) },
    { ...keyword(1), ...genre(18) },
    { ...keyword(1), ...genre(27, 28) },
  ],
  [
    'its time before another',
    'movie',
    { ...keyword(1), release_date: '1970-05-01' },
    { ...keyword(1), release_date: '1971-05-01' },
    { ...keyword(1), release_date: '1979-05-01' },
    keyword(1),
  ],
  ['a company', 'movie', made(1), made(1)],
  ['the most popular of the equal ones', 'movie', keyword(1), { ...keyword(1), popularity: 9 }, keyword(1), keyword(1)],
  ['a network', 'series', { networks: [{ id: 1 }] }, { networks: [{ id: 1 }] }],
  ['a creator of a series', 'series', { created_by: [{ id: 1 }] }, { created_by: [{ id: 1 }] }],
]

/** Titles that share nothing, so that features of a few are rare. */
const unlike = (of: 'movie' | 'series') => Array.from({ length: 40 }, (_, at) => lineOf(of, 900 + at, {}))
const lineOf = (of: 'movie' | 'series', id: number, more: More) =>
  of === 'movie' ? movie({ id, title: `M${id}`, ...more }) : series(id, more)
const named = (kind: string) => ({ kind, id: 1, name: kind, source: 'middle' })
const people = Array.from({ length: 8 }, (_, at) => person(at + 1))
const known = [...sources, ...people, ...['company', 'network', 'collection'].map(named)]

const Row = Type.Object({ id: Type.Integer() })
const setAdult = (db: Database, ids: readonly number[]) =>
  db.run(sql`update movie set adult = true where ${db.engine.anyOf(sql`id`, ids)}`)

forEachEngine(emptyCatalogue, (engine) => {
  for (const [what, of, one, ...others] of alike)
    test(`similar: ${what}`, async (t) => {
      const db = await openFor(t, engine)
      const titles = [one, ...others].map((more, at) => lineOf(of, at + 1, more))
      await importInto(db, [...known, ...unlike(of), ...titles])
      assert.deepEqual(
        await similarTitles(db, of, 1),
        others.map((_, at) => at + 2),
      )
      for (const [at] of others.entries())
        assert.ok((await similarTitles(db, of, at + 2)).includes(1), `1 is similar to ${at + 2}`)
    })

  test('adult titles are only beside adult ones', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...unlike('movie'), ...[1, 2, 3, 4].map((id) => lineOf('movie', id, keyword(1)))])
    await setAdult(db, [3, 4])
    assert.deepEqual(await Promise.all([1, 3].map((id) => similarTitles(db, 'movie', id))), [[2], [1, 2, 4]])
  })

  test('a title of which only a genre is known is like popular titles of it, in a list that ends', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, sources)
    const all = Array.from({ length: maxCounted + 500 }, (_, at) =>
      lineOf('movie', at + 1, { ...genre(18), popularity: at }),
    )
    await importInto(db, all)
    const found = await similarTitles(db, 'movie', 1)
    assert.deepEqual(
      found,
      Array.from({ length: maxSimilar }, (_, at) => maxCounted + 500 - at),
    )
    assert.equal((await db.all(Row, sql`select id from movie where id = 1`)).length, 1)
  })
})
