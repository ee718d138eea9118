import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { buildIndex } from '#src/search/build.ts'
import { foldName } from '#src/search/folding.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { refreshWeights } from '#src/search/refresh-weights.ts'
import { search } from '#src/search/search.ts'
import type { SearchedKind } from '#src/search/searched-kinds.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

test('names are folded for addresses', () => {
  const folded: [name: string, folded: string][] = [
    ['The Glass Lantern', 'the glass lantern'],
    ['  Amélie: «Le fabuleux destin»  ', 'amelie le fabuleux destin'],
    ['STRASSE / Straße', 'strasse strasse'],
    ['Ọkọrọ', 'okoro'],
    ['İstanbul', 'istanbul'],
    ['玻璃灯', '玻璃灯'],
    ['हिन्दी', 'हिन्दी'.normalize('NFKD')],
    ['ﬁlm №9', 'film no9'],
    ['***', '***'],
    ['', ''],
    [' ', ''],
    ['a'.repeat(101), 'a'.repeat(100)],
    [`${'a'.repeat(99)}😀`, 'a'.repeat(99)],
    [`${'!'.repeat(99)}😀`, '!'.repeat(99)],
  ]
  assert.deepEqual(
    folded.map(([name]) => foldName(name)),
    folded.map(([, expected]) => expected),
  )
})

const named = async (db: Database, kinds: SearchedKind[], text: string, includesAdult = false) =>
  (await search(db, { kinds, text, includesAdult })).found.map(({ kind, id }) => `${kind} ${id}`)

const at = new Date('2026-03-02T10:00:00.000Z')
const Count = Type.Object({ count: Type.Integer() })
const countOf = async (db: Database, from: Sql) =>
  (await db.one(Count, sql`select count(*) as count from ${from}`))?.count

forEachEngine(emptyCatalogue, (engine) => {
  test('the index follows the catalogue, and is the same when it is built anew', async (context) => {
    const db = await openFor(context, engine)
    const title = { source: 'low', title: 'The Old Lamp', original_title: 'Die alte Lampe' }
    await updateNameIndex(db)
    await importInto(db, [
      ...sources,
      { kind: 'movie', id: 1, ...title, alternative_titles: { titles: [{ title: 'Lampe, die', type: '' }] } },
      { kind: 'person', id: 1, source: 'low', name: 'Mo Lamplight', also_known_as: ['Candle'] },
    ])
    assert.deepEqual(await named(db, ['movie', 'person'], 'lamp'), [], 'nobody has followed yet')
    await updateNameIndex(db)
    assert.deepEqual(await named(db, ['movie', 'person'], 'LAMP'), ['movie 1', 'person 1'])
    assert.deepEqual(await named(db, ['movie', 'person'], 'alte'), ['movie 1'])
    assert.deepEqual(await named(db, ['movie', 'person'], 'candle'), ['person 1'])

    const edit = { account_id: null, at }
    await applyEdit(db, { ...edit, records: [{ kind: 'movie', id: 1, values: { original_title: 'Neues Licht' } }] })
    await updateNameIndex(db)
    assert.deepEqual(await named(db, ['movie'], 'alte'), [])
    assert.deepEqual(await named(db, ['movie'], 'neues'), ['movie 1'])
    assert.deepEqual(await named(db, ['movie'], 'lampe'), ['movie 1'])

    const followed = await Promise.all(tables.map((table) => rowsOf(db, table)))
    await buildIndex(db)
    assert.deepEqual(await Promise.all(tables.map((table) => rowsOf(db, table))), followed)
    assert.equal(await countOf(db, sql`search_generation`), 1, 'what was there before is gone')
    assert.deepEqual(await named(db, ['movie'], 'lampe'), ['movie 1'])

    await applyEdit(db, { ...edit, records: [{ kind: 'movie', id: 1, isDeleted: true }] })
    await applyEdit(db, { ...edit, records: [{ kind: 'person', id: 1, isDeleted: true }] })
    await updateNameIndex(db)
    assert.deepEqual(await named(db, ['movie', 'person'], 'lamp'), [])
    for (const table of tables) assert.deepEqual(await rowsOf(db, table), [])
  })

  test('those named exactly so come first, then the most popular; adult ones are asked for', async (context) => {
    const db = await openFor(context, engine)
    const movie = (id: number, title: string, popularity: number, more: object = {}) => ({
      kind: 'movie',
      id,
      source: 'low',
      title,
      popularity,
      ...more,
    })
    await importInto(db, [
      ...sources,
      { kind: 'collection', id: 1, source: 'low', name: 'Night and day' },
      movie(1, 'Nights', 9),
      movie(2, 'Nightfall', 70),
      movie(3, 'Night', 2),
      movie(4, 'Night Train', 99, { adult: true, belongs_to_collection: { id: 1 } }),
    ])
    await updateNameIndex(db)
    assert.deepEqual(await named(db, ['movie'], 'night'), ['movie 3', 'movie 2', 'movie 1'])
    await db.run(sql`update movie set popularity = 200 where id = 1`)
    await refreshWeights(db, undefined, 0)
    assert.deepEqual(await named(db, ['movie'], 'night'), ['movie 3', 'movie 1', 'movie 2'], 'popularity has changed')
    await db.run(sql`update movie set popularity = 9 where id = 1`)
    await refreshWeights(db, undefined, 0)
    assert.deepEqual(await named(db, ['movie'], 'night', true), ['movie 3', 'movie 4', 'movie 2', 'movie 1'])
    assert.deepEqual(await named(db, ['collection'], 'night'), [], 'it has an adult movie')
    assert.deepEqual(await named(db, ['collection', 'movie'], 'night a', true), ['collection 1'])
  })
})

const Row = Type.Object({ text: Type.String() })
const tables = [
  { table: sql`search_record`, text: sql`kind || ' ' || entity_id || ' ' || names` },
  { table: sql`search_posting`, text: sql`kind || ' ' || word || ' ' || first || ' ' || postings` },
  { table: sql`search_whole`, text: sql`kind || ' ' || name || ' ' || weight || ' ' || entity_id` },
  { table: sql`search_term`, text: sql`kind || ' ' || word || ' ' || records || ' ' || best` },
]

const rowsOf = async (db: Database, { table, text }: { table: Sql; text: Sql }) =>
  (await db.all(Row, sql`select ${text} as text from ${table} order by 1`)).map((row) => row.text)
