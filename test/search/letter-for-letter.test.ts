import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateNameIndex } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const movie = (id: number, title: string, more: object = {}) => {
  return { kind: 'movie', id, source: 'low', title, original_title: title, ...more }
}

/** Those that only fold to what is asked are better known, or were there first. */
const movies = [
  movie(1, 'Oen', { popularity: 90 }),
  movie(2, 'Øen'),
  movie(3, 'Oen og havet', { popularity: 90 }),
  movie(4, 'Øen i fuglegaten'),
  movie(5, 'Oen', { original_title: 'Øen', popularity: 40 }),
  movie(6, 'Cache', { popularity: 90 }),
  movie(7, 'Caché'),
  movie(8, 'C', { popularity: 90 }),
  movie(9, 'A Short History of C++'),
  ...Array.from({ length: 50 }, (_, at) => movie(100 + at, `C Film ${at + 1}`, { popularity: 50 })),
]

forEachEngine(emptyCatalogue, (engine) => {
  test('what a name has letter for letter goes before what only folds to it', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...movies])
    await updateNameIndex(db)
    const found = async (text: string) => (await search(db, { kinds: ['movie'], text })).found.map(({ id }) => id)
    for (const query of ['Øen', 'øen', 'ØEN '])
      assert.deepEqual((await found(query)).slice(0, 5), [5, 2, 1, 4, 3], query)
    assert.deepEqual((await found('Øe')).slice(0, 2), [5, 2])
    assert.deepEqual((await found('Cache\u0301')).slice(0, 2), [7, 6])
    // Who leaves marks out means nothing by that.
    assert.deepEqual((await found('oen')).slice(0, 3), [1, 5, 2])
    assert.deepEqual((await found('cache')).slice(0, 2), [6, 7])
  })

  test('C++ is not C', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...movies])
    await updateNameIndex(db)
    const found = async (text: string) => (await search(db, { kinds: ['movie'], text })).found.map(({ id }) => id)
    for (const query of ['C++', 'c++ ', 'history of c++', 'C++ history'])
      assert.deepEqual(await found(query), [9], query)
    const ofC = await found('c')
    assert.deepEqual([ofC[0], ofC.includes(9)], [8, true])
  })
})
