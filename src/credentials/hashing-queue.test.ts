import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#src/contract/statuses.ts'
import { openQueue } from './hashing-queue.ts'

/** Pieces of work that end when they are told to, and what has happened so far. */
function pieces() {
  const events: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    events.push(`${name} began`)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  // What waits instead would wait for ever.
  const refused = (queued: Promise<unknown>) =>
    assert.rejects(Promise.race([queued, settle()]), new ApiError('unavailable'))
  return { events, work, settle, refused, endOf: (name: string) => ends.get(name)! }
}

test('as many as allowed run at once, the others in the order in which they came', async () => {
  const { events, work, settle, endOf } = pieces()
  const queue = openQueue({ atOnce: 2, waiting: 2 })
  const results = ['a', 'b', 'c', 'd'].map((name) => queue(work(name)))
  await settle()
  assert.deepEqual(events, ['a began', 'b began'])
  endOf('b').resolve('B')
  await settle()
  assert.deepEqual(events, ['a began', 'b began', 'c began'])
  endOf('a').resolve('A')
  await settle()
  endOf('c').resolve('C')
  endOf('d').resolve('D')
  assert.deepEqual(await Promise.all(results), ['A', 'B', 'C', 'D'])
  assert.deepEqual(events, ['a began', 'b began', 'c began', 'd began'])
})

test('more than may wait are refused, and there is room again when one has ended', async () => {
  const { events, work, settle, refused, endOf } = pieces()
  const queue = openQueue({ atOnce: 1, waiting: 1 })
  const first = queue(work('a'))
  const second = queue(work('b'))
  await refused(queue(work('c')))
  endOf('a').resolve('A')
  await settle()
  const third = queue(work('d'))
  await refused(queue(work('e')))
  endOf('b').resolve('B')
  await settle()
  endOf('d').resolve('D')
  assert.deepEqual(await Promise.all([first, second, third]), ['A', 'B', 'D'])
  assert.deepEqual(events, ['a began', 'b began', 'd began'])
})

test('work that fails gives its turn on', async () => {
  const { work, settle, endOf } = pieces()
  const queue = openQueue({ atOnce: 1, waiting: 1 })
  const failing = assert.rejects(queue(work('a')), new Error('broken'))
  const next = queue(work('b'))
  endOf('a').reject(new Error('broken'))
  await failing
  await settle()
  endOf('b').resolve('B')
  assert.equal(await next, 'B')
})
