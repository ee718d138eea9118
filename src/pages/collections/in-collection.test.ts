import assert from 'node:assert/strict'
import { test } from 'node:test'
import { around, maxInCollection } from './in-collection.ts'

test('the page of a movie shows the part of a large collection that is around it', () => {
  const parts = Array.from({ length: 100 }, (_, at) => ({ id: at + 1 }))
  const shownFor = (all: typeof parts, id: number) => {
    const ids = around(all, id).map((part) => part.id)
    return [ids[0], ids.at(-1), ids.length]
  }
  assert.deepEqual(shownFor(parts, 1), [1, maxInCollection, maxInCollection])
  assert.deepEqual(shownFor(parts, 50), [38, 61, maxInCollection])
  assert.deepEqual(shownFor(parts, 100), [77, 100, maxInCollection])
  assert.deepEqual(shownFor(parts.slice(0, 3), 2), [1, 3, 3])
  assert.deepEqual(shownFor(parts.slice(0, 50), 999), [1, maxInCollection, maxInCollection])
})
