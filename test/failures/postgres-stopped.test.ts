import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Migratable } from '#src/database/migratable.ts'
import { type Cluster, skipWithoutClusters, startAlone } from '../support/clusters.ts'
import { type Answer, openLoad } from '../support/failures/load.ts'
import { leaderOf, lostOf, type Node, openFilled, openWriting, startNode } from '../support/failures/nodes.ts'

/** How often each request is seen before and after PostgreSQL is away. */
const USUAL = 10
/** How long a request may take: what takes longer is answered with 504. */
const LIMIT_MS = 2_500

describe('PostgreSQL under load', { skip: skipWithoutClusters }, () => {
  const ending: (() => Promise<void>)[] = []
  let cluster: Cluster
  let db: Migratable
  let node: Node

  before(async () => {
    const context = { after: (end: unknown) => void ending.unshift(end as () => Promise<void>) }
    cluster = await startAlone(context)
    db = await openFilled(context, cluster.url)
    node = await startNode(context, cluster.url, ['--handler-timeout-ms', String(LIMIT_MS)])
  })
  after(async () => {
    for (const end of ending) await end()
  })

  const scenarios = [
    { name: 'stopped', leave: () => cluster.stop(), comeBack: () => cluster.start(), refused: ['503/9'], times: 100 },
    { name: 'hung', leave: () => cluster.pause(), comeBack: () => cluster.resume(), refused: ['504/24'], times: 1 },
  ]

  for (const { name, leave, comeBack, refused, times } of scenarios) {
    test(`${name}: kept replies go on, all else is refused, and everything goes on by itself`, async (context) => {
      const watching = openWriting(node.watch)
      const { kept, rendered, ofSession, unknownKey, ready } = node
      const load = openLoad(context, { kept, rendered, ofSession, unknownKey, ready, write: watching.next })
      const isUsual = ({ status }: Answer, name: string) => (name === 'unknownKey' ? status === 401 : status < 300)
      await load.until(USUAL)
      const leader = await leaderOf(db)

      load.begin('leaving')
      await leave()
      load.begin('away')
      await load.until(times)
      load.begin('coming back')
      await comeBack()
      await load.until(1, isUsual)
      load.begin('back')
      await load.until(USUAL)
      await load.stop()

      const usual = { kept: ['200'], rendered: ['200'], ofSession: ['200'], unknownKey: ['401/7'], ready: ['200'] }
      const away = { rendered: refused, ofSession: refused, unknownKey: refused, write: refused }
      assert.deepEqual(
        ['before', 'away', 'back'].map((phase) => load.answered(phase)),
        [
          { ...usual, write: ['200'] },
          { ...away, kept: ['200'], ready: name === 'stopped' ? ['503/9'] : ['504/24'] },
          { ...usual, write: ['200'] },
        ],
      )
      assert.equal(new Set(load.outcomes.kept.map(({ body }) => body)).size, 1)
      assert.deepEqual(await lostOf(db, watching.acknowledged), [])
      assert.equal(node.running.hasEnded, false)
      if (name === 'stopped') await leaderOf(db, leader)
    })
  }
})
