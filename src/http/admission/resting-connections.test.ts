import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { openRestingConnections, READ_IN_A_ROUND } from './resting-connections.ts'

/** Connections that remember whether they are read, and rounds of the event loop driven by the test. */
function driven() {
  let due: (() => void)[] = []
  const resting = openRestingConnections((callback) => due.push(callback))
  const log: string[] = []
  const connect = (name: string) =>
    ({ pause: () => log.push(`pause ${name}`), resume: () => log.push(`resume ${name}`) }) as unknown as Socket
  return {
    ...resting,
    refuse: (names: readonly string[]) => names.map(connect).forEach(resting.refused),
    /** What happens in the next round. */
    round() {
      const now = due
      due = []
      for (const callback of now) callback()
      return log.splice(0)
    },
    isIdle: () => due.length === 0,
  }
}

const names = (first: number, count: number) => Array.from({ length: count }, (_, at) => `${first + at}`)

test('as many refused requests as fit in a round keep nobody waiting', () => {
  const { refuse, round, isIdle, count } = driven()
  refuse(names(0, READ_IN_A_ROUND))
  assert.deepEqual([round(), isIdle(), count()], [[], true, 0])
})

test('more of them are read in turn, whoever was refused first first', () => {
  const { refuse, round, isIdle, count } = driven()
  const beyond = names(READ_IN_A_ROUND, READ_IN_A_ROUND + 10)
  refuse([...names(0, READ_IN_A_ROUND), ...beyond])
  assert.deepEqual(
    round(),
    beyond.map((name) => `pause ${name}`),
  )
  assert.equal(count(), READ_IN_A_ROUND + 10)
  refuse(['late'])
  const [first, rest] = [beyond.slice(0, READ_IN_A_ROUND), beyond.slice(READ_IN_A_ROUND)]
  assert.deepEqual(round(), [...first.map((name) => `resume ${name}`), 'pause late'])
  assert.deepEqual(
    round(),
    [...rest, 'late'].map((name) => `resume ${name}`),
  )
  assert.deepEqual([isIdle(), count()], [true, 0])
})
