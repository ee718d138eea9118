import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairQueue } from './fair-queue.ts'

test('askers take turns, each with its own in their order', () => {
  const queue = fairQueue<string, string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(item[0] as string, item)
  // What comes before one that is added: one of its own kind and one of each other kind in every round.
  assert.deepEqual([queue.aheadOf('a'), queue.aheadOf('b'), queue.aheadOf('d')], [6, 6, 3])
  assert.equal(queue.size, 6)
  const taken = Array.from({ length: 7 }, () => queue.take())
  assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  assert.deepEqual([queue.size, queue.aheadOf('a')], [0, 0])
})
