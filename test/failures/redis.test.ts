import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Migratable } from '#src/database/migratable.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { postgresEngine } from '../support/engines.ts'
import { openEditing } from '../support/failures/editing.ts'
import { fillCatalogue, type Node, startNode } from '../support/failures/nodes.ts'
import { type RedisServer, skipWithoutRedis, startRedis } from '../support/redis.ts'
import { logOf } from '../support/running.ts'

const engine = postgresEngine(fillCatalogue)
/** How often each request is seen before Redis fails, while it does, and after that. */
const TIMES = 10

describe('Redis of two nodes under load', { skip: engine.skip || skipWithoutRedis }, () => {
  const ending: (() => Promise<void>)[] = []
  let db: Migratable
  let redis: RedisServer
  let nodes: readonly [Node, Node]

  before(async () => {
    const context = { after: (end: unknown) => void ending.unshift(end as () => Promise<void>) }
    const url = await engine.clone()
    db = await openPostgres(url, { connections: 2 })
    context.after(() => db.close())
    redis = await startRedis(context)
    nodes = [
      await startNode(context, url, ['--redis', redis.url]),
      await startNode(context, url, ['--redis', redis.url]),
    ]
  })
  after(async () => {
    for (const end of ending) await end()
  })

  const said = (node: Node, sentence: string) => logOf(node.running).filter(({ msg }) => msg === sentence).length
  /** Waits until both nodes have said something again. */
  function next(sentence: string) {
    const before = nodes.map((node) => said(node, sentence))
    return async () => {
      while (nodes.some((node, index) => said(node, sentence) === before[index])) await sleep(20)
    }
  }

  const scenarios = [
    { name: 'stopped', fail: () => redis.kill(), recover: () => redis.start() },
    { name: 'hung', fail: async () => redis.pause(), recover: async () => redis.resume() },
  ]

  for (const { name, fail, recover } of scenarios) {
    test(`${name}: requests go on, nothing old is served, and it is used again when it is back`, async (context) => {
      const { load, check } = await openEditing(context, db, nodes)
      await load.until(TIMES)
      load.begin('failing')
      const isAway = next('Redis is not reachable')
      await fail()
      await isAway()
      load.begin('failed')
      await load.until(TIMES)
      load.begin('recovering')
      const isThere = next('Redis is connected')
      await recover()
      await isThere()
      const before = await replies()
      load.begin('recovered')
      await load.until(TIMES)
      const least = name === 'stopped' ? 0 : before
      for (let tries = 0; (await replies()) <= least; tries++) {
        assert.ok(tries < 500, 'no reply is shared any more')
        await sleep(20)
      }
      await check()
    })
  }

  test('flushed, again and again: requests go on, and nothing old is served', async (context) => {
    const { load, check } = await openEditing(context, db, nodes)
    for (let round = 0; round < 10; round++) {
      load.begin(`round ${round}`)
      await load.until(2)
      await redis.ask('flushall')
    }
    await check()
  })

  const replies = async () => Number(await redis.ask('dbsize'))
})
