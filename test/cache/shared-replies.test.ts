import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { MAX_SINGLE_CHANGES } from '#src/cache/invalidation.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { logImageVotes } from '#src/catalogue/image-votes.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { openRedis } from '#src/redis/redis.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { forEachEngine } from '../support/engines.ts'
import { type RedisServer, skipWithoutRedis, startRedis, until } from '../support/redis.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

/** Far longer than anything here takes, however busy the machine is. */
const PATIENT_MS = 20_000

let redis: RedisServer
const endings: (() => unknown)[] = []
before(async () => {
  if (!skipWithoutRedis) redis = await startRedis({ after: (end: unknown) => void endings.push(end as () => unknown) })
})
beforeEach(async () => {
  if (!skipWithoutRedis) await redis.ask('flushall')
})
after(async () => {
  for (const end of endings) await end()
})

/** A server that follows the log before each request, and shares its replies. */
async function serve(t: TestContext, db: Database, settings: Record<string, string> = {}) {
  const given = { site: 'https://reelcommons.example', 'redis-timeout-ms': `${PATIENT_MS}`, ...settings }
  const { config } = readConfig(given, {})
  let nowMs = 0
  const own = openRedis(redis.url, { answerMs: PATIENT_MS, checkMs: 10 })
  await until(own, 'there')
  const app = buildServer({
    db,
    config,
    redis: own,
    clock: () => new Date(testDay),
    now: () => (nowMs += 1_000),
    // A database that does not say in time which one it is lets nobody share replies.
    identifyTimeoutMs: PATIENT_MS,
  })
  t.after(() => app.close())
  return async (path: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${keys.first}`
    const {
      statusCode,
      body,
      rawPayload,
      headers: told,
    } = await app.inject({
      url: `/3${path}`,
      headers: { authorization, ...headers },
    })
    return { status: statusCode, body, bytes: rawPayload, hit: told['x-memc'], headers: told }
  }
}

/** Waits until so many replies are there for all. */
const stored = async (count: number) => {
  while (((await redis.ask('keys', 'reelcommons:replies:*')) as unknown[]).length !== count) await sleep(5)
}

const edit = (db: Database, ...records: RecordEdit[]) =>
  applyEdit(db, { account_id: null, at: new Date(testDay), records })
const retitle = (db: Database, id: number, title: string) => edit(db, { kind: 'movie', id, values: { title } })

let names = 0
const another = () => `Renamed ${++names}`
const retitleAnew = (db: Database) => retitle(db, 501, another())

/** It is not found by its name yet. */
async function retitleUnnoticed(db: Database) {
  await retitle(db, 501, 'Otherwise')
  await updateNameIndex(db)
  await retitleAnew(db)
}

const rename = (db: Database) =>
  db.transaction(async (tx) => {
    await revise(tx, 'authors')
    await tx.run(sql`update account set name = ${another()}`)
  })

/** What stands for a movie is something else, as votes for images make it. */
const vote = (db: Database) =>
  db.transaction(async (tx) => {
    await tx.run(sql`update movie set runtime = runtime + 1 where id = 501`)
    await logImageVotes(tx, [{ kind: 'movie', entity_id: 501 }])
  })

type Change = (db: Database) => Promise<unknown>
/** What is asked for, and something that makes it old; `before` is done first. */
const changes: readonly [path: string, what: string, change: Change, before?: Change][] = [
  ['/movie/501', 'a title', retitleAnew],
  ['/movie/popular', 'a title in a list', retitleAnew],
  ['/movie/501/credits', 'a name', (db) => edit(db, { kind: 'person', id: 301, values: { name: another() } })],
  ['/search/movie?query=renamed', 'names that follow the log', updateNameIndex, retitleUnnoticed],
  ['/movie/501/reviews', 'an author, beside the log', rename],
  ['/movie/501', 'votes, beside the log', vote],
]

describe('replies that servers share', { skip: skipWithoutRedis }, () => {
  forEachEngine(loadWorld, (engine) => {
    test('are served by another one with the same bytes and headers', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      const [one, other] = [await serve(t, db), await serve(t, db)]
      const [first, packed] = [await one('/movie/501'), await one('/movie/501', { 'accept-encoding': 'gzip' })]
      await stored(1)
      const second = await other('/movie/501', { 'accept-encoding': 'gzip' })
      assert.deepEqual([first.hit, second.hit, second.headers['content-encoding']], ['MISS', 'HIT', 'gzip'])
      assert.deepEqual(second.bytes, packed.bytes)
      assert.equal(String(gunzipSync(second.bytes)), first.body)
      const third = await other('/movie/501')
      assert.deepEqual({ ...third.headers, 'x-memc': 'MISS', date: '' }, { ...first.headers, date: '' })
      assert.equal(third.body, first.body)
      const known = await (await serve(t, db))('/movie/501', { 'if-none-match': first.headers.etag as string })
      assert.deepEqual([known.status, known.headers.etag, known.hit], [304, first.headers.etag, 'HIT'])
    })

    test('are not those of a session, and not that there is nothing', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      const [one, other] = [await serve(t, db), await serve(t, db)]
      assert.equal((await one(`/account?session_id=${sessions.ada}`)).status, 200)
      assert.equal((await one('/movie/999999')).status, 404)
      await one('/movie/502')
      await stored(1)
      assert.deepEqual([(await other('/movie/999999')).status, (await other('/movie/502')).hit], [404, 'HIT'])
    })

    test('that link to a site are shared by those who asked at the same one', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      const near = 'http://192.168.1.20:8080'
      const elsewhere = 'http://[fd00::1]:9000'
      const [one, other] = [await serve(t, db, { site: '' }), await serve(t, db, { site: '' })]
      const at = async (server: typeof one, site: string) => {
        const { hit, body } = await server('/movie/501/reviews', { host: new URL(site).host })
        return [hit, ...new Set(body.match(/http:[^"]+(?=\/review\/)/g))]
      }
      assert.deepEqual(await at(one, near), ['MISS', near])
      await stored(1)
      assert.deepEqual(await at(other, elsewhere), ['MISS', elsewhere])
      await stored(2)
      assert.deepEqual(await at(other, near), ['HIT', near])
      assert.deepEqual(await at(one, elsewhere), ['HIT', elsewhere])
    })

    test('get old with what they show, though nobody purges them', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      // These find nothing in memory.
      const [one, other] = [
        await serve(t, db, { 'reply-cache-bytes': '1' }),
        await serve(t, db, { 'reply-cache-bytes': '1' }),
      ]
      const fresh = await serve(t, db, { 'reply-cache-bytes': '0' })
      for (const [path, what, change, first] of changes) {
        for (const hasJustBegun of [false, true]) {
          await first?.(db)
          await redis.ask('flushall')
          const old = await one(path)
          await stored(1)
          assert.equal((await other(path)).hit, 'HIT', what)
          await change(db)
          const now = await fresh(path)
          assert.notEqual(now.body, old.body, what)
          const found = await (hasJustBegun ? await serve(t, db) : other)(path)
          assert.deepEqual([found.body, found.hit], [now.body, 'MISS'], what)
          // It is stored anew, for all.
          while ((await one(path)).hit === 'MISS') await sleep(5)
          assert.equal((await one(path)).body, now.body, what)
        }
      }
    })

    test('are known to be current by a server that starts later, up to so many changes', async (t) => {
      const db = await engine.open()
      t.after(() => db.close())
      const one = await serve(t, db)
      await one('/network/201')
      await one('/movie/501')
      await stored(2)
      const change = (count: number) =>
        edit(
          db,
          ...Array.from({ length: count }, (_, at) => ({
            kind: 'collection' as const,
            id: 20_000 + at,
            values: { name: `${at} ${count}` },
          })),
        )
      await change(MAX_SINGLE_CHANGES - 1)
      await retitle(db, 501, 'Renamed')
      const other = await serve(t, db)
      assert.deepEqual([(await other('/network/201')).hit, (await other('/movie/501')).hit], ['HIT', 'MISS'])
      await change(1)
      assert.equal((await (await serve(t, db))('/network/201')).hit, 'MISS')
    })
  })
})
