import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRedis, type Redis } from '#src/redis/redis.ts'
import { emptyCatalogue } from '../../test/support/catalogue.ts'
import { sqliteEngine } from '../../test/support/engines.ts'
import { type RedisServer, skipWithoutRedis, startRedis, until } from '../../test/support/redis.ts'
import { openLimiter } from './limiter.ts'
import { openSharedBuckets } from './shared-buckets.ts'
import { openSharedLimiter } from './shared-limiter.ts'

const KEY = 7
const LIMIT = 50

const engine = sqliteEngine(emptyCatalogue)

async function connect(t: TestContext, server: RedisServer) {
  const redis = openRedis(server.url, { answerMs: 5_000, checkMs: 10 })
  t.after(() => redis.close())
  await until(redis, 'there')
  return redis
}

describe('buckets in Redis', { skip: skipWithoutRedis }, () => {
  test('give what is left of a second, to each key its own', async (t) => {
    const server = await startRedis(t)
    const redis = await connect(t, server)
    const { lease, giveBack } = openSharedBuckets(redis, () => 'one')
    const other = openSharedBuckets(redis, () => 'two')
    // Nothing comes back of it while the test runs.
    const slow = 0.01
    assert.deepEqual(await lease(KEY, slow, 1), { taken: 0, requests: 0, waitMs: 99_000 })
    const all = await Promise.all([lease(KEY, 1_000, 400), lease(8, 1_000, 5_000), lease(KEY, 1_000, 100)])
    assert.deepEqual(
      all.map(({ taken }) => taken),
      [400, 1_000, 100],
    )
    assert.deepEqual([all[0]?.requests, all[1]?.waitMs], [600, 1])
    assert.equal((await other.lease(KEY, LIMIT, LIMIT)).taken, LIMIT)
    giveBack(9, 5)
    assert.equal((await lease(9, LIMIT, 2 * LIMIT)).taken, LIMIT)
    giveBack(9, 5)
    const { taken } = await lease(9, LIMIT, 5)
    assert.equal(taken, 5)
    await server.ask('flushall')
    await server.ask('script', 'flush')
    assert.equal((await lease(9, LIMIT, 2 * LIMIT)).taken, LIMIT)
    assert.equal(redis.state().refused, 0)
  })

  test('answer nothing where the answer is not of their script', async (t) => {
    const redis = await connect(t, await startRedis(t))
    for (const source of ['7', "'OK'", '{ 7 }', '{ false }', '{ { 7 } }', "{ { 7, 8, 'x' } }", '{}']) {
      const ask: Redis['ask'] = (command) =>
        redis.ask((client) => {
          const evalSha = () => client.eval(`return ${source}`)
          return command(Object.assign(Object.create(client), { evalSha }))
        })
      await assert.rejects(openSharedBuckets({ ask }, () => 'one').lease(KEY, LIMIT, 1), /did not answer/, source)
    }
    assert.equal(redis.state().refused, 0)
  })

  test('fill by the clock of Redis, and are gone when they are full', async (t) => {
    const server = await startRedis(t)
    const { lease } = openSharedBuckets(await connect(t, server), () => 'one')
    assert.equal((await lease(KEY, LIMIT, LIMIT)).taken, LIMIT)
    while ((await server.ask('exists', 'reelcommons:limits:one:7')) !== 0) await sleep(20)
    assert.equal((await lease(KEY, LIMIT, LIMIT)).taken, LIMIT)
  })

  test('answer nothing while it is away', async (t) => {
    const server = await startRedis(t)
    const redis = await connect(t, server)
    const { lease, giveBack } = openSharedBuckets(redis, () => 'one')
    await assert.rejects(openSharedBuckets(redis, () => undefined).lease(KEY, LIMIT, 1), /did not answer/)
    await server.kill()
    await until(redis, 'away')
    giveBack(KEY, 1)
    await assert.rejects(lease(KEY, LIMIT, 1), /did not answer/)
  })
})

/** Servers that share a Redis, and how many of the requests pass that are sent to all of them. */
async function openServers(t: TestContext, server: RedisServer) {
  const db = await engine.open()
  t.after(() => db.close())
  const servers: { redis: Redis; limiter: ReturnType<typeof openSharedLimiter> }[] = []
  for (let count = 0; count < 2; count++) {
    const redis = await connect(t, server)
    const limiter = openSharedLimiter({ redis, db, local: openLimiter(() => new Date()) })
    t.after(() => limiter.close())
    servers.push({ redis, limiter })
  }
  for (const { limiter } of servers) while (!limiter.isShared()) await sleep(5)
  const flood = async (limit: number, requests: number) => {
    const beganMs = performance.now()
    let passed = 0
    for (let sent = 0; sent < requests; sent++) {
      for (const { limiter } of servers) {
        const left = limiter.take(KEY, limit) ?? (await limiter.ask(KEY, limit))
        if (!left.isExceeded) passed++
      }
      // What is known is told without a turn of the event loop, in which answers come.
      if (sent % 20 === 0) await sleep(1)
    }
    return { passed, seconds: (performance.now() - beganMs) / 1_000 }
  }
  return { servers, flood }
}

describe('servers that share a Redis', { skip: skipWithoutRedis }, () => {
  test('keep together to the limit of a key', async (t) => {
    const { flood } = await openServers(t, await startRedis(t))
    const { passed, seconds } = await flood(LIMIT, 20_000)
    assert.ok(passed >= LIMIT, `${passed} passed`)
    assert.ok(passed <= 1.15 * LIMIT * (1 + seconds), `${passed} in ${seconds} s`)
  })

  test('count each for itself while it is away, at once, and together again when it is back', async (t) => {
    const server = await startRedis(t)
    const { servers, flood } = await openServers(t, server)
    await flood(LIMIT, 10)
    await server.kill()
    for (const { redis } of servers) await until(redis, 'away')
    const { passed } = await flood(LIMIT, 2 * LIMIT)
    assert.ok(passed >= 2 * LIMIT, `${passed} passed`)
    await server.start()
    for (const { redis } of servers) await until(redis, 'there')
    // What was taken meanwhile is known to nobody, and a full second is left of what is taken from now on.
    for (;;) {
      await sleep(1_000)
      const { passed, seconds } = await flood(LIMIT, 2 * LIMIT)
      if (passed < 2 * LIMIT && passed <= 1.15 * LIMIT * (1 + seconds)) break
    }
  })

  test('count each for itself where it takes commands and does not answer', async (t) => {
    const server = await startRedis(t)
    const { servers, flood } = await openServers(t, server)
    await flood(LIMIT, 10)
    await server.ask('config', 'set', 'maxmemory-policy', 'noeviction')
    await server.ask('config', 'set', 'maxmemory', '1')
    const { passed } = await flood(LIMIT, 2 * LIMIT)
    assert.ok(passed >= 2 * LIMIT, `${passed} passed`)
    assert.ok(servers.every(({ redis, limiter }) => redis.isThere && !limiter.isShared()))
  })
})
