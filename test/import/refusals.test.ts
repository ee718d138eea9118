import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { builtInSources } from '#src/catalogue/sources.ts'
import { raw, sql } from '#src/database/sql.ts'
import { maxLineBytes } from '#src/import/line.ts'
import { maxLinesOfRecord } from '#src/import/staging.ts'
import { type AnyLine, emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const movie = (more: AnyLine = {}) => ({ kind: 'movie', id: 1, title: 'One', source: 'middle', ...more })
/** A line whose overview is spelled in JSON as it stands here. */
const spelled = (overview: string) => JSON.stringify(movie({ overview: 'X' })).replace('X', () => overview)

/** Lines that are refused, with the field and the reason. */
const refusals: [line: object | string, field: string, reason: string][] = [
  ['{', '', 'is not JSON'],
  ['"movie"', '', 'is not an object'],
  ['[]', '', 'is not an object'],
  ['null', '', 'is not an object'],
  [{ id: 1, source: 'middle' }, 'kind', 'is missing'],
  [{ kind: 'film', id: 1, source: 'middle' }, 'kind', 'is not a kind of line'],
  [{ kind: 'toString', id: 1, source: 'middle' }, 'kind', 'is not a kind of line'],
  [{ kind: 7, id: 1, source: 'middle' }, 'kind', 'is not a kind of line'],
  [{ kind: 'movie', source: 'middle' }, 'id', 'is missing'],
  [movie({ id: 0 }), 'id', 'has to be at least 1'],
  [movie({ id: 2_147_483_648 }), 'id', 'has to be at most 2147483647'],
  [movie({ id: '1' }), 'id', 'has to be a whole number'],
  [movie({ id: 1.5 }), 'id', 'has to be a whole number'],
  [movie({ title: 7 }), 'title', 'has to be a text or null'],
  [movie({ runtime: '90' }), 'runtime', 'has to be a whole number or null'],
  [movie({ runtime: -1 }), 'runtime', 'has to be at least 0'],
  [movie({ adult: 0 }), 'adult', 'has to be true or false or null'],
  [movie({ vote_average: 10.5 }), 'vote_average', 'has to be at most 10'],
  [`{"kind":"movie","id":1,"source":"middle","popularity":1e999}`, 'popularity', 'has to be a number or null'],
  [movie({ release_date: '1999' }), 'release_date', 'has to be a day as YYYY-MM-DD'],
  [movie({ release_date: '1999-02-30' }), 'release_date', 'has to be a day as YYYY-MM-DD'],
  [movie({ origin_country: 'FR' }), 'origin_country', 'has to be a list or null'],
  [movie({ origin_country: ['fra'] }), 'origin_country.0', 'has to match ^([A-Z]{2})?$'],
  [movie({ poster_path: 'p.jpg' }), 'poster_path', 'has to match ^$|^/'],
  [movie({ belongs_to_collection: { name: 'C' } }), 'belongs_to_collection.id', 'is missing'],
  [movie({ videos: {} }), 'videos.results', 'is missing'],
  [movie({ videos: { results: [{ key: 'a' }] } }), 'videos.results.0.site', 'is missing'],
  [movie({ credits: { cast: [{ id: 'x' }] } }), 'credits.cast.0.id', 'has to be a whole number'],
  [movie({ overview: 'x'.repeat(65_537) }), 'overview', 'is longer than 65536 characters'],
  [movie({ overview: 'é'.repeat(maxLineBytes / 2) }), '', `is longer than ${maxLineBytes} bytes`],
  [spelled('\\u0000'), '', 'contains a NUL character or half a surrogate pair'],
  [spelled('\\ud800'), '', 'contains a NUL character or half a surrogate pair'],
  [movie({ source: 'nobody' }), 'source', 'refers to nobody, which does not exist'],
  [movie({ source: null }), 'source', 'is missing'],
  [{ kind: 'season', id: 1, series_id: 1, source: 'middle' }, 'season_number', 'is missing'],
  [{ kind: 'episode', id: 1, series_id: 1, season_number: 1, source: 'middle' }, 'episode_number', 'is missing'],
  [{ kind: 'keyword', id: 1, source: 'middle' }, 'name', 'is missing'],
  [{ kind: 'source', id: 'new', name: 'New', rank: 1 }, 'licence', 'is missing'],
  [{ kind: 'source', id: 'new', name: 'New', licence: 'L', rank: 1_001 }, 'rank', 'has to be at most 1000'],
  [{ kind: 'source', id: 'new', name: 'New', licence: 'L', rank: -1 }, 'rank', 'has to be at least 0'],
  [
    { kind: 'source', id: 'a b', name: 'New', licence: 'L', rank: 1 },
    'id',
    'has to match ^([0-9a-f]{16}:)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$',
  ],
  [
    { kind: 'source', id: 'people', name: 'New', licence: 'L', rank: 1 },
    'id',
    'is a built-in source, which lines cannot change',
  ],
]

/** Texts that look like broken ones, or are unusual, and are taken. */
const taken = [
  '\\\\u0000 and \\\\ud800',
  '\\ud83c\\udfac',
  '𝄞 🎬 e\u0301 \u2028',
  '\\"\\\\\\/\\n\\r\\t',
  '<b>&amp;</b>',
]

const Counted = Type.Object({ n: Type.Integer() })

forEachEngine(emptyCatalogue, (engine) => {
  test('lines are refused with field and reason, and the others are taken', async (context) => {
    const db = await openFor(context, engine)
    const lines = [...sources, ...refusals.map(([line]) => line), movie({ id: 2 })]
    const { refused, records } = await importInto(db, lines)
    // What only shows when all lines are known is reported after the rest.
    const byLine = refused.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    const expected = refusals.map(([, field, reason], index) => `${index + 1 + sources.length} ${field}: ${reason}`)
    assert.deepEqual(byLine, expected)
    assert.deepEqual(records, { created: 1, changed: 0, unchanged: 0 })
    assert.deepEqual(await linesOf(db), [movie({ id: 2 })])
  })

  test('more lines about one record than fit into a transaction are refused', async (context) => {
    const db = await openFor(context, engine)
    const lines = Array.from({ length: maxLinesOfRecord + 2 }, (_, runtime) => movie({ runtime }))
    const { refused } = await importInto(db, [...sources, ...lines])
    assert.deepEqual(refused, [
      `${maxLinesOfRecord + 5} id: belongs to more than ${maxLinesOfRecord} lines of one import`,
      `${maxLinesOfRecord + 6} id: belongs to more than ${maxLinesOfRecord} lines of one import`,
    ])
    assert.deepEqual(await linesOf(db), [movie({ runtime: maxLinesOfRecord - 1 })])
  })

  test('unusual texts are kept as they are', async (context) => {
    const db = await openFor(context, engine)
    const lines = taken.map((text, index) => spelled(text).replace('"id":1', `"id":${index + 1}`))
    assert.deepEqual((await importInto(db, [...sources, ...lines])).refused, [])
    const overviews = (await linesOf(db)).map(({ overview }) => overview)
    assert.deepEqual(
      overviews,
      lines.map((line) => JSON.parse(line).overview),
    )
  })

  test('unknown and computed fields are counted by name', async (context) => {
    const db = await openFor(context, engine)
    const line = { colour: 'red', similar: {}, softcore: false, 'season/1': {}, lists: [] }
    const { summary } = await importInto(db, [...sources, movie(line), movie({ id: 2, colour: 'blue', _id: 'x' })])
    assert.deepEqual(summary.ignored, { colour: 2 })
    assert.deepEqual(summary.computed, { similar: 1, softcore: 1, 'season/1': 1, lists: 1, _id: 1 })
    assert.deepEqual(await linesOf(db), [movie(), movie({ id: 2 })])
  })

  test('a strict import stops at the first bad line and leaves the catalogue as it was', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, movie({ tagline: 'before' })])
    const before = await exportOf(db)
    const new_source = { kind: 'source', id: 'new', name: 'New', licence: 'L', rank: 1 }
    const good = [
      new_source,
      movie({ tagline: 'after' }),
      movie({ id: 2 }),
      { kind: 'keyword', id: 1, name: 'k', source: 'new' },
    ]
    for (const bad of [movie({ id: 0 }), movie({ source: 'nobody' }), movie({ source: 'low' })]) {
      const { summary, refused } = await importInto(db, [...good, bad, '{'], { isStrict: true })
      assert.equal(refused.length, 1)
      const { read, edit_id, created, changed } = summary
      assert.deepEqual({ edit_id, created, changed }, { edit_id: undefined, created: 0, changed: 0 })
      assert.equal(read, bad.id === 0 ? 5 : 6)
      assert.equal(await exportOf(db), before)
      assert.deepEqual(await db.one(Counted, sql`select count(*) as n from edit`), { n: 2 })
    }
  })

  test('a dry run writes nothing and reports the same', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [
      ...sources,
      movie({ tagline: 'before' }),
      { kind: 'person', id: 1, name: 'P', source: 'low' },
    ])
    const before = await exportOf(db)
    const review = { author_details: { username: 'ada' }, content: 'Good.', created_at: '2020-01-01' }
    const lines = [
      { kind: 'source', id: 'new', name: 'New', licence: 'L', rank: 1 },
      { kind: 'keyword', id: 1, name: 'sea', source: 'new' },
      { kind: 'person', id: 1, name: 'P', source: 'low' },
      { kind: 'person', id: 2, name: 'P2', source: 'new' },
      { kind: 'company', id: 1, name: 'Child', parent_company: { id: 2 }, source: 'new' },
      { kind: 'company', id: 2, name: 'Parent', parent_company: { id: 3 }, source: 'new' },
      movie({ tagline: 'after', keywords: { keywords: [{ id: 1 }, { id: 2 }, { id: 3 }] } }),
      { kind: 'series', id: 1, keywords: { results: [{ id: 2, name: 'storm' }] }, source: 'new' },
      movie({ id: 2, source: 'new', credits: { cast: [{ id: 2 }, { id: 3 }] }, reviews: { results: [review] } }),
      movie({ id: 0 }),
    ]
    const tried = await importInto(db, lines, { isDryRun: true })
    assert.equal(await exportOf(db), before)
    for (const table of ['edit', 'source', 'keyword', 'account'] as const) {
      const counts = { edit: 2, source: sources.length + builtInSources.length, keyword: 0, account: 0 }
      const count = await db.one(Counted, sql`select count(*) as n from ${raw(table)}`)
      assert.deepEqual([table, count], [table, { n: counts[table] }])
    }
    const done = await importInto(db, lines)
    assert.deepEqual(done.records, { created: 6, changed: 1, unchanged: 1 })
    const { summary: _tried, ...triedTold } = tried
    const { summary: _done, ...doneTold } = done
    assert.deepEqual(triedTold, doneTold)
    assert.deepEqual(doneTold.unresolved, [
      '9 credits: person 3',
      '6 parent_company: company 3',
      '7 keywords: keyword 3',
    ])
  })
})
