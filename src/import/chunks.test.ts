import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPace } from './chunks.ts'

/** The sizes of the next chunks, where a megabyte takes so long. */
function sizesOf(pace: ReturnType<typeof openPace>, msPerMegabyte: number, isUsed: boolean, chunks: number) {
  return Array.from({ length: chunks }, () => {
    const bytes = Math.round(pace.bytes)
    pace.note((pace.bytes / 1_000_000) * msPerMegabyte, isUsed)
    return bytes
  })
}

test('a chunk grows by half until it takes 25 ms, and 250 ms where the catalogue answers nobody', () => {
  const pace = openPace()
  assert.deepEqual(sizesOf(pace, 100, true, 5), [65_536, 98_304, 147_456, 221_184, 250_000])
  assert.deepEqual(sizesOf(pace, 400, false, 5), [250_000, 375_000, 562_500, 625_000, 625_000])
  // Somebody has begun to ask.
  assert.deepEqual(sizesOf(pace, 100, true, 2), [625_000, 250_000])
})

test('a chunk is no smaller and no larger than its limits', () => {
  const pace = openPace()
  assert.equal(sizesOf(pace, 1_000_000, true, 3).at(-1), 8_192)
  assert.equal(sizesOf(pace, 0, false, 30).at(-1), 1_048_576)
})
