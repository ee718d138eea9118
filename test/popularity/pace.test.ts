import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPace } from '#src/popularity/pace.ts'

test('writes shrink while they take long, and grow again', async () => {
  let nowMs = 0
  const pace = openPace(() => nowMs)
  const rows = Array.from({ length: 3_000 }, (_, at) => at)
  const written: number[] = []
  const lengths: number[] = []
  await pace(rows, async (some) => {
    written.push(...some)
    lengths.push(some.length)
    // A row takes 2 ms until a third is written, and hardly anything after that.
    nowMs += some.length * (written.length <= 1_000 ? 2 : 0.01)
  })
  assert.deepEqual(written, rows)
  assert.deepEqual(lengths.slice(0, 4), [50, 20, 10, 10])
  assert.deepEqual(new Set(lengths.slice(2, 50)), new Set([10]))
  assert.equal(Math.max(...lengths), 250)
})
