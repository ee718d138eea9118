import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { incarnationOf } from '#src/database/incarnation.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { openReplicaReads } from '#src/database/replicas/replicas.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { skipWithoutClusters, startReplicated } from '../support/clusters.ts'
import { skipWithoutRedis, startRedis } from '../support/redis.ts'
import { openNode, retitle } from '../support/replies-node.ts'

const connections = 4

/** A catalogue of one movie on a primary, and what reads it from a replica, however far that is behind. */
async function openReplicated(t: TestContext) {
  const { primary, replica } = await startReplicated(t)
  const ending: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const end of ending.reverse()) await end()
  })
  const open = async (url: string) => {
    const opened = await openPostgres(url, { connections })
    ending.push(() => opened.close())
    return opened
  }
  const db = await open(primary.url)
  await emptyCatalogue(db)
  await importInto(db, [...sources, { kind: 'movie', id: 1, title: 'Old', source: 'low' }])
  const reading = openReplicaReads(db, primary.url, [replica.url], { connections, maxLagMs: 600_000, report() {} })
  ending.push(() => reading.close())
  while (!reading.states()[0]?.isRead) await sleep(5)
  return { db, own: await open(replica.url), reads: reading.database }
}

describe('replies that servers share', { skip: skipWithoutRedis || skipWithoutClusters }, () => {
  test('of a replica that is behind, and of one that is made a primary, are not served as those of now', async (t) => {
    const [{ db, own, reads }, redis] = [await openReplicated(t), await startRedis(t)]
    const [behind, other, another] = [
      await openNode(t, db, redis.url, { reads }),
      await openNode(t, db, redis.url),
      await openNode(t, db, redis.url, { reads }),
    ]
    await own.run(sql`select pg_wal_replay_pause()`)
    await retitle(db, 1, 'New')
    assert.deepEqual(await behind.ask(1), ['Old', false])
    await behind.stored(1)
    assert.deepEqual(await other.ask(1), ['New', false])
    assert.equal(other.shared.counts.old, 1)
    await other.stored(1)
    // One that is newer than what the replica has is fine.
    assert.deepEqual(await another.ask(1), ['New', true])
    await own.run(sql`select pg_wal_replay_resume()`)
    while ((await behind.ask(1))[0] === 'Old') await sleep(5)
    assert.deepEqual(await behind.ask(1), ['New', true])

    const before = await incarnationOf(db)
    assert.ok(before)
    assert.deepEqual([await incarnationOf(db), await incarnationOf(own)], [before, undefined])
    await own.run(sql`select pg_promote()`)
    const promoted = await incarnationOf(own)
    assert.ok(promoted && promoted !== before)
    assert.deepEqual(await (await openNode(t, own, redis.url)).ask(1), ['New', false])
    assert.deepEqual(await (await openNode(t, db, redis.url)).ask(1), ['New', true])
  })
})
