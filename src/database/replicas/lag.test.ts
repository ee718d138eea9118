import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTrack } from './lag.ts'

test('a follower lags for as long as it has lacked something', () => {
  let nowMs = 0
  const track = openTrack(() => nowMs)
  const follower = {}
  const steps: [what: string, step: () => void, lagMs: number | undefined][] = [
    ['nothing is known', () => {}, undefined],
    ['its position alone says nothing', () => track.reached(follower, 10), undefined],
    ['it has everything', () => track.written(10), 0],
    ['the primary rests', () => track.written(10), 0],
    ['something was written just now', () => track.written(20), 0],
    ['and is still lacking', () => track.written(20), 100],
    ['more is written', () => track.written(30), 200],
    ['it gets some of that', () => track.reached(follower, 29), 0],
    ['it gets all', () => track.reached(follower, 31), 0],
    ['more is written again', () => track.written(40), 0],
    ['the primary goes away, and nobody falls behind', () => {}, 0],
    ['the follower goes away', () => track.lost(follower), undefined],
  ]
  for (const [what, step, lagMs] of steps) {
    nowMs += 100
    step()
    assert.equal(track.lagOf(follower), lagMs, what)
  }
})

test('what is too long ago to be remembered is as old as what is', () => {
  let nowMs = 0
  const track = openTrack(() => nowMs)
  const follower = {}
  track.reached(follower, 0)
  for (let position = 1; position <= 2_000; position++) {
    nowMs += 1
    track.written(position)
  }
  assert.equal(track.lagOf(follower), 1_199)
})
