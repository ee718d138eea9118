import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChangeBus } from './change-bus.ts'
import { GATHER_MS, keepFollowing } from './follow.ts'

/** Runs a follower whose rounds succeed or fail as listed, without waiting. Returns its pauses and what it reports. */
async function pausesOf(outcomes: readonly ('ok' | 'fails')[], isWoken = false) {
  const changeBus = openChangeBus(assert.ifError)
  const ending = new AbortController()
  const pauses: string[] = []
  const failures: string[] = []
  let round = 0
  await keepFollowing(
    async () => {
      if (outcomes[round++] === 'fails') throw new Error(`round ${round}`)
    },
    {
      changeBus,
      signal: ending.signal,
      failed: (error) => failures.push(String(error)),
      restMs: 10,
      longestRestMs: 70,
      async pause(ms, signal) {
        if (isWoken) changeBus.publish('changes')
        await new Promise(setImmediate)
        pauses.push(signal.aborted ? `${ms} cut short` : String(ms))
        if (round === outcomes.length) ending.abort()
      },
    },
  )
  changeBus.close()
  return { pauses, failures }
}

test('pauses grow with each failure in a row up to a limit, and are short again after a success', async () => {
  const { pauses, failures } = await pausesOf(['ok', 'fails', 'fails', 'fails', 'fails', 'ok', 'fails', 'ok'])
  assert.deepEqual(pauses, ['10', '20', '40', '70', '70', '10', '20', '10'])
  assert.deepEqual(
    failures,
    ['round 2', 'round 3', 'round 4', 'round 5', 'round 7'].map((text) => `Error: ${text}`),
  )
})

test('a change cuts a pause short, but not one after a failure; more of them are gathered', async () => {
  assert.deepEqual((await pausesOf(['ok'], true)).pauses, ['10 cut short', `${GATHER_MS} cut short`])
  assert.deepEqual((await pausesOf(['fails'], true)).pauses, ['20'])
})
