import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfCost } from '../support/worst/cost.ts'

/** Work of so many steps, so often. */
function steps(count: number, times = 1) {
  let sum = 0
  for (let time = 0; time < times; time++) for (let at = 0; at < count; at++) sum = (sum + (at ^ time)) | 0
  return sum
}

test('linear work is told from quadratic and from endless work, and from what takes long at once', async () => {
  assert.equal(await faultOfCost((size) => steps(size), 1_000_000), undefined)
  assert.equal(await faultOfCost((size) => steps(size, 500), 200_000), undefined)
  assert.match((await faultOfCost((size) => steps(size, size), 28_000)) ?? '', /^\d+ costs \d+ times as much/)
  assert.match((await faultOfCost((size) => /^(a|aa)+$/.test(`${'a'.repeat(size)}b`), 36, 9)) ?? '', /times as much/)
  assert.match((await faultOfCost((size) => steps(size, 10_000), 200_000, 100_000)) ?? '', /as much as \d+ loops/)
})
