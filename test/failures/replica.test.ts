import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Migratable } from '#src/database/migratable.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { type Cluster, skipWithoutClusters, startReplicated } from '../support/clusters.ts'
import { openEditing } from '../support/failures/editing.ts'
import { type Node, openFilled, startNode } from '../support/failures/nodes.ts'
import { logOf } from '../support/running.ts'

/** How often each request is seen before the replica fails, and after that. */
const TIMES = 10
const MAX_LAG_MS = 300

describe('a replica under load', { skip: skipWithoutClusters }, () => {
  const ending: (() => Promise<void>)[] = []
  let db: Migratable
  let replica: Cluster
  let nodes: readonly [Node, Node]

  before(async () => {
    const context = { after: (end: unknown) => void ending.unshift(end as () => Promise<void>) }
    const clusters = await startReplicated(context)
    replica = clusters.replica
    db = await openFilled(context, clusters.primary.url)
    const words = ['--read-database', replica.url, '--replica-lag-ms', String(MAX_LAG_MS)]
    const start = () => startNode(context, clusters.primary.url, words)
    nodes = [await start(), await start()]
  })
  after(async () => {
    for (const end of ending) await end()
  })

  /** Waits until both nodes have said something about the replica so often. */
  async function untilSaid(sentence: string, times: number) {
    const said = (node: Node) => logOf(node.running).filter(({ msg }) => msg === sentence).length
    while (nodes.some((node) => said(node) < times)) await sleep(20)
  }

  async function pauseReplay(isPaused: boolean) {
    const own = await openPostgres(replica.url, { connections: 1 })
    await own.run(isPaused ? sql`select pg_wal_replay_pause()` : sql`select pg_wal_replay_resume()`)
    await own.close()
  }

  const scenarios = [
    { name: 'is stopped', fail: () => replica.kill(), recover: () => replica.start() },
    { name: 'hangs', fail: () => replica.pause(), recover: () => replica.resume() },
    { name: 'falls behind', fail: () => pauseReplay(true), recover: () => pauseReplay(false) },
  ]

  for (const [failures, { name, fail, recover }] of scenarios.entries()) {
    test(`${name}: reads go on and are right, and it is read again when it is back`, async (context) => {
      const { load, check } = await openEditing(context, db, nodes)
      await load.until(TIMES)
      load.begin('failing')
      await fail()
      load.begin('failed')
      await untilSaid('a replica is not used', failures + 1)
      await load.until(TIMES)
      load.begin('recovering')
      await recover()
      await untilSaid('a replica is used again', failures + 1)
      load.begin('recovered')
      await load.until(TIMES)
      await check()
    })
  }
})
