import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchLoad } from './load.ts'

test('the load is too high from when the timer is overdue until it comes in time again', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let nowMs = 0
  const load = watchLoad(50, () => nowMs)
  const at = (ms: number) => {
    nowMs = ms
    return load.isTooHigh()
  }
  const comes = (ms: number) => {
    nowMs = ms
    t.mock.timers.tick(100)
    return load.isTooHigh()
  }
  assert.deepEqual([at(0), at(150), at(151)], [false, false, true])
  assert.deepEqual([comes(160), at(200), at(260)], [true, true, true])
  assert.deepEqual([comes(310), at(400), at(461)], [false, false, true])
})
