import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { giveBackWhenIdle } from './idle-memory.ts'

const MANY = 100_000_000
const LOOK_MS = 1_000

/** How often was collected by each look, which sees what has happened since the one before. */
function collections(looks: readonly { worked: number; allocated: number }[]): number[] {
  mock.timers.enable({ apis: ['setInterval'] })
  let worked = 1
  let allocated = 0
  let count = 0
  const measures = { utilization: () => worked, allocated: () => allocated, collect: () => void count++ }
  const end = giveBackWhenIdle(measures, LOOK_MS)
  const counts = looks.map((look) => {
    worked = look.worked
    allocated += look.allocated
    mock.timers.tick(LOOK_MS)
    return count
  })
  end()
  mock.timers.tick(LOOK_MS)
  assert.equal(count, counts.at(-1) ?? 0, 'it has ended')
  mock.timers.reset()
  return counts
}

test('memory is given back once after a busy time', () => {
  const busy = { worked: 0.5, allocated: MANY }
  const idle = { worked: 0, allocated: 1_000 }
  assert.deepEqual(collections([busy, idle, idle, busy, busy, idle, idle]), [0, 1, 1, 1, 1, 2, 2])
})

test('a server that is seldom idle is left alone, and so is one that has allocated little', () => {
  assert.deepEqual(collections([{ worked: 0.03, allocated: MANY }]), [0])
  assert.deepEqual(collections([{ worked: 0, allocated: 1_000_000 }]), [0])
})
