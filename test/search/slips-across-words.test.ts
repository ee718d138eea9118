import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateNameIndex } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const lines = (titles: readonly string[]) =>
  titles.map((title, at) => ({ kind: 'movie', id: at + 1, source: 'low', title, original_title: title }))

forEachEngine(emptyCatalogue, (engine) => {
  const openWith = async (t: Parameters<typeof openFor>[0], titles: readonly string[]) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...lines(titles)])
    await updateNameIndex(db)
    return async (text: string) => {
      const { found } = await search(db, { kinds: ['movie'], text })
      return found.map(({ id }) => titles[id - 1])
    }
  }

  test('words that are joined or parted may have a slip as well', async (t) => {
    const find = await openWith(t, ['Spider-Man', 'Star Wars', 'Fight Club', 'The Wages of Fear'])
    assert.deepEqual(await find('spidrman'), ['Spider-Man'])
    assert.deepEqual(await find('spider mn'), ['Spider-Man'])
    assert.deepEqual(await find('starwras'), ['Star Wars'])
    assert.deepEqual(await find('starwras 2'), [])
    assert.deepEqual(await find('figthclub'), ['Fight Club'])
    assert.deepEqual(await find('wagesof faer'), ['The Wages of Fear'])
  })

  test('four ways to part a word with a slip are tried, those with the longest part that names have', async (t) => {
    const meant = 'Ab Cdefgkill'
    const others = ['Abc', 'Abcd', 'Abcde']
    const find = await openWith(t, [meant, ...others])
    assert.deepEqual(await find('abcdefgkil'), [meant])
    const findAmongMore = await openWith(t, [meant, ...others, 'Abcdef'])
    assert.deepEqual(await findAmongMore('abcdefgkil'), [])
  })
})
