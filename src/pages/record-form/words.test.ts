import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxComparedWords, wordDifference } from './words.ts'

const cases: readonly (readonly [before: string, after: string, shown: string])[] = [
  ['a light', 'a light', 'a light'],
  ['a small light', 'a light', 'a <del>small </del>light'],
  ['a light', 'a small light', 'a <ins>small </ins>light'],
  ['and so it ends', 'and so it ended.', 'and so it <del>ends</del> <ins>ended.</ins>'],
  ['<b>', '<i>', '&lt;<del>b</del> <ins>i</ins>&gt;'],
  ['Follow it.', 'They shine.', '<del>Follow it.</del> <ins>They shine.</ins>'],
]

test('what changes in a text is shown word by word', () => {
  for (const [before, after, shown] of cases)
    assert.equal(wordDifference(before, after).text.replaceAll('&#60;', '&lt;').replaceAll('&#62;', '&gt;'), shown)
})

test('of longer texts both are shown as a whole', () => {
  const text = 'a '.repeat(maxComparedWords)
  assert.equal(wordDifference(text, 'b').text, `<del>${text}</del> <ins>b</ins>`)
  const shorter = 'a '.repeat(maxComparedWords / 2 - 1)
  assert.equal(wordDifference(shorter, `${shorter}b`).text, `${shorter}<ins>b</ins>`)
})
