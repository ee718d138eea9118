import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { keysOfNames } from '#src/search/episodes/keys.ts'
import { foldName } from '#src/search/folding.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { indexedNames, nameLines } from '#src/search/names.ts'
import { asWritten, readingsOf, specialWords, wholesLike } from '#src/search/reading.ts'
import { search } from '#src/search/search.ts'
import { remaindersOf, remaindersOfAsked } from '#src/search/typing-errors.ts'
import { beginningsOf, inLatin, normalName, noteWords, pairsOf, partsOf, wholesOf } from '#src/search/words.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'

/** Letters that take two places in a text, and others, so that any cut may fall within one. */
const letter = fc.constantFrom('a', 'é', ' ', '-', '𐐨', '𖦏', '𝜊', '🎬', '𠀋', "'", '1')
const name = fc.oneof(
  fc.array(letter, { maxLength: 12 }).map((letters) => letters.join('')),
  fc.tuple(letter, letter, fc.integer({ min: 30, max: 250 })).map(([one, other, times]) => one + other.repeat(times)),
)

/** All that is made of a name to find it by, and to look for it. */
function* madeOf(text: string): Generator<string> {
  const normal = normalName(text)
  yield* [normal, inLatin(text) ?? '', foldName(text), asWritten(text)]
  const words: string[] = []
  noteWords(normal, (word) => words.push(word))
  for (const word of [...words, ...partsOf(normal)])
    yield* [word, ...beginningsOf(word), ...pairsOf(word), ...remaindersOf(word), ...remaindersOfAsked(word)]
  yield* [...wholesOf(normal), ...wholesLike(text), ...keysOfNames([text])]
  yield nameLines(indexedNames([{ text, sort: 't', language: '' }]))
  for (const { word } of specialWords(text)) yield word
  for (const { units, wholes } of readingsOf(text)) {
    yield* wholes
    for (const { word, alternatives } of units) yield* [word, ...alternatives.keys()]
  }
}

test('nothing that is made of a name has half a character', () =>
  fc.assert(
    fc.property(name, (text) => {
      for (const made of madeOf(text)) assert.ok(made.isWellFormed(), JSON.stringify(made))
    }),
    { examples: [['𖦏𖦏𖦏𖦏'], ['abcdef𖦏']] },
  ))

forEachEngine(emptyCatalogue, (engine) => {
  test('a title of letters that take two places is found, also with a slip', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, movie({ title: '𐐨𐐩𐐪𐐫𐐬𐐭' })])
    await updateNameIndex(db)
    for (const text of ['𐐨𐐩𐐪𐐫𐐬𐐭', '𐐨𐐩𐐪𐐫𐐬𐐬'])
      assert.deepEqual(
        (await search(db, { kinds: ['movie'], text, includesAdult: true, most: 5, slipsBelow: 1 })).found.length,
        1,
        text,
      )
  })
})
