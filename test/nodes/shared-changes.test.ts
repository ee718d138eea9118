import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openChangeBus } from '#src/background/change-bus.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { announceKeyChange } from '#src/keys/known-keys.ts'
import { openRedis } from '#src/redis/redis.ts'
import { openDataSources } from '#src/run/data-sources.ts'
import { openTwo } from '../support/accounts.ts'
import { sqliteEngine } from '../support/engines.ts'
import { type RedisServer, skipWithoutRedis, startRedis, until } from '../support/redis.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const engine = sqliteEngine(loadWorld)
const clock = () => new Date(testDay)

/** Two servers that know of each other by Redis alone; time stands still, so that nothing that was seen gets old. */
async function openServers(t: TestContext, server: RedisServer) {
  const dbs = await openTwo(t, engine)
  const { config } = readConfig({}, {})
  async function connect() {
    const redis = openRedis(server.url, { answerMs: 5_000, checkMs: 10 })
    const changeBus = openChangeBus(assert.ifError)
    t.after(async () => {
      changeBus.close()
      await redis.close()
    })
    await until(redis, 'there')
    return { redis, changeBus }
  }
  const [first, second] = [await connect(), await connect()]
  const given = { clock, now: () => 0 }
  const log = () => assert.fail('nothing is logged')
  const { db } = openDataSources({ ...given, ...first, db: dbs[0], config, log })
  const app = buildServer({ ...given, ...second, db: dbs[1], config })
  t.after(() => app.close())
  const ask = async () => {
    const { body } = await app.inject({ url: '/3/movie/501', headers: { authorization: `Bearer ${keys.first}` } })
    return JSON.parse(body)
  }
  const untilReply = async (isSo: (reply: Awaited<ReturnType<typeof ask>>) => boolean) => {
    while (!isSo(await ask())) await sleep(5)
  }
  return { db, other: second.redis, ask, untilReply }
}

const retitle = (db: Database, title: string) =>
  applyEdit(db, { account_id: null, at: clock(), records: [{ kind: 'movie', id: 501, values: { title } }] })

const revokeAll = (db: Database) =>
  db.transaction(async (tx) => {
    await announceKeyChange(tx)
    await tx.run(sql`update api_key set revoked_at = ${testDay}`)
  })

describe('what a server changes', { skip: skipWithoutRedis }, () => {
  test('another hears of by Redis: edits, and keys that are revoked', async (t) => {
    const { db, ask, untilReply } = await openServers(t, await startRedis(t))
    const { title } = await ask()
    await retitle(db, 'Other')
    await untilReply((reply) => reply.title !== title)
    assert.equal((await ask()).title, 'Other')
    await revokeAll(db)
    await untilReply(({ status_code }) => status_code === 7)
  })

  test('while Redis was away, another looks for when it is back', async (t) => {
    const server = await startRedis(t)
    const { db, other, ask, untilReply } = await openServers(t, server)
    const { title } = await ask()
    await server.kill()
    await until(other, 'away')
    await retitle(db, 'Other')
    assert.equal((await ask()).title, title)
    await server.start()
    await untilReply((reply) => reply.title === 'Other')
  })
})
