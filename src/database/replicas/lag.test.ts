import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLagTracker } from './lag.ts'

test('a follower lags for as long as it has lacked something', () => {
  let nowMs = 0
  const track = openLagTracker(() => nowMs)
  const follower = {}
  const steps: [what: string, step: () => void, lagMs: number | undefined][] = [
    ['nothing is known', () => {}, undefined],
    ['its position alone says nothing', () => track.replicaAt(follower, 10), undefined],
    ['it has everything', () => track.primaryAt(10), 0],
    ['the primary rests', () => track.primaryAt(10), 0],
    ['something was written just now', () => track.primaryAt(20), 0],
    ['and is still lacking', () => track.primaryAt(20), 100],
    ['more is written', () => track.primaryAt(30), 200],
    ['it gets some of that', () => track.replicaAt(follower, 29), 0],
    ['it gets all', () => track.replicaAt(follower, 31), 0],
    ['more is written again', () => track.primaryAt(40), 0],
    ['the primary goes away, and nobody falls behind', () => {}, 0],
    ['the follower goes away', () => track.forget(follower), undefined],
  ]
  for (const [what, step, lagMs] of steps) {
    nowMs += 100
    step()
    assert.equal(track.lagOf(follower), lagMs, what)
  }
})

test('what is too long ago to be remembered is as old as what is', () => {
  let nowMs = 0
  const track = openLagTracker(() => nowMs)
  const follower = {}
  track.replicaAt(follower, 0)
  for (let position = 1; position <= 2_000; position++) {
    nowMs += 1
    track.primaryAt(position)
  }
  assert.equal(track.lagOf(follower), 1_199)
})
