import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#src/database/database.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { search, searchEach } from '#src/search/search.ts'
import { searchedKinds } from '#src/search/searched-kinds.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

/** Found as they are, with slips, joined or parted, with years, by an id, by beginnings, and not at all. */
const texts = [
  'the',
  'reel',
  'glass lantern',
  'lantren glas',
  'glasslantern',
  'light house',
  'lighthouse',
  'glass lantern 2021',
  'zephir',
  'lanternfish',
  'odalys',
  'homesite:501',
  'movie/501',
  'tt0000501',
  'the glass lantern of nobody at all',
  'xyzzy',
  '',
]

/** The same database, with the statements that read it. */
function counted(db: Database) {
  const statements: string[] = []
  const note = (strings: readonly string[]) => void statements.push(strings.join('?').replace(/\s+/g, ' ').trim())
  const noted: Database = {
    ...db,
    all(row, query) {
      note(query.strings)
      return db.all(row, query)
    },
    one(row, query) {
      note(query.strings)
      return db.one(row, query)
    },
  }
  const from = (table: string) => statements.filter((text) => text.includes(table)).length
  return { db: noted, from }
}

forEachEngine(loadWorld, (engine) => {
  test('asked together, each kind finds what it finds alone', async (t) => {
    const db = await openFor(t, engine)
    await updateNameIndex(db)
    const found = new Set<string>()
    for (const text of texts)
      for (const question of [
        { text, to: 20 },
        { text, includesAdult: true, language: 'de', from: 2, to: 4 },
      ]) {
        const together = await searchEach(db, { ...question, kinds: searchedKinds })
        const alone = new Map<string, unknown>()
        for (const kind of searchedKinds) alone.set(kind, await search(db, { ...question, kinds: [kind] }))
        assert.deepEqual(together, alone, text)
        for (const [kind, { total }] of together) if (total > 0) found.add(kind)
      }
    assert.deepEqual([...found].toSorted(), searchedKinds.toSorted())
  })

  test('asked together, words and slips are looked up once for all kinds', async (t) => {
    const db = await openFor(t, engine)
    await updateNameIndex(db)
    const tables = ['from search_generation', 'cross join search_term', 'from search_slip']
    const reads = async (kinds: typeof searchedKinds, text: string) => {
      const reading = counted(db)
      await searchEach(reading.db, { kinds, text })
      return tables.map(reading.from)
    }
    assert.deepEqual(await reads(['movie'], 'the glass lantern'), [1, 1, 0])
    assert.deepEqual(await reads(searchedKinds, 'xyzzy'), [1, 1, 1])
  })
})
