import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { type ChangeBus, openChangeBus } from '#src/background/change-bus.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { openReplicaReads, type ReplicaReads } from '#src/database/replicas/replicas.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { createKey } from '#src/keys/keys.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { type Cluster, skipWithoutClusters, startReplicated } from '../support/clusters.ts'

const MAX_LAG_MS = 600
const connections = 4

const Seen = Type.Object({ value: Type.Integer(), is_replica: Type.Boolean() })
const seen = sql`select value, pg_is_in_recovery() as is_replica from counter`

describe('reads from replicas', { skip: skipWithoutClusters }, () => {
  const ending: (() => Promise<void>)[] = []
  let primary: Cluster
  let replica: Cluster
  let db: Migratable
  let reading: ReplicaReads
  let events: string[]
  let reader: ReturnType<typeof keepReading>

  before(async () => {
    const clusters = await startReplicated({ after: (end: unknown) => void ending.push(end as () => Promise<void>) })
    primary = clusters.primary
    replica = clusters.replica
    db = await openPostgres(primary.url, { connections })
    await db.run(sql`create table counter (value bigint not null)`)
    await db.run(sql`insert into counter (value) values (0)`)
    events = []
    reading = openReplicaReads(db, primary.url, [replica.url], {
      connections,
      maxLagMs: MAX_LAG_MS,
      report: (event, _name, error) => events.push(error ? `${event}: it failed` : event),
    })
    reader = keepReading(reading.database)
  })
  after(async () => {
    await reader?.stop()
    await reading?.close()
    await db?.close()
    for (const end of ending) await end()
  })

  const write = () => db.run(sql`update counter set value = value + 1`)
  const see = () => reading.database.one(Seen, seen)
  /** Waits until reads come from the one or from the other. */
  async function untilRead(from: 'replica' | 'primary') {
    const isSaid = () => reading.states().some(({ isRead }) => isRead) === (from === 'replica')
    while ((await see())?.is_replica !== (from === 'replica') || !isSaid()) await sleep(5)
    await reader.seesMore()
    assert.deepEqual(reader.faults, [])
  }

  test('a replica that has everything is read, alone and wide, and nothing else is asked of it', async () => {
    await untilRead('replica')
    assert.equal((await reading.database.wide.one(Seen, seen))?.is_replica, true)
    assert.equal((await reading.database.all(Seen, seen))[0]?.is_replica, true)
    assert.equal((await reading.database.transaction((tx) => tx.one(Seen, seen)))?.is_replica, false)
    assert.deepEqual(reading.states(), [{ name: new URL(replica.url).host, lagMs: 0, isFit: true, isRead: true }])
  })

  test('what this process has written is read at once, and the replica again after that', async () => {
    for (let n = 0; n < 4; n++) {
      await untilRead('replica')
      await write()
      reading.wrote()
      const wanted = await db.one(Seen, seen)
      assert.equal((await see())?.value, wanted?.value)
    }
  })

  test('one that falls behind is left out until it has caught up', async () => {
    const own = await openPostgres(replica.url, { connections: 1 })
    await untilRead('replica')
    await own.run(sql`select pg_wal_replay_pause()`)
    events.length = 0
    while (events.length === 0) {
      await write()
      await sleep(20)
    }
    assert.deepEqual(events, ['left out'])
    await untilRead('primary')
    const { value = 0 } = (await db.one(Seen, seen)) ?? {}
    assert.equal((await see())?.value, value)
    const [state] = reading.states()
    assert.ok((state?.lagMs ?? 0) > MAX_LAG_MS)
    await own.run(sql`select pg_wal_replay_resume()`)
    await own.close()
    await untilRead('replica')
    assert.ok(((await see())?.value ?? 0) >= value)
    assert.deepEqual(events, ['left out', 'fit again'])
  })

  test('nobody notices one that is killed, and it is read when it is back', async () => {
    await untilRead('replica')
    events.length = 0
    await replica.kill()
    await untilRead('primary')
    while (events.length === 0) await sleep(5)
    await write()
    await replica.start()
    await untilRead('replica')
    assert.deepEqual(events, ['left out: it failed', 'fit again'])
  })

  test('reads of one that hangs are answered by the primary', async () => {
    await untilRead('replica')
    await replica.pause()
    await untilRead('primary')
    await replica.resume()
    await untilRead('replica')
  })

  test('reads go on while the primary is away', async () => {
    await untilRead('replica')
    await primary.stop()
    for (let n = 0; n < 50; n++) {
      assert.equal((await see())?.is_replica, true)
      await sleep(10)
    }
    await primary.start()
    while (!(await write().catch(() => 0))) await sleep(20)
    reading.wrote()
    await untilRead('replica')
  })

  test('a server asks a replica what depends on no session', async (context) => {
    const server = await openServer(context)
    const { secret } = await createKey(db, { name: 'k', plan: 'developer', account_id: null, now: new Date() })
    const own = await openPostgres(replica.url, { connections: 1 })
    context.after(() => own.close())
    const asked = sql`
      select count(*) as count from pg_stat_activity where query like '%title_genre t%' and pid <> pg_backend_pid()`
    for (;;) {
      const { statusCode, body } = await server.inject(`/3/movie/1?api_key=${secret}`)
      assert.deepEqual([statusCode, JSON.parse(body).title], [200, 'One'])
      if ((await own.one(Asked, asked))?.count !== 0) break
      await sleep(20)
    }
    await updateNameIndex(db)
    const ok = { status: 'ok' }
    const ready = { ...ok, database: ok, replicas: { ...ok, fit: 1, all: 1 } }
    assert.deepEqual(JSON.parse((await server.inject('/readyz')).body), ready)
  })

  test('a server that hears of a change looks when its replica has it', async (context) => {
    const changeBus = openChangeBus(assert.ifError)
    // Time stands still, so that nothing that was seen gets old.
    const server = await openServer(context, { replyCacheBytes: 1_000_000, changeBus, now: () => 0 })
    const { secret } = await createKey(db, { name: 'k', plan: 'developer', account_id: null, now: new Date() })
    const own = await openPostgres(replica.url, { connections: 1 })
    context.after(() => own.close())
    const title = async () => JSON.parse((await server.inject(`/3/movie/1?api_key=${secret}`)).body).title
    assert.equal(await title(), 'One')
    const looks = sql`
      select count(*) as count from pg_stat_activity where query like '%from revision%' and pid <> pg_backend_pid()`
    while ((await own.one(Asked, looks))?.count === 0) {
      changeBus.publish('changes')
      await sleep(20)
    }
    await own.run(sql`select pg_wal_replay_pause()`)
    await importInto(db, [{ kind: 'movie', id: 1, title: 'Two', source: 'low' }])
    changeBus.publish('changes')
    await sleep(100)
    assert.equal(await title(), 'One')
    await own.run(sql`select pg_wal_replay_resume()`)
    while ((await title()) !== 'Two') await sleep(5)
  })

  /** A server on the primary, with a catalogue of one movie. It keeps no replies unless it is told to. */
  async function openServer(context: TestContext, { replyCacheBytes = 0, ...more }: Partial<Given> = {}) {
    await emptyCatalogue(db)
    await importInto(db, [...sources, { kind: 'movie', id: 1, title: 'One', source: 'low' }])
    const words = { database: primary.url, 'read-database': replica.url, 'replica-lag-ms': String(MAX_LAG_MS) }
    const { config } = readConfig({ ...words, 'reply-cache-bytes': String(replyCacheBytes) }, {})
    const app = buildServer({ db, config, clock: () => new Date(), ...more })
    context.after(() => app.close())
    return app
  }

  test('one that was made a primary is a replica no more', async () => {
    await untilRead('replica')
    const own = await openPostgres(replica.url, { connections: 1 })
    await own.run(sql`select pg_promote()`)
    await own.close()
    // It answers as a primary from now on, so that the values tell which one was asked.
    const before = (await db.one(Seen, seen))?.value ?? 0
    await write()
    while ((await see())?.value === before) await sleep(5)
    assert.deepEqual([reading.states()[0]?.lagMs, reading.states()[0]?.isRead], [undefined, false])
  })
})

const Asked = Type.Object({ count: Type.Integer() })

type Given = { replyCacheBytes: number; changeBus: ChangeBus; now(): number }

/** Reads all the time, several reads at once, and notes where one fails or goes back in time. */
function keepReading(db: Database) {
  const faults: string[] = []
  let isStopped = false
  let reads = 0
  let highest = 0
  async function read() {
    while (!isStopped) {
      const before = highest
      try {
        const { value = -1 } = (await db.one(Seen, seen)) ?? {}
        if (value < before) faults.push(`${value} after ${before}`)
        highest = Math.max(highest, value)
      } catch (error) {
        faults.push(String(error))
      }
      reads++
      await sleep(1)
    }
  }
  const reading = Promise.all([read(), read(), read()])
  return {
    faults,
    async seesMore() {
      for (const enough = reads + 20; reads < enough; ) await sleep(1)
    },
    async stop() {
      isStopped = true
      await reading
    },
  }
}
