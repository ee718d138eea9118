import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { standardCompared } from '#src/search/candidates.ts'
import { openLists } from '#src/search/lists.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { postingTable } from '#src/search/tables/index-tables.ts'
import { chunksOf, packed, recordIdIn, wholeRecord } from '#src/search/tables/postings.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const shelf = { generation: 1, kind: 'movie' }
const ofOneKind = { kinds: 1, read: standardCompared.read }

/** Gives a word to records with some ids, all of the same importance. */
const give = (db: Database, word: string, ids: readonly number[]) =>
  db.transaction((tx) =>
    tx.put(
      postingTable,
      chunksOf(ids.map((id) => packed(0, id, wholeRecord))).map((chunk) => ({ ...shelf, word, ...chunk })),
    ),
  )

const ids = (count: number, idOf: (at: number) => number) => Array.from({ length: count }, (_, at) => idOf(at + 1))
const group = (word: string, records: number) => ({ words: [{ word, records, best: 0 }], records })
const titles = (names: readonly string[]) =>
  names.map((title, at) => ({ kind: 'movie', id: at + 1, source: 'low', title, original_title: title }))

forEachEngine(emptyCatalogue, (engine) => {
  test('20,000 postings are read whole, those of rare words, and others not where few records remain', async (t) => {
    const db = await openFor(t, engine)
    await give(db, 'rare', [3, 5, 7])
    await give(
      db,
      'often',
      ids(20_001, (at) => at),
    )
    await give(
      db,
      'less',
      ids(19_997, (at) => 7 * at),
    )
    const [rare, often, less] = [group('rare', 3), group('often', 20_001), group('less', 19_997)]
    const narrowed = async (...groups: (typeof rare)[]) => {
      const found = await openLists(db, shelf, ofOneKind).narrow(groups, 2)
      return found && Array.from(found).map(recordIdIn)
    }
    assert.deepEqual(await narrowed(less, rare), [7])
    assert.equal(await narrowed(often, rare), undefined)
    // One more is too many.
    assert.equal(await narrowed(group('less', 19_998), rare), undefined)
  })

  test('60,000 postings are read for a reading, the most important ones', async (t) => {
    const db = await openFor(t, engine)
    const count = 120_000
    const [early, late] = [1_001, 220_001]
    await give(
      db,
      'even',
      [...ids(count, (at) => 2 * at), early, late].toSorted((one, other) => one - other),
    )
    await give(
      db,
      'odd',
      [...new Set([...ids(count, (at) => 2 * at - 1), early, late])].toSorted((a, b) => a - b),
    )
    const found = await openLists(db, shelf, ofOneKind).intersect([group('even', count), group('odd', count)], 1_000)
    assert.deepEqual(Array.from(found).map(recordIdIn), [early])
  })

  test('slips are forgiven where fewer than five are found', async (t) => {
    const found = async (names: readonly string[], text: string) => {
      const db = await openFor(t, engine)
      await importInto(db, [...sources, ...titles(names)])
      await updateNameIndex(db)
      return (await search(db, { kinds: ['movie'], text })).found.map(({ name }) => name).toSorted()
    }
    const lanterns = ['Lantern A', 'Lantern B', 'Lantern C', 'Lantern D', 'Lantern E']
    const four = lanterns.slice(0, 4)
    assert.deepEqual(await found([...four, 'Lanterm'], 'lantern'), [...four, 'Lanterm'].toSorted())
    assert.deepEqual(await found([...lanterns, 'Lanterm'], 'lantern'), lanterns)
    // Several words that are a whole name have no slips.
    const old = ['Old Lanterm', 'Old Lantern']
    assert.deepEqual(await found(old, 'lantern old'), old)
    assert.deepEqual(await found(old, 'the old lantern'), ['Old Lantern'])
  })

  test('a word of 20 records is right where those that it may be have more than 5,000', async (t) => {
    const found = async (withWord: number, meant: number, text = 'oak lantern') => {
      const db = await openFor(t, engine)
      const names = ids(withWord - 1, (at) => at).map((at) => `Lantern ${at}`)
      await importInto(db, [...sources, ...titles([...names, 'Lantern Oak', 'Lanterm Oak'])])
      await updateNameIndex(db)
      await db.run(sql`update search_term set records = ${meant} where word = 'lanterm'`)
      return (await search(db, { kinds: ['movie'], text })).found.map(({ name }) => name)
    }
    const [right, both] = [['Lantern Oak'], ['Lantern Oak', 'Lanterm Oak']]
    assert.deepEqual(await found(20, 5_001), right)
    assert.deepEqual(await found(20, 5_000), both)
    assert.deepEqual(await found(19, 5_001), both)
  })

  test('kinds that are searched together share what is read', async (t) => {
    const db = await openFor(t, engine)
    await give(
      db,
      'often',
      ids(10_000, (at) => at),
    )
    const narrowed = async (kinds: number) =>
      (await openLists(db, shelf, { ...ofOneKind, kinds }).narrow([group('often', 10_000)], 20_000 / kinds))?.length
    assert.equal(await narrowed(2), 10_000)
    assert.equal(await narrowed(3), undefined)
  })
})
