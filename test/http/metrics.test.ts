import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { addHealth } from '#src/http/health.ts'
import { buildServer } from '#src/http/server.ts'
import { textOf } from '#src/metrics/gather.ts'
import { metricsOf, type States } from '#src/metrics/metrics.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { skipWithoutRedis, startRedis } from '../support/redis.ts'
import { logOf, Running, run } from '../support/running.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

/** How often a busy machine is asked again, with pauses of 100 ms. */
const MAX_TRIES = 300

/** The lines of metrics of ours that have a value, without how long anything took. */
const ours = (told: string) =>
  told.split('\n').filter((line) => line.startsWith('reelcommons_') && !line.includes('_seconds'))

type Application = ReturnType<typeof buildServer>

/** Listens until the test ends; returns the port. */
async function listening(t: TestContext, app: Application, db: { close(): Promise<void> }): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    await app.close()
    await db.close()
  })
  return (app.server.address() as AddressInfo).port
}

forEachEngine(loadWorld, (engine) => {
  test('a read whose reply comes after its time is counted once', async (t) => {
    const db = await engine.open()
    const late = Promise.withResolvers<void>()
    const one: Database['one'] = async (row, query) => {
      if (query.strings.join('').includes('from movie m')) await late.promise
      return db.one(row, query)
    }
    const { config } = readConfig({ 'handler-timeout-ms': '1000' }, {})
    const app = buildServer({ db: { ...db, one }, config, clock: () => new Date(testDay) })
    const port = await listening(t, app, db)
    const headers = { authorization: `Bearer ${keys.first}` }
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    // From now on the key is known.
    assert.equal(await ask('/3/tv/601'), 200)
    assert.equal(await ask('/3/movie/501'), 504)
    late.resolve()
    for (let tries = 0; app.states().replies.size < 2 && tries < MAX_TRIES; tries++) await sleep(100)
    await sleep(1)
    const told = ours(await textOf([metricsOf(app.states(), db)]))
    assert.deepEqual(
      told.filter((line) => line.includes('group="movie"')),
      ['reelcommons_requests_total{group="movie",status="504",reply="none"} 1'],
    )
  })

  test('a server counts what it answers and tells what it holds', async (t) => {
    const db = await engine.open()
    const { config } = readConfig({}, {})
    const app = buildServer({ db, config, clock: () => new Date(testDay) })
    const port = await listening(t, app, db)
    const headers = { authorization: `Bearer ${keys.first}` }
    const ask = async (path: string, more = {}) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...headers, ...more } })).headers.get('etag')
    const etag = (await ask('/3/movie/501')) as string
    await ask('/3/movie/501')
    await ask('/3/movie/501', { 'if-none-match': etag })
    await ask('/3/movie/501/credits')
    await ask('/3/movie/9999999')
    await ask('/3/nothing')
    await ask('/login')
    await ask('/3/tv/601', { authorization: 'Bearer no' })
    const { bytes, size } = app.states().replies
    const all = metricsOf(app.states(), db)
    const told = ours(await textOf([all]))
    assert.deepEqual(told.slice(0, 7).sort(), [
      'reelcommons_requests_total{group="movie",status="200",reply="hit"} 1',
      'reelcommons_requests_total{group="movie",status="200",reply="miss"} 2',
      'reelcommons_requests_total{group="movie",status="304",reply="hit"} 1',
      'reelcommons_requests_total{group="movie",status="404",reply="none"} 1',
      'reelcommons_requests_total{group="none",status="404",reply="none"} 1',
      'reelcommons_requests_total{group="pages",status="200",reply="none"} 1',
      'reelcommons_requests_total{group="series",status="401",reply="none"} 1',
    ])
    const workload = engine.name === 'SQLite' ? [] : ['read', 'transaction']
    assert.deepEqual(told.slice(7), [
      'reelcommons_rate_limited_total 0',
      'reelcommons_requests_waiting{work="usual"} 0',
      'reelcommons_requests_waiting{work="wide"} 0',
      'reelcommons_requests_waiting{work="pages"} 0',
      'reelcommons_requests_in_flight{work="usual"} 0',
      'reelcommons_requests_in_flight{work="wide"} 0',
      'reelcommons_requests_in_flight{work="pages"} 0',
      'reelcommons_requests_refused_total{work="usual"} 0',
      'reelcommons_requests_refused_total{work="wide"} 0',
      'reelcommons_requests_refused_total{work="pages"} 0',
      `reelcommons_reply_cache_bytes ${bytes}`,
      `reelcommons_reply_cache_entries ${size}`,
      'reelcommons_follower_rounds_total{follower="replies",outcome="followed"} 0',
      'reelcommons_follower_rounds_total{follower="replies",outcome="rebuilt"} 1',
      'reelcommons_follower_rounds_total{follower="replies",outcome="failed"} 0',
      ...workload.map((kind) => `reelcommons_database_workload{kind="${kind}s"} 0`),
    ])
    assert.equal(size, 3)
    assert.equal(all.find(({ name }) => name.endsWith('request_seconds'))?.values.at(-1)?.value, 6)
  })
})

const world = sqliteEngine(loadWorld)

/** What a server says of itself that is in a state. */
async function readinessIn(t: TestContext, states: Pick<States, 'replicas' | 'redis'>) {
  const db = await world.open()
  const app = fastify()
  addHealth(app, { db, clock: () => new Date(testDay), states: () => states as States })
  t.after(() => Promise.all([app.close(), db.close()]))
  const { statusCode, body } = await app.inject('/readyz')
  return [statusCode, JSON.parse(body)]
}

const replica = { name: 'host:5432', lagMs: 3, isFit: true, isRead: true }
const away = { name: 'other:5432', lagMs: undefined, isFit: false, isRead: false }
const ok = { status: 'ok' }

test('a server without a replica or Redis that there should be is ready, and says so', async (t) => {
  assert.deepEqual(await readinessIn(t, { replicas: [replica] }), [
    200,
    { ...ok, database: ok, replicas: { ...ok, fit: 1, all: 1 } },
  ])
  assert.deepEqual(await readinessIn(t, { replicas: [replica, away] }), [
    200,
    { status: 'degraded', database: ok, replicas: { status: 'degraded', fit: 1, all: 2 } },
  ])
})

test('what a server says of Redis', { skip: skipWithoutRedis }, async (t) => {
  const redis = await startRedis(t)
  const db = await world.open()
  const { config } = readConfig({ redis: redis.url }, {})
  const app = buildServer({ db, config, clock: () => new Date(testDay) })
  t.after(() => Promise.all([app.close(), db.close()]))
  async function until(status: string) {
    for (;;) {
      const { statusCode, body } = await app.inject('/readyz')
      const said = JSON.parse(body)
      assert.equal(statusCode, 200)
      if (said.status === status) return said
      await sleep(10)
    }
  }
  const up = async () => ours(await textOf([metricsOf(app.states(), db)])).find((line) => line.includes('redis_up'))
  assert.deepEqual(await until('ok'), { ...ok, database: ok, redis: ok })
  assert.equal(await up(), 'reelcommons_redis_up 1')
  await redis.kill()
  assert.deepEqual(await until('degraded'), { status: 'degraded', database: ok, redis: { status: 'degraded' } })
  assert.equal(await up(), 'reelcommons_redis_up 0')
  await redis.start()
  await until('ok')
})

test('a server that cannot tell its metrics where it should says so and ends', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-metrics-'))
  t.after(async () => {
    taken.close()
    await rm(folder, { recursive: true, force: true })
  })
  const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`
  const { code, output } = await run(['serve', '--empty', '--port', '0', '--metrics', address, '--data', folder])
  assert.equal(code, 1)
  assert.match(output, new RegExp(`EADDRINUSE: address already in use ${address}`))
  assert.doesNotMatch(output, /Your API key/)
})

test('all processes of a server are measured at an address of its own', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-metrics-'))
  const words = ['serve', '--empty', '--workers', '2', '--port', '0', '--metrics', '127.0.0.1:0', '--data', folder]
  const server = new Running(words)
  t.after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const [, site = ''] = await server.until(/Reelcommons is at (http:\S+),/)
  await server.until(/metrics are served/)
  const { port } = logOf(server).find(({ msg }) => msg === 'metrics are served') as unknown as { port: number }
  const measure = async (path: string, method = 'GET') => {
    const asked = request({ host: '127.0.0.1', port, path, method, agent: false }).end()
    const reply = await new Promise<import('node:http').IncomingMessage>((resolve) => asked.on('response', resolve))
    return { status: reply.statusCode, type: reply.headers['content-type'], told: await text(reply) }
  }
  for (let times = 0; times < 10; times++) assert.equal((await fetch(`${site}/healthz`)).status, 200)
  const expected = [
    ...['primary', '1', '2'].map((worker) => `process_resident_memory_bytes\\{worker="${worker}"\\} \\d+`),
    'nodejs_eventloop_lag_p99_seconds\\{worker="1"\\} [\\d.]+',
    'reelcommons_mails_waiting 0',
    'reelcommons_jobs_open\\{status="waiting"\\} 0',
    'reelcommons_follower_behind_changes\\{follower="search_index"\\} 0',
  ]
  const missingIn = (told: string) => {
    const counts = told.matchAll(/_requests_total\{group="health",status="200",reply="none",worker="\d"\} (\d+)/g)
    const health = counts.reduce((sum, [, count]) => sum + Number(count), 0)
    const missing = expected.filter((line) => !new RegExp(`\n${line}\n`).test(told))
    return health === 10 ? missing : [...missing, `${health} requests for health`]
  }
  // A process that is slow to answer is left out, and followers begin after the server does.
  let answer = await measure('/metrics')
  for (let tries = 1; tries < MAX_TRIES && missingIn(answer.told).length > 0; tries++) {
    await sleep(100)
    answer = await measure('/metrics')
  }
  const { status, type, told } = answer
  assert.deepEqual([status, type], [200, 'text/plain; version=0.0.4; charset=utf-8'])
  assert.deepEqual(missingIn(told), [])
  assert.deepEqual((await measure('/metrics', 'POST')).status, 404)
  assert.deepEqual((await measure('/')).status, 404)
  // Not where everybody asks.
  assert.equal((await fetch(`${site}/metrics`)).status, 404)
})
