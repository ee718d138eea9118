import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateNameIndex } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const movie = (id: number, title: string, more: object = {}) => {
  return { kind: 'movie', id, source: 'low', title, original_title: title, ...more }
}
const inJapan = (title: string) => ({ alternative_titles: { titles: [{ iso_3166_1: 'JP', title, type: '' }] } })

const movies = [
  movie(1, 'The Matrix'),
  movie(2, 'Matrix of Evil'),
  movie(3, 'The Lord of the Rings'),
  movie(4, 'Seven Samurai', { original_title: '七人の侍' }),
  movie(5, 'Tokyo Story', inJapan('東京物語')),
  movie(6, 'Teh Tarik'),
]

forEachEngine(emptyCatalogue, (engine) => {
  test('a slip in a short word is forgiven, and what is found by slips is a guess', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...movies])
    await updateNameIndex(db)
    const asked: [text: string, ids: number[], isGuess: boolean][] = [
      ['the matrix', [1, 2], false],
      ['teh matrix', [1, 2], true],
      ['hte matrix', [1, 2], true],
      ['thw matrix', [1, 2], true],
      ['lord fo the rings', [3], true],
      ['lord of teh rings', [3], true],
      ['matrxi', [1, 2], true],
      // What some name has is right.
      ['teh tarik', [6], false],
      ['xyzzy', [], false],
    ]
    for (const [text, ids, guess] of asked) {
      const { found, isGuess } = await search(db, { kinds: ['movie'], text })
      assert.deepEqual([found.map(({ id }) => id), isGuess], [ids, guess], text)
    }
  })

  test('original and alternative titles are found in scripts without blanks, also by a part', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...movies])
    await updateNameIndex(db)
    for (const [text, id] of [
      ...(['七人の侍', '七人', 'の侍'] as const).map((text) => [text, 4] as const),
      ...(['東京物語', '東京', '物語'] as const).map((text) => [text, 5] as const),
    ]) {
      const { found, isGuess } = await search(db, { kinds: ['movie'], text })
      assert.deepEqual([found.map((one) => one.id), isGuess], [[id], false], text)
    }
  })
})
