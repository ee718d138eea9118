import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeOf } from '#src/kept-import/formats/values.ts'

test('a time of a day that there is not is none', () => {
  const times = {
    '2024-02-29 10:00:00': '2024-02-29T10:00:00.000Z',
    '2024-02-28T23:30:00-05:00': '2024-02-29T04:30:00.000Z',
    'Thu Feb 29 00:00:00 2024': '2024-02-29T00:00:00.000Z',
    '2024-02-31 10:00:00': undefined,
    '2024-02-31T10:00:00+02:00': undefined,
    '2023-02-29': undefined,
    'Sat Feb 31 00:00:00 2024': undefined,
    '2024-13-01 10:00:00': undefined,
  }
  assert.deepEqual(Object.fromEntries(Object.keys(times).map((given) => [given, timeOf(given)])), times)
})
