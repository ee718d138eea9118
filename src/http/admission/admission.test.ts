import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxRetrySeconds } from '../retry-after.ts'
import { openAdmission, overloaded } from './admission.ts'
import { BURST_MS, BURST_TIMES, CROWD_MS, LEAST_WAITING } from './line.ts'
import { TURN_MS } from './turns.ts'

/** An admission whose time and turns are driven by the test. */
function driven({ maxWaitMs = 40, maxInFlight = 100, leastOfCrowd = LEAST_WAITING } = {}) {
  let nowMs = 1_000
  let due: (() => void)[] = []
  const admission = openAdmission({
    ...{ maxWaitMs, maxInFlight, leastOfCrowd },
    now: () => nowMs,
    soon: (callback) => due.push(callback),
  })
  const begun: string[] = []
  return {
    admission,
    begun,
    /** A request that takes a time, all of it at once, as reads of SQLite do. */
    send(asker: number, name: string, { ms = 1, reply = undefined as string | undefined, isLeft = false } = {}) {
      const work = () => {
        if (isLeft) return false
        begun.push(name)
        nowMs += ms
        queueMicrotask(admission.end)
        return true
      }
      return admission.begins(nowMs) ? work() : admission.wait(asker, work, reply)
    },
    pass(ms: number) {
      nowMs += ms
    },
    /** The server looks for new requests; resolves when nothing goes on until it does so again. */
    async turn() {
      const now = due
      due = []
      for (const callback of now) callback()
      for (let at = 0; at < 100; at++) await Promise.resolve()
    },
  }
}

/** The same, where requests have just taken so long that the next ones wait. */
async function busy(options?: Parameters<typeof driven>[0]) {
  const all = driven(options)
  while (all.admission.state().waiting === 0) {
    assert.ok(all.send(1, 'at once'))
    await Promise.resolve()
  }
  assert.equal(all.begun.length, TURN_MS)
  all.begun.length = 0
  return all
}

const times = (count: number, send: () => boolean) => Array.from({ length: count }, send).filter((is) => is).length

test('requests begin at once, until the server has to look for new ones', async () => {
  const { admission, begun, turn } = await busy()
  assert.deepEqual(admission.state(), { waiting: 1, inFlight: 0, refused: 0 })
  await turn()
  assert.deepEqual([begun.length, admission.state().waiting], [1, 0])
})

test('whoever asks now and then never waits', async () => {
  const { admission, begun, send, pass } = driven()
  for (let count = 0; count < 100; count++) {
    assert.ok(send(1, 'at once'))
    await Promise.resolve()
    pass(1)
  }
  assert.deepEqual([begun.length, admission.state().waiting], [100, 0])
})

test('as many begin in a turn as fit in it', async () => {
  const { admission, begun, send, turn } = await busy()
  assert.equal(
    times(20, () => send(1, 'later')),
    20,
  )
  await turn()
  assert.deepEqual([begun.length, admission.state().waiting], [TURN_MS, 21 - TURN_MS])
})

test('what would wait for too long is refused, but a burst may wait longer', async () => {
  const { admission, send, turn } = await busy({ maxWaitMs: 40 })
  // At half a millisecond each, as long as nothing was measured.
  const burst = times(1_000, () => send(1, 'later'))
  assert.equal(burst, (40 * BURST_TIMES) / 0.5)
  assert.equal(admission.state().refused, 1_000 - burst)
  // At a millisecond each, the burst is over before that.
  while (admission.state().waiting > 160 - BURST_MS - TURN_MS) await turn()
  // Now it knows that each takes a millisecond.
  assert.equal(
    times(1_000, () => send(1, 'later')),
    0,
  )
  while (admission.state().waiting > LEAST_WAITING) await turn()
  const standing = times(1_000, () => send(1, 'later')) + admission.state().waiting
  assert.ok(standing >= 40 && standing <= 60, String(standing))
  while (admission.state().waiting > 0) await turn()
  assert.equal(admission.state().inFlight, 0)
})

test('a few may wait however long they take', async () => {
  const { admission, send, turn, pass } = await busy({ maxWaitMs: 10 })
  for (let count = 0; count < 100; count++) {
    send(1, 'slow', { ms: 50 })
    send(1, 'slow', { ms: 50 })
    await turn()
  }
  while (admission.state().waiting > 1) await turn()
  send(1, 'slow')
  pass(BURST_MS)
  const already = admission.state().waiting
  assert.equal(
    times(100, () => send(1, 'slow', { ms: 50 })),
    LEAST_WAITING - already,
  )
})

test('a crowd that comes while nobody waits may wait however long it takes, and who comes later may not', async () => {
  const crowd = 200
  const { admission, send, turn, pass } = await busy({ maxWaitMs: 10, leastOfCrowd: crowd })
  const slow = () => send(1, 'slow', { ms: 50 })
  const settle = async () => {
    while (admission.state().waiting > 0) await turn()
  }
  // It is known by then how slow they are.
  for (let count = 0; count < 100; count++) {
    slow()
    slow()
    await turn()
  }
  for (const round of ['a crowd', 'the next one']) {
    await settle()
    times(250, slow)
    assert.equal(admission.state().waiting, crowd, round)
    pass(CROWD_MS)
    assert.equal(times(10, slow), 0, 'too late')
    while (admission.state().waiting >= LEAST_WAITING) await turn()
    const free = LEAST_WAITING - admission.state().waiting
    assert.equal(times(10, slow), free, 'only a few may wait again')
  }
})

test('new connections are taken before work goes on, but not for ever', async () => {
  const { admission, begun, turn, pass } = await busy()
  for (let count = 0; count < 8; count++) {
    admission.connected()
    await turn()
    pass(1)
  }
  assert.equal(begun.length, 0)
  admission.connected()
  await turn()
  assert.equal(begun.length, 1)
})

test('keys take turns, so that one who sends very many waits for itself alone', async () => {
  const { send, begun, turn } = await busy({ maxWaitMs: 10 })
  while (send(1, 'flood'));
  assert.ok(send(2, 'other'))
  assert.ok(send(3, 'third'))
  await turn()
  await turn()
  // The first of the flood began the queue.
  assert.deepEqual(begun.slice(0, 5), ['at once', 'other', 'third', 'flood', 'flood'])
})

test('those who wait for the same reply begin together, however many they are', async () => {
  const { admission, send, begun, turn } = await busy({ maxWaitMs: 10 })
  assert.equal(
    times(1_000, () => send(1, 'same', { reply: 'a', ms: 0 })),
    1_000,
  )
  assert.ok(send(2, 'other', { reply: 'b' }))
  assert.equal(admission.state().waiting, 3)
  await turn()
  assert.equal(begun.length, 1_002)
  assert.deepEqual(admission.state(), { waiting: 0, inFlight: 0, refused: 0 })
})

test('whoever has left takes no turn', async () => {
  const { admission, send, begun, turn } = await busy()
  for (let count = 0; count < 10; count++) send(1, 'left', { isLeft: true })
  send(1, 'later')
  await turn()
  assert.deepEqual(begun, ['at once', 'later'])
  assert.deepEqual(admission.state(), { waiting: 0, inFlight: 0, refused: 0 })
})

test('no more are worked on at once than may be, and the next begins when one ends', async () => {
  const { admission, turn, pass } = driven({ maxInFlight: 2, maxWaitMs: 10 })
  let begun = 0
  const work = () => ++begun > 0
  const send = () => (admission.begins(1_000) ? work() : admission.wait(1, work))
  for (let count = 0; count < 3; count++) assert.ok(send())
  await turn()
  assert.deepEqual([begun, admission.state().waiting, admission.state().inFlight], [2, 1, 2])
  admission.end()
  assert.deepEqual([begun, admission.state().waiting, admission.state().inFlight], [3, 0, 2])
  // If nothing goes on at all, only a few more may wait.
  for (let count = 0; count < LEAST_WAITING; count++) assert.ok(send())
  assert.ok(send())
  pass(11)
  assert.ok(!send())
})

test('refusals say when to come back, and not the same to all', () => {
  const seconds = Array.from({ length: 500 }, () => overloaded().retryAfterSeconds as number)
  assert.deepEqual(
    [...new Set(seconds)].sort(),
    Array.from({ length: maxRetrySeconds }, (_, at) => at + 1),
  )
})
