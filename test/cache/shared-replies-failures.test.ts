import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cachedReply } from '#src/cache/cached-reply.ts'
import { MOST_FILLS } from '#src/cache/shared-replies.ts'
import { MOST_STORED_BYTES } from '#src/cache/stored-reply.ts'
import { sql } from '#src/database/sql.ts'
import { MOST_FAILURES } from '#src/redis/redis.ts'
import { sqliteEngine } from '../support/engines.ts'
import { skipWithoutRedis, startRedis, until } from '../support/redis.ts'
import { type Options, openGate, openNode, retitle } from '../support/replies-node.ts'
import { loadWorld, testDay } from '../support/world.ts'

// What Redis does to replies is the same on both engines.
const engine = sqliteEngine(loadWorld)

const nowhere = { seq: 0, names: 0, authors: 0, votes: 0, lists: 0, ratings: 0 }
const replyOf = (id: number) =>
  cachedReply({
    key: `movie ${id}`,
    operation: 'movie.details',
    tags: [],
    renderedMs: Date.parse(testDay),
    seconds: 60,
    mayBeStale: true,
    text: 'x',
  })

async function open(t: TestContext, settings?: Record<string, string>) {
  const db = await engine.open()
  t.after(() => db.close())
  const server = await startRedis(t, settings)
  return { db, server, node: (options?: Options) => openNode(t, db, server.url, options) }
}

const old = 'The Glass Lantern'

describe('replies that servers share', { skip: skipWithoutRedis }, () => {
  test('of a rendering that ends late are not served where what they show has changed', async (t) => {
    const { db, node } = await open(t)
    const [slow, other, later] = [await node(), await node(), await node()]
    const gate = openGate()
    const asked = slow.ask(501, gate)
    await gate.read.promise
    await retitle(db, 501, 'New')
    assert.deepEqual(await other.ask(501), ['New', false])
    await other.stored(1)
    gate.held.resolve()
    assert.deepEqual(await asked, [old, false])
    await slow.stored(1)
    // The old one is there for all now, instead of the new one.
    assert.deepEqual(await later.ask(501), ['New', false])
    await later.stored(1)
    assert.deepEqual([later.shared.counts.old, await slow.ask(501)], [1, ['New', true]])
  })

  test('are not those of a rendering in whose time what they show was purged', async (t) => {
    const { db, node } = await open(t)
    const slow = await node()
    const gate = openGate()
    const asked = slow.ask(501, gate)
    await gate.read.promise
    await retitle(db, 501, 'New')
    await slow.ask(502)
    gate.held.resolve()
    assert.deepEqual(await asked, [old, false])
    await slow.ask(503)
    await slow.stored(2)
    assert.deepEqual([await slow.ask(501), slow.shared.counts.old], [['New', false], 0])
  })

  test('are fetched once for all who ask at once', async (t) => {
    const { node } = await open(t)
    const [one, other] = [await node(), await node()]
    await one.ask(501)
    await one.stored(1)
    const all = await Promise.all(Array.from({ length: 100 }, () => other.ask(501)))
    assert.deepEqual(new Set(all.map(String)), new Set([String([old, true])]))
    assert.deepEqual(other.shared.counts, { found: 1, missing: 0, old: 0, stored: 0 })
  })

  test('are those of the same program, catalogue and settings alone', async (t) => {
    const { db, server, node } = await open(t)
    const one = await node()
    await one.ask(501)
    await one.stored(1)
    const another = await engine.open()
    t.after(() => another.close())
    await retitle(another, 501, 'Another')
    for (const [other, title] of [
      [await node({ scope: 'another' }), old],
      [await openNode(t, another, server.url), 'Another'],
    ] as const)
      assert.deepEqual([await other.ask(501), other.shared.counts.found], [[title, false], 0])
    // An older state was put in the place of the catalogue, or a replica was promoted that lacked something.
    const restored = Object.assign(Object.create(db), { engine: { ...db.engine, instance: sql`'other'` } })
    assert.deepEqual(await (await openNode(t, restored, server.url)).ask(501), [old, false])
  })

  test('and those in memory are forgotten when the catalogue goes on from another state', async (t) => {
    const { db, server } = await open(t)
    let instance = sql`'one'`
    const moving = Object.defineProperty(Object.create(db), 'engine', { get: () => ({ ...db.engine, instance }) })
    const node = await openNode(t, moving, server.url)
    const gate = openGate()
    await node.ask(502)
    const asked = node.ask(501, gate)
    await gate.read.promise
    instance = sql`'another'`
    await db.run(sql`update movie set title = 'Unlogged' where id in (501, 502)`)
    assert.deepEqual(await node.ask(502), ['Unlogged', false])
    gate.held.resolve()
    assert.deepEqual(await asked, [old, false])
    assert.deepEqual(await node.ask(501), ['Unlogged', false])
  })

  test('are not too large, and not that there is nothing', async (t) => {
    const { db, server, node } = await open(t)
    const one = await node()
    await db.run(sql`update movie set title = ${'x'.repeat(MOST_STORED_BYTES)} where id = 501`)
    await db.run(sql`update movie set title = ${'x'.repeat(MOST_STORED_BYTES + 1)} where id = 502`)
    assert.deepEqual(await one.ask(999_999), ['', false])
    for (const id of [502, 501]) await one.ask(id)
    await one.stored(1)
    await one.ask(503)
    await one.stored(2)
    assert.equal(await server.ask('dbsize'), 2)
    const other = await node()
    assert.deepEqual(
      (await Promise.all([999_999, 501, 502, 503].map((id) => other.ask(id)))).map(([, isHit]) => isHit),
      [false, true, false, true],
    )
  })

  test('are stored a few at a time, and the others not', async (t) => {
    const { server, node } = await open(t)
    const one = await node()
    await one.ask(501)
    await one.stored(1)
    server.pause()
    for (let id = 1; id <= MOST_FILLS + 1; id++)
      one.shared.put('space', { reply: replyOf(id), position: nowhere }, () => {})
    server.resume()
    await one.stored(MOST_FILLS + 1)
    one.shared.put('space', { reply: replyOf(0), position: nowhere }, () => {})
    await one.stored(MOST_FILLS + 2)
    assert.deepEqual(await server.ask('dbsize'), MOST_FILLS + 2)
  })

  test('are rendered anew where they are not whole', async (t) => {
    const { server, node } = await open(t)
    const one = await node()
    await one.ask(501)
    await one.stored(1)
    const [key] = (await server.ask('keys', '*')) as [string]
    for (const damage of [
      () => server.ask('set', key, ''),
      () => server.ask('set', key, 'not at all a reply'),
      () => server.ask('append', key, '!'),
      async () => server.ask('setrange', key, `${Number(await server.ask('strlen', key)) - 1}`, '?'),
    ]) {
      await damage()
      const other = await node()
      assert.deepEqual([await other.ask(501), other.shared.counts.missing], [[old, false], 1])
      await other.stored(1)
    }
    assert.deepEqual(await (await node()).ask(501), [old, true])
  })
})

describe('Redis with the replies of servers', { skip: skipWithoutRedis }, () => {
  test('that forgets them costs a rendering', async (t) => {
    const { server, node } = await open(t)
    const [one, other] = [await node(), await node()]
    await one.ask(501)
    await one.stored(1)
    await server.ask('flushall')
    assert.deepEqual(
      [await one.ask(501), await other.ask(501)],
      [
        [old, true],
        [old, false],
      ],
    )
  })

  test('that comes back with an older state has none that are served', async (t) => {
    const { db, server, node } = await open(t)
    const one = await node()
    await one.ask(501)
    await one.ask(502)
    await one.stored(2)
    await server.ask('save')
    await retitle(db, 501, 'New')
    assert.deepEqual(await one.ask(501), ['New', false])
    await one.stored(3)
    await server.kill()
    await until(one.redis, 'away')
    // While it is away, nobody waits, and what changes is not told to it.
    await retitle(db, 501, 'Newer')
    assert.deepEqual(await one.ask(501), ['Newer', false])
    await server.start()
    await until(one.redis, 'there')
    const later = await node()
    assert.deepEqual(
      [await later.ask(501), await later.ask(502)],
      [
        ['Newer', false],
        ['The Second Glimmer', true],
      ],
    )
    assert.equal(later.shared.counts.old, 1)
  })

  test('that hangs is waited for no longer than the bound, and nothing old is served when it goes on', async (t) => {
    const { db, server, node } = await open(t)
    const [one, hasty] = [await node(), await node({ answerMs: 20 })]
    await one.ask(501)
    await one.stored(1)
    await until(hasty.redis, 'there')
    server.pause()
    await retitle(db, 501, 'New')
    for (let times = 0; times <= MOST_FAILURES; times++) {
      await retitle(db, 501, `New ${times}`)
      assert.deepEqual(await hasty.ask(501), [`New ${times}`, false])
    }
    await until(hasty.redis, 'away')
    server.resume()
    await until(hasty.redis, 'there')
    assert.deepEqual(await one.ask(501), [`New ${MOST_FAILURES}`, false])
  })

  test('is asked for nothing while the program cannot be read, which is told once and tried again', async (t) => {
    const { node } = await open(t)
    const parent = await mkdtemp(join(tmpdir(), 'reelcommons-program-'))
    t.after(() => rm(parent, { recursive: true }))
    const folder = join(parent, 'program')
    const told: unknown[] = []
    const one = await node({ folder, failed: (error) => void told.push((error as NodeJS.ErrnoException).code) })
    assert.deepEqual(
      [await one.ask(501), await one.ask(502)],
      [
        [old, false],
        ['The Second Glimmer', false],
      ],
    )
    assert.deepEqual([told, one.shared.counts], [['ENOENT'], { found: 0, missing: 0, old: 0, stored: 0 }])
    await mkdir(folder)
    await one.ask(503)
    await one.stored(1)
    assert.equal(told.length, 1)
  })

  test('that is full takes none, and gives those that it has', async (t) => {
    const { server, node } = await open(t, { 'maxmemory-policy': 'noeviction' })
    const [one, other] = [await node(), await node()]
    await one.ask(501)
    await one.stored(1)
    await server.ask('config', 'set', 'maxmemory', '1')
    const { refused } = other.redis.state()
    assert.deepEqual(
      [await other.ask(501), await other.ask(502)],
      [
        [old, true],
        ['The Second Glimmer', false],
      ],
    )
    while (other.redis.state().refused === refused) await sleep(5)
    assert.equal(other.redis.state().isThere, true)
  })
})
