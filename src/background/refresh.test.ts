import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECK_TIMEOUT_MS, MAX_AGE_MS, openRefresh } from './refresh.ts'

class AwayError extends Error {}

/** Looks that end when the test says so, at times that it sets. */
function driven() {
  const time = { nowMs: 0 }
  const looks: PromiseWithResolvers<void>[] = []
  const fresh = openRefresh(
    () => {
      const look = Promise.withResolvers<void>()
      looks.push(look)
      return look.promise
    },
    { validMs: 100, isAway: (error) => error instanceof AwayError, now: () => time.nowMs },
  )
  const last = () => looks.at(-1) as PromiseWithResolvers<void>
  return { time, looks, fresh, last }
}

test('a look counts from its beginning, and is one for all who ask meanwhile', async () => {
  const { time, looks, fresh, last } = driven()
  assert.equal(fresh.isFresh(), false)
  const both = [fresh.refresh(), fresh.refresh()]
  time.nowMs = 60
  last().resolve()
  await Promise.all(both)
  assert.deepEqual([looks.length, fresh.isFresh()], [1, true])
  time.nowMs = 99
  assert.equal(fresh.isFresh(), true)
  time.nowMs = 100
  assert.equal(fresh.isFresh(), false)
})

test('a new look begins when the one under way has ended, however that ended', async () => {
  for (const fails of [false, true]) {
    const { looks, fresh, last } = driven()
    const first = fresh.refresh()
    const anew = fresh.refreshNow()
    assert.equal(looks.length, 1)
    if (fails) {
      last().reject(new Error('broken'))
      await assert.rejects(first, /broken/)
    } else {
      last().resolve()
      await first
    }
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(looks.length, 2)
    last().resolve()
    await anew
    assert.equal(fresh.isFresh(), true)
  }
})

test('what was seen counts for a while longer while there is nothing to look at', async () => {
  const { time, fresh, last } = driven()
  const failing = async (error: Error) => {
    const look = fresh.refresh()
    last().reject(error)
    await look
  }
  await assert.rejects(failing(new AwayError('never seen')), /never seen/)
  const look = fresh.refresh()
  last().resolve()
  await look
  time.nowMs = MAX_AGE_MS
  await failing(new AwayError())
  assert.equal(fresh.isFresh(), true)
  time.nowMs += 100
  await assert.rejects(failing(new AwayError('too long')), /too long/)
  assert.equal(fresh.isFresh(), false)
  time.nowMs = 50
  await assert.rejects(failing(new Error('broken')), /broken/)
})

test('a look that hangs is waited for once, and what was seen counts for as long as otherwise', async () => {
  const { time, looks, fresh, last } = driven()
  const never = fresh.refresh()
  last().resolve()
  await never
  time.nowMs = 100
  const beganMs = performance.now()
  await fresh.refresh()
  assert.ok(performance.now() - beganMs > CHECK_TIMEOUT_MS - 10)
  assert.equal(fresh.isFresh(), true)
  time.nowMs = 200
  assert.equal(fresh.isFresh(), false)
  await fresh.refresh()
  assert.deepEqual([looks.length, fresh.isFresh()], [2, true])

  // Who has changed something waits until it is seen, and so does everybody when what was seen is too old.
  let seen = 0
  const waiting = () => void seen++
  const anew = fresh.refreshNow().then(waiting)
  time.nowMs = MAX_AGE_MS + 1
  const old = fresh.refresh().then(waiting)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(seen, 0)
  last().resolve()
  await old
  assert.deepEqual([looks.length, seen], [3, 1])
  last().resolve()
  await anew
})

test('whether all is known is known only from a look that began afterwards and was answered', async () => {
  const { looks, fresh, last } = driven()
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  // It may have begun too early.
  const first = fresh.refresh()
  const known = fresh.checkNow()
  last().resolve()
  await first
  await turn()
  assert.equal(looks.length, 2)
  last().resolve()
  assert.equal(await known, true)
  const away = fresh.checkNow()
  await turn()
  last().reject(new AwayError())
  assert.equal(await away, false)
  const failing = fresh.checkNow()
  await turn()
  last().reject(new Error('broken'))
  await assert.rejects(failing, /broken/)
})
