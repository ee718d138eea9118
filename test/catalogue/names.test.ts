import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { foldedNames, foldName } from '#src/search/folding.ts'
import { lookUp, maxFound, type SearchedKind } from '#src/search/look-up.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

test('names are folded', () => {
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

test('an article may be left out, but not where it is all', () => {
  assert.deepEqual(
    [...foldedNames(['The Matrix', 'A', 'Der Untergang', 'Theatre', ''])],
    ['the matrix', 'matrix', 'a', 'der untergang', 'untergang', 'theatre'],
  )
})

const named = async (db: Database, kinds: SearchedKind[], text: string, includesAdult = false) =>
  (await lookUp(db, kinds, text, includesAdult)).map(({ kind, id }) => `${kind} ${id}`)

const at = new Date('2026-03-02T10:00:00.000Z')
const Count = Type.Object({ count: Type.Integer() })
const countNames = async (db: Database) => (await db.one(Count, sql`select count(*) as count from search_name`))?.count

forEachEngine(emptyCatalogue, (engine) => {
  test('names follow what is imported, edited and destroyed', async (context) => {
    const db = await openFor(context, engine)
    const title = { source: 'low', title: 'The Old Lamp', original_title: 'Die alte Lampe' }
    await importInto(db, [
      ...sources,
      { kind: 'movie', id: 1, ...title, alternative_titles: { titles: [{ title: 'Lampe, die', type: '' }] } },
      { kind: 'person', id: 1, source: 'low', name: 'Mo Lamplight', also_known_as: ['Candle'] },
    ])
    assert.deepEqual(await named(db, ['movie', 'person'], 'lamp'), [], 'nobody has followed yet')
    await updateNameIndex(db)
    assert.deepEqual(await named(db, ['movie', 'person'], 'LAMP'), ['movie 1'])
    assert.deepEqual(await named(db, ['movie', 'person'], 'alte'), ['movie 1'])
    assert.deepEqual(await named(db, ['movie', 'person'], 'candle'), ['person 1'])

    const edit = { account_id: null, at }
    await applyEdit(db, { ...edit, records: [{ kind: 'movie', id: 1, values: { original_title: 'Neues Licht' } }] })
    await updateNameIndex(db)
    assert.deepEqual(await named(db, ['movie'], 'alte'), [])
    assert.deepEqual(await named(db, ['movie'], 'neues'), ['movie 1'])
    assert.deepEqual(await named(db, ['movie'], 'lampe'), ['movie 1'])

    await applyEdit(db, { ...edit, records: [{ kind: 'movie', id: 1, isDestroyed: true }] })
    assert.deepEqual(await named(db, ['movie'], 'neues'), [], 'its names went with it')
    await applyEdit(db, { ...edit, records: [{ kind: 'person', id: 1, isDestroyed: true }] })
    await updateNameIndex(db)
    assert.equal(await countNames(db), 0)
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
    assert.deepEqual(await named(db, ['movie'], 'night', true), ['movie 3', 'movie 4', 'movie 2', 'movie 1'])
    assert.deepEqual(await named(db, ['collection'], 'night'), [], 'it has an adult movie')
    assert.deepEqual(await named(db, ['collection', 'movie'], 'night a', true), ['collection 1'])
  })

  test('of very many that begin alike the first ones by the alphabet are found', async (context) => {
    const db = await openFor(context, engine)
    const lines = Array.from({ length: maxFound + 1 }, (_, index) => {
      const number = String(index).padStart(5, '0')
      return { kind: 'company', id: index + 1, source: 'low', name: `Studio ${number}` }
    })
    await importInto(db, [...sources, ...lines.reverse()])
    await updateNameIndex(db)
    const found = await named(db, ['company'], 'studio')
    assert.equal(found.length, maxFound)
    assert.ok(!found.includes(`company ${maxFound + 1}`))
  })
})
