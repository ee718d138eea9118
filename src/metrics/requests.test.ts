import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRequests } from './requests.ts'

test('requests are counted by group, status and whether the reply was kept', () => {
  const requests = countRequests()
  for (const operation of ['movie.details', 'movie.credits', 'movie.details']) requests.warm(operation, false)
  requests.warm('movie.details', true)
  requests.other('movie', 200, 'hit', 2)
  requests.other('movie', 200, 'miss', 2.5)
  requests.other('movie', 404, 'none', 80)
  requests.other('pages', 200, 'none', 20_000)
  const lines = requests.answered().map(({ group, status, reply, count }) => `${group} ${status} ${reply}: ${count}`)
  assert.deepEqual(lines.sort(), [
    'movie 200 hit: 4',
    'movie 200 miss: 1',
    'movie 304 hit: 1',
    'movie 404 none: 1',
    'pages 200 none: 1',
  ])
  // What was told does not change what is told next.
  assert.equal(
    requests.answered().reduce((sum, { count }) => sum + count, 0),
    8,
  )
  const { within, count, seconds } = requests.durations()
  const steps = within.filter(({ count }, at) => count !== (within[at - 1]?.count ?? 0))
  assert.deepEqual(steps, [
    { bound: 0.0025, count: 2 },
    { bound: 0.1, count: 3 },
  ])
  assert.deepEqual([within.at(-1), count, seconds.toFixed(4)], [{ bound: 10, count: 3 }, 4, '20.0845'])
})
