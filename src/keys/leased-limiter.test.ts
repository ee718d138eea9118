import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/support/arbitrary/runs.ts'
import { openBuckets, type Taken } from './buckets.ts'
import { openLeasedLimiter } from './leased-limiter.ts'
import type { Remaining } from './limiter.ts'

const KEY = 1

/** Several processes and the one that they lease from. The test drives their clock, and messages take time. */
function simulate(processes: number, messageMs: () => number) {
  let nowMs = 0
  const onTheirWay: { atMs: number; arrive(): void }[] = []
  const buckets = openBuckets(() => new Date(nowMs))
  const later = (arrive: () => void) => void onTheirWay.push({ atMs: nowMs + messageMs(), arrive })
  let leases = 0
  let givenBack = 0
  const lessor = {
    lease(key_id: number, limit: number, wanted: number) {
      leases++
      const { promise, resolve } = Promise.withResolvers<Taken>()
      later(() => {
        const taken = buckets.take(key_id, limit, wanted)
        later(() => resolve(taken))
      })
      return promise
    },
    giveBack(key_id: number, requests: number) {
      givenBack += requests
      later(() => buckets.giveBack(key_id, requests))
    },
  }
  const now = () => nowMs
  const limiters = Array.from({ length: processes }, () => openLeasedLimiter(lessor, () => processes, now))
  return {
    limiters,
    buckets,
    leases: () => leases,
    givenBack: () => givenBack,
    async tick(ms = 1) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs++
        for (const { arrive } of onTheirWay.filter(({ atMs }) => atMs <= nowMs)) arrive()
        onTheirWay.splice(0, onTheirWay.length, ...onTheirWay.filter(({ atMs }) => atMs > nowMs))
        if (nowMs % 100 === 0) for (const limiter of limiters) limiter.giveBackUnused()
        await new Promise(setImmediate)
      }
    },
  }
}

/** A client of several connections, each with one request at a time, that sends `perSecond` in all, for 12 seconds. */
async function passedOf(given: { processes: number; connections: number; limit: number; perSecond: number }) {
  const { limiters, tick } = simulate(given.processes, () => 1)
  const perMs: number[] = []
  let sent = 0
  let refused = 0
  const isBusy = Array.from({ length: given.connections }, () => false)
  for (let ms = 0; ms < 12_000; ms++) {
    perMs.push(0)
    for (let next = sent; sent < ((ms + 1) * given.perSecond) / 1_000 && next < sent + given.connections; next++) {
      const connection = next % given.connections
      if (isBusy[connection]) continue
      sent++
      const limiter = limiters[connection % given.processes]
      const told = ({ isExceeded }: Remaining) => {
        if (isExceeded) refused++
        else perMs[perMs.length - 1]!++
        isBusy[connection] = false
      }
      const left = limiter!.take(KEY, given.limit)
      if (left) told(left)
      else {
        isBusy[connection] = true
        void limiter!.ask(KEY, given.limit).then(told)
      }
    }
    await tick()
  }
  /** What passed in every ten seconds. */
  const inTen = Array.from({ length: 21 }, (_, index) =>
    perMs.slice(index * 100, index * 100 + 10_000).reduce((sum, count) => sum + count, 0),
  )
  return { inTen, refused }
}

test('over any ten seconds a client that sends too much gets its limit within 15 %, on any connections', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(2, 3, 4, 8, 16),
      fc.constantFrom(1, 2, 7, 40, 200),
      fc.constantFrom(1, 2, 3, 10, 50, 120, 500, 2_000),
      async (processes, connections, limit) => {
        const { inTen } = await passedOf({ processes, connections, limit, perSecond: 100 + limit * 3 })
        for (const passed of inTen) {
          assert.ok(passed >= limit * 8.5 && passed <= limit * 11.5, `${passed} of ${limit * 10}`)
        }
      },
    ),
    { numRuns: runs(4, 40) },
  )
})

for (const [processes, connections, limit] of [
  [2, 1, 50],
  [2, 10, 50],
  [8, 100, 500],
  [4, 3, 1],
] as const) {
  test(`a client that keeps to ${limit} is not refused on ${connections} connections to ${processes}`, async () => {
    const { refused } = await passedOf({ processes, connections, limit, perSecond: limit })
    assert.equal(refused, 0)
  })
}

test('most requests are known at once, and are told what is left', async () => {
  const { limiters, leases, tick } = simulate(2, () => 1)
  const [limiter] = limiters
  assert.equal(limiter!.take(KEY, 500), undefined)
  const first = limiter!.ask(KEY, 500)
  await tick(2)
  assert.deepEqual(await first, { isExceeded: false, requests: 499 })
  for (let ms = 0; ms < 400; ms++) {
    assert.equal(limiter!.take(KEY, 500)?.isExceeded, false)
    await tick()
  }
  assert.ok(leases() <= 16, `${leases()} leases of 50`)
})

test('what is over is refused without asking until something may be there', async () => {
  const { limiters, leases, tick } = simulate(2, () => 1)
  const [one, other] = limiters
  const asked = [one, other, one].map((limiter) => limiter!.ask(KEY, 2))
  await tick(4)
  assert.deepEqual(
    (await Promise.all(asked)).map(({ isExceeded }) => isExceeded),
    [false, false, true],
  )
  const before = leases()
  for (let times = 0; times < 100; times++) assert.deepEqual(one!.take(KEY, 2), { isExceeded: true, requests: 0 })
  assert.equal(leases(), before)
  await tick(500)
  const again = one!.ask(KEY, 2)
  await tick(2)
  assert.equal((await again).isExceeded, false)
})

test('what one process holds and does not use is given back, so that another may use it', async () => {
  const { limiters, buckets, givenBack, tick } = simulate(2, () => 1)
  const [one, other] = limiters
  const first = one!.ask(KEY, 100)
  await tick(2)
  await first
  assert.equal(one!.take(KEY, 100)?.isExceeded, false)
  await tick(150)
  assert.equal(givenBack(), 0)
  await tick(150)
  assert.equal(givenBack(), 8)
  assert.equal(buckets.take(KEY, 100, 1_000).taken, 100)
  one!.giveBack(KEY)
  assert.equal(one!.take(KEY, 100)?.isExceeded, false, 'one that did not count')
  const empty = other!.ask(KEY, 100)
  await tick(2)
  assert.equal((await empty).isExceeded, true)
})

test('of too many keys the first is forgotten, and what was held for it given back', async () => {
  const given: number[][] = []
  const lessor = {
    lease: async (_key_id: number, _limit: number, taken: number) => ({ taken, requests: 0, waitMs: 0 }),
    giveBack: (...back: number[]) => void given.push(back),
  }
  const limiter = openLeasedLimiter(
    lessor,
    () => 2,
    () => 0,
    2,
  )
  for (const key_id of [1, 2, 3]) await limiter.ask(key_id, 100)
  assert.deepEqual(given, [[1, 9]])
})

test('a lease that fails is told to those that wait for it, and asked for again by the next', async () => {
  let isAway = true
  const lessor = {
    async lease(_key_id: number, _limit: number, taken: number) {
      if (isAway) throw new Error('away')
      return { taken, requests: 0, waitMs: 0 }
    },
    giveBack() {},
  }
  const limiter = openLeasedLimiter(
    lessor,
    () => 2,
    () => 0,
  )
  await assert.rejects(limiter.ask(KEY, 100), /away/)
  isAway = false
  assert.equal((await limiter.ask(KEY, 100)).isExceeded, false)
})
