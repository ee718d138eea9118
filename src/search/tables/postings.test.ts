import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { both, either, packed, placeOf, placesIn, readPostings, recordIn, textOf, union } from './postings.ts'

const posting = fc
  .tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 511 }))
  .map(([weight, id, places]) => packed(weight, id, places))

/** Postings as a word has them: in order, and each record once. */
const list = fc.uniqueArray(posting, { selector: recordIn, maxLength: 30 }).map((some) => some.sort((a, b) => a - b))

test('lists are united in order, each record once with the marks of all lists', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 6 }), (lists) => {
      const wanted = new Map<number, number>()
      for (const each of lists.flat()) {
        const known = wanted.get(recordIn(each))
        wanted.set(recordIn(each), known === undefined ? each : either(known, each))
      }
      assert.deepEqual(
        Array.from(union(lists)),
        [...wanted.values()].sort((one, other) => one - other),
      )
    }),
  )
})

test('postings are read as they were written', () => {
  fc.assert(fc.property(list, (some) => assert.deepEqual(readPostings(textOf(Float64Array.from(some))), some)))
})

test('two words are in the names whose places both have', () => {
  const [first, second, tenth] = [0, 1, 9].map(placeOf) as [number, number, number]
  const found = both(packed(3, 7, first | second), packed(3, 7, second))
  assert.equal(found === undefined ? undefined : placesIn(found), second)
  assert.equal(both(packed(3, 7, first), packed(3, 7, second)), undefined)
  // There is room for nine names: the next one counts as the first.
  assert.equal(tenth, first)
})
