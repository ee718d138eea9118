import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFileName } from '#src/matching/file-names.ts'

test('a file of several episodes is named in many ways', () => {
  const numbers: Record<string, readonly [season: number, ...episodes: number[]]> = {
    '1x02': [1, 2],
    '1x02x03': [1, 2, 3],
    '1x02-03': [1, 2, 3],
    '1x02-05': [1, 2, 3, 4, 5],
    '1x02-1x03': [1, 2, 3],
    '1X02-1X03': [1, 2, 3],
    '1x02 + 1x04': [1, 2, 4],
    '10x100x101': [10, 100, 101],
    S01E02E03: [1, 2, 3],
    's01e02-e04': [1, 2, 3, 4],
    'S01E02-04': [1, 2, 3, 4],
  }
  for (const [written, expected] of Object.entries(numbers)) {
    const { title, season, episodes = [] } = readFileName(`Show ${written} - Pilot.mkv`)
    assert.deepEqual([title, season, ...episodes], ['Show', ...expected], written)
  }
})
