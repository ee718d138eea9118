import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remember } from './remember.ts'

test('what was asked for longest ago is made again', () => {
  const made: string[] = []
  const find = remember(2, (text) => {
    made.push(text)
    return text.toUpperCase()
  })
  assert.deepEqual(['a', 'b', 'a', 'c', 'a', 'b'].map(find), ['A', 'B', 'A', 'C', 'A', 'B'])
  assert.deepEqual(made, ['a', 'b', 'c', 'b'])
})
