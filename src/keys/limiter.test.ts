import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLimiter } from './limiter.ts'

/** A limiter whose time the test sets, in milliseconds. */
function limiterAt(maxKeys?: number) {
  let nowMs = Date.parse('2026-03-10T12:00:00.000Z')
  const startMs = nowMs
  const limiter = openLimiter(() => new Date(nowMs), maxKeys)
  const at = (ms: number) => {
    nowMs = startMs + ms
  }
  /** Sends requests until one is refused, and counts those that were not. */
  const drain = (key_id: number, limit: number) => {
    let passed = 0
    while (!limiter.take(key_id, limit).isExceeded) passed++
    return passed
  }
  return { ...limiter, at, drain }
}

test('a key may send the requests of a second at once, and each is told what is left', () => {
  const { take } = limiterAt()
  const taken = Array.from({ length: 5 }, () => take(1, 3))
  assert.deepEqual(taken, [
    { isExceeded: false, requests: 2 },
    { isExceeded: false, requests: 1 },
    { isExceeded: false, requests: 0 },
    { isExceeded: true, requests: 0 },
    { isExceeded: true, requests: 0 },
  ])
})

test('requests come back evenly, and never more than those of a second', () => {
  const { take, at, drain } = limiterAt()
  assert.equal(drain(1, 50), 50)
  at(19)
  assert.equal(take(1, 50).isExceeded, true)
  at(20)
  assert.equal(drain(1, 50), 1)
  at(520)
  assert.equal(drain(1, 50), 25)
  at(1_000_000)
  assert.equal(drain(1, 50), 50)
})

test('what is given back may be taken again, and no more than was taken', () => {
  const { take, giveBack, drain } = limiterAt()
  assert.equal(drain(1, 3), 3)
  giveBack(1)
  assert.equal(drain(1, 3), 1)
  for (let times = 0; times < 10; times++) giveBack(1)
  assert.equal(drain(1, 3), 3)
  giveBack(2)
  assert.deepEqual(take(2, 3), { isExceeded: false, requests: 2 })
})

test('a client that keeps to its limit is never refused', () => {
  const { take, at } = limiterAt()
  for (let ms = 0; ms < 10_000; ms += 20) {
    at(ms)
    assert.equal(take(1, 50).isExceeded, false, `after ${ms} ms`)
  }
})

test('each key has its own requests, whatever its limit', () => {
  const { drain } = limiterAt()
  assert.equal(drain(1, 50), 50)
  assert.equal(drain(2, 500), 500)
  assert.equal(drain(3, 1), 1)
})

test('a clock that was put back neither gives requests nor takes the key away', () => {
  const { at, drain } = limiterAt()
  assert.equal(drain(1, 50), 50)
  at(-3_600_000)
  assert.equal(drain(1, 50), 0)
  at(-3_600_000 + 100)
  assert.equal(drain(1, 50), 5)
})

test('of too many keys those are forgotten that were silent, else the first', () => {
  const { take, at, drain } = limiterAt(3)
  for (const key_id of [1, 2, 3]) assert.equal(drain(key_id, 2), 2)
  assert.equal(drain(4, 2), 2)
  assert.equal(take(2, 2).isExceeded, true)
  assert.equal(take(1, 2).isExceeded, false, 'key 1 was forgotten for key 4')
  at(900)
  assert.equal(take(3, 2).isExceeded, false)
  at(1_500)
  for (const key_id of [5, 6]) assert.equal(drain(key_id, 2), 2)
  assert.equal(take(3, 2).requests, 1, 'key 3 was used less than a second ago and is still known')
})
