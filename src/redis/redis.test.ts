import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/support/postgres.ts'
import { skipWithoutRedis, startRedis, until } from '../../test/support/redis.ts'
import type { Client } from './client.ts'
import { MOST_FAILURES, MOST_WAITING, openRedis, type RedisOptions } from './redis.ts'

/** Far longer than a server takes that answers, however busy the machine is. */
const PATIENT_MS = 20_000
/** How long is waited for one that does not answer. */
const SHORT_MS = 20

/** What stands in front of a server and lets its answers through later, for as long as it is told to. */
async function startSlowProxy(t: TestContext, port: number) {
  const told = { delayMs: 0, connections: 0 }
  const proxy = createServer((near) => {
    told.connections++
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => void sleep(told.delayMs).then(() => near.write(bytes))).on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.after(() => void proxy.close())
  return { told, url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

/** Redis as a server uses it, and what it has told. */
function open(t: TestContext, url: string, options: Partial<RedisOptions> = {}) {
  const events: string[] = []
  const redis = openRedis(url, {
    answerMs: PATIENT_MS,
    checkMs: 10,
    connectMs: 1_000,
    report: (event) => void events.push(event),
    ...options,
  })
  t.after(() => redis.close())
  return { redis, events }
}

const get = (client: Client) => client.get('name')
const atOnce = Symbol('nothing was waited for')
/** What is asked, if that is known without waiting for anything outside. */
const unlessLater = (asked: Promise<unknown>) => Promise.race([asked, nextTurn(atOnce)])

describe('Redis', { skip: skipWithoutRedis }, () => {
  test('answers by TCP and by its socket, in a database of its own', async (t) => {
    const server = await startRedis(t)
    for (const url of [`${server.url}/3`, `unix://${server.socket}?db=3`]) {
      const { redis, events } = open(t, url)
      await until(redis, 'there')
      assert.equal(await redis.ask((client) => client.set('name', 'one')), 'OK')
      assert.deepEqual([await redis.ask(get), await redis.ask((client) => client.get('other'))], ['one', null])
      assert.deepEqual(events, ['there'])
      const { name, isThere, answered, unanswered, refused } = redis.state()
      assert.ok(answered >= 3)
      const place = url.startsWith('unix') ? server.socket : url.slice('redis://'.length)
      assert.deepEqual([name, isThere, unanswered, refused], [place, true, 0, 0])
    }
    assert.equal(await server.ask('get', 'name'), null)
  })

  test('wants its password, and one that gives another is not let in', async (t) => {
    const server = await startRedis(t, { requirepass: 'geheim' })
    const [known, unknown] = ['geheim', 'x'].map((password) => {
      return open(t, server.url.replace('//', `//:${password}@`))
    }) as [ReturnType<typeof open>, ReturnType<typeof open>]
    await until(known.redis, 'there')
    assert.equal(await known.redis.ask(get), null)
    while (unknown.events.length === 0) await sleep(5)
    assert.deepEqual([unknown.events, await unknown.redis.ask(get)], [['away'], undefined])
    assert.equal(unknown.redis.state().name, new URL(server.url).host)
  })

  test('that is not there is not waited for, and used when it is', async (t) => {
    const port = await freePort()
    const { redis, events } = open(t, `redis://127.0.0.1:${port}`)
    assert.equal(await unlessLater(redis.ask(get)), undefined)
    while (events.length === 0) await sleep(5)
    await startRedis(t, { port: `${port}` })
    await until(redis, 'there')
    assert.deepEqual([await redis.ask(get), events], [null, ['away', 'there']])
  })

  test('that ends is away in the moment, and used again when it is back', async (t) => {
    const server = await startRedis(t)
    const { redis, events } = open(t, server.url)
    const receive: string[] = []
    redis.subscribe('channel', {
      receive: (message) => void receive.push(message),
      reconnected: () => void receive.push('missed'),
    })
    await until(redis, 'there')
    redis.subscribe('channel', { receive: (message) => void receive.push(`${message} too`) })
    redis.subscribe('other', { receive: (message) => void receive.push(`${message} elsewhere`) })
    await redis.ask((client) => client.ping())
    await server.ask('publish', 'channel', 'one')
    await server.ask('publish', 'other', 'two')
    while (receive.length < 4) await sleep(5)

    const { forMs } = redis.state()
    server.pause()
    const asked = redis.ask(get)
    await server.kill()
    assert.equal(await asked, undefined)
    await until(redis, 'away')
    assert.equal(await unlessLater(redis.ask(get)), undefined)
    await server.start()
    await until(redis, 'there')
    assert.ok(redis.state().forMs < forMs + 60_000)
    assert.equal(await redis.ask(get), null)
    await server.ask('publish', 'channel', 'three')
    while (receive.length < 7) await sleep(5)
    assert.deepEqual(receive, ['missed', 'one', 'one too', 'two elsewhere', 'missed', 'three', 'three too'])
    assert.deepEqual(events, ['there', 'away', 'there'])
  })

  test('that hangs is waited for a little, a few times, and then not at all until it goes on', async (t) => {
    const server = await startRedis(t)
    const { redis, events } = open(t, server.url, { answerMs: SHORT_MS, checkMs: 10, connectMs: 50 })
    await until(redis, 'there')
    // On a busy machine its first answer may come too late.
    events.length = 0
    server.pause()
    const beganMs = performance.now()
    const asked = Array.from({ length: MOST_FAILURES }, () => redis.ask(get))
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([undefined]))
    assert.ok(performance.now() - beganMs >= SHORT_MS)
    await until(redis, 'away')
    assert.equal(await unlessLater(redis.ask(get)), undefined)
    // Connections are made by the system, also to one that hangs.
    await sleep(100)
    assert.deepEqual([redis.state().isThere, events], [false, ['away']])
    server.resume()
    await until(redis, 'there')
  })

  test('that hung for a moment is tried at once, and then no sooner than else', async (t) => {
    const server = await startRedis(t)
    const { redis, events } = open(t, server.url, { answerMs: 400, checkMs: PATIENT_MS })
    const hang = async () => {
      server.pause()
      await Promise.all(Array.from({ length: MOST_FAILURES }, () => redis.ask(get)))
      assert.equal(redis.state().isThere, false)
      server.resume()
    }
    await until(redis, 'there')
    const beganMs = performance.now()
    await hang()
    await until(redis, 'there')
    assert.ok(performance.now() - beganMs < PATIENT_MS)
    await hang()
    await sleep(100)
    assert.deepEqual(events, ['there', 'away', 'there', 'away'])
  })

  test('that is slow is away all the time', async (t) => {
    const server = await startRedis(t)
    const { told, url } = await startSlowProxy(t, Number(new URL(server.url).port))
    told.delayMs = 4 * SHORT_MS
    const { redis, events } = open(t, url, { answerMs: SHORT_MS })
    while (told.connections < 4) {
      assert.equal(await unlessLater(redis.ask(get)), undefined)
      await sleep(5)
    }
    assert.deepEqual(events, ['away'])
    told.delayMs = 0
    await until(redis, 'there')
  })

  test('that is full refuses, which is told, and is not away', async (t) => {
    const server = await startRedis(t, { maxmemory: '1', 'maxmemory-policy': 'noeviction' })
    const { redis, events } = open(t, server.url)
    await until(redis, 'there')
    for (let times = 0; times <= MOST_FAILURES; times++)
      assert.equal(await redis.ask((client) => client.set('name', 'one')), undefined)
    assert.equal(await redis.ask(get), null)
    assert.deepEqual([events, redis.state().refused], [['there', 'refuses'], MOST_FAILURES + 1])
  })

  test('is asked so much at once, and no more', async (t) => {
    const server = await startRedis(t)
    const { redis } = open(t, server.url, { checkMs: PATIENT_MS })
    await until(redis, 'there')
    server.pause()
    const asked = Array.from({ length: MOST_WAITING }, () => redis.ask(get))
    assert.equal(await unlessLater(redis.ask(get)), undefined)
    server.resume()
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([null]))
    assert.equal(await redis.ask(get), null)
  })

  test('has answered in time also where this thread is too late to read it', async (t) => {
    const server = await startRedis(t)
    const answerMs = 200
    const { redis } = open(t, server.url, { answerMs })
    await until(redis, 'there')
    const beganMs = performance.now()
    const asked = redis.ask(get)
    await nextTurn()
    const { port } = new URL(server.url)
    // Redis answers one after another, so that its answer to us is there when this one is.
    while (performance.now() - beganMs < 2 * answerMs) spawnSync('/usr/bin/redis-cli', ['-p', port, 'ping'])
    assert.equal(await asked, null)
  })
})
