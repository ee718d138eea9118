import assert from 'node:assert/strict'
import { test } from 'node:test'
import { worksOf } from './filmography.ts'

test('whom somebody played is told, also where a reply that was not kept yet has more than its fields', () => {
  const movie = { media_type: 'movie', id: 1, title: 'One', release_date: '2024-01-01' }
  const played = { ...movie, character: 'The owner', department: 'Acting', job: 'Actor' }
  const directed = { ...movie, department: 'Directing', job: 'Director' }
  const [work] = worksOf({ cast: [played], crew: [directed] } as unknown as Parameters<typeof worksOf>[0])
  assert.deepEqual([work?.roles, work?.jobs], [new Set(['The owner']), new Set(['Director'])])
  assert.deepEqual([...(work?.departments ?? [])], ['Acting', 'Directing'])
})
