import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxLetters, setText } from './lettering.ts'

const setting = { face: 'poster', maxWidth: 600, maxHeight: 220, maxSize: 110, maxLines: 3 } as const
const lettersOf = (text: string) =>
  setText(text, setting)?.lines.reduce((sum, { letters }) => sum + letters.length, 0) ?? 0

test('of a long text no more letters are set than can be read', () => {
  for (const text of ['(', 'a ', 'Ab-cd ', '\u00e9'])
    for (const times of [1_000, 60_000]) {
      const letters = lettersOf(text.repeat(times))
      assert.ok(letters > 10 && letters <= maxLetters + 1, `${letters} letters`)
    }
})
