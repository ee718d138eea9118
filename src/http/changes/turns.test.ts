import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openTurns } from './turns.ts'

test('many have their turns some at a time, in their order, and others come between', async () => {
  const turn = openTurns(3)
  const done: number[] = []
  const all = Promise.all(Array.from({ length: 8 }, (_, at) => turn().then(() => done.push(at))))
  const between: number[] = []
  for (let left = 8; left > 0 && done.length < 8; left--) {
    await nextTurn()
    between.push(done.length)
  }
  await all
  assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7])
  assert.ok(between.length >= 2, between.join(' '))
  // Whoever comes later has a turn at once.
  await nextTurn()
  await nextTurn()
  let isDone = false
  void turn().then(() => {
    isDone = true
  })
  await Promise.resolve()
  await Promise.resolve()
  assert.equal(isDone, true)
})
