import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOf } from './all-of.ts'

test('promises are waited for by their names', async () => {
  assert.deepEqual(await allOf({ one: Promise.resolve(1), two: undefined, three: 'three' }), {
    one: 1,
    two: undefined,
    three: 'three',
  })
})

test('the first that fails is thrown', async () => {
  const failed = allOf({ one: Promise.reject(new Error('one')), two: Promise.resolve(2) })
  await assert.rejects(failed, { message: 'one' })
})
