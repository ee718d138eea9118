import assert from 'node:assert/strict'
import { test } from 'node:test'
import { driftOf } from './drift.ts'

const cases: [title: string, committed: unknown, generated: unknown, lines: string[]][] = [
  ['a field that is gone', { a: { b: 1, c: 2 } }, { a: { c: 2 } }, ['  a › b: is gone']],
  ['a new field', { a: [1] }, { a: [1, { b: 2 }] }, ['  a › 1: is new']],
  ['a changed value', { a: 'x'.repeat(100) }, { a: null }, [`  a: "${'x'.repeat(59)}… is now null`]],
  ['another order', { a: 1, b: 2 }, { b: 2, a: 1 }, ['  only the order or the white space differs']],
  [
    'many differences',
    Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`a${index}`, 1])),
    {},
    [...Array.from({ length: 10 }, (_, index) => `  a${index}: is gone`), '  … and 2 more'],
  ],
]

for (const [title, committed, generated, lines] of cases) {
  test(`a drift is told in a few lines: ${title}`, () => {
    const told = driftOf('x.json', JSON.stringify(committed), JSON.stringify(generated))
    const first = 'x.json is not up to date: run `npm run docs` and read the difference.'
    assert.deepEqual(told?.split('\n'), [first, ...lines])
  })
}

test('no drift', () => assert.equal(driftOf('x.json', '{}', '{}'), undefined))
