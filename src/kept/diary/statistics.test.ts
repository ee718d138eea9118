import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestStreak } from './statistics.ts'

test('the longest row of days goes over ends of months and years, and is the first of several', () => {
  assert.deepEqual(longestStreak([]), { days: 0, first: '', last: '' })
  assert.deepEqual(longestStreak(['2025-03-01']), { days: 1, first: '2025-03-01', last: '2025-03-01' })
  const days = ['2024-12-30', '2024-12-31', '2025-01-01', '2025-01-03', '2025-02-27', '2025-02-28', '2025-03-01']
  assert.deepEqual(longestStreak(days), { days: 3, first: '2024-12-30', last: '2025-01-01' })
  assert.deepEqual(longestStreak(['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02']).days, 4)
})
