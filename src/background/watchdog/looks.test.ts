import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLooks } from './looks.ts'

test('what stands still hangs for as long as it was looked at', () => {
  const { look } = openLooks(100, 0)
  assert.deepEqual(
    [100, 200, 300, 420].map((ms) => look(7, ms)),
    [0, 100, 200, 300],
  )
  assert.equal(look(8, 500), 0, 'it goes on')
  assert.equal(look(8, 600), 100)
})

test('a look that comes late has slept itself and counts for nothing', () => {
  const { look } = openLooks(100, 0)
  look(7, 100)
  assert.equal(look(7, 200), 100)
  assert.equal(look(7, 3_600_200), 100)
  assert.equal(look(7, 3_600_300), 200)
})
