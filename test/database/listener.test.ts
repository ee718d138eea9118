import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openChangeBus } from '#src/background/change-bus.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { listenToChanges } from '#src/database/postgres/listener.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { topics } from '#src/database/topics.ts'
import { buildServer } from '#src/http/server.ts'
import { announceKeyChange } from '#src/keys/known-keys.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { postgresEngine } from '../support/engines.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const engine = postgresEngine(loadWorld)

/** Two connections to one database, and what is heard on a third. Asks what is heard until something else is. */
async function openListening(context: TestContext) {
  const url = await engine.clone()
  const dbs = [await openPostgres(url, { connections: 2 }), await openPostgres(url, { connections: 2 })] as const
  const received: string[] = []
  const changeBus = openChangeBus(assert.ifError)
  const listening = listenToChanges(url, {
    onChange(topic) {
      received.push(topic)
      changeBus.publish(topic)
    },
    report: (event) => received.push(event),
  })
  context.after(async () => {
    changeBus.close()
    await listening.close()
    for (const db of dbs) await db.close()
  })
  const hears = async (expected: readonly string[]) => {
    while (received.length < expected.length) await sleep(2)
    assert.deepEqual(received.splice(0), expected)
  }
  await hears(topics)
  return { dbs, changeBus, hears }
}

const retitle = (db: Database, title: string) =>
  applyEdit(db, { account_id: null, at: new Date(testDay), records: [{ kind: 'movie', id: 501, values: { title } }] })

describe('changes are heard of', { skip: engine.skip }, () => {
  test('when they are committed, and where they are not, nothing is', async (context) => {
    const {
      dbs: [db],
      hears,
    } = await openListening(context)
    await retitle(db, 'One')
    await updateNameIndex(db)
    await db.transaction((tx) => revise(tx, 'authors'))
    const held = Promise.withResolvers<void>()
    const refused = db.transaction(async (tx) => {
      await revise(tx, 'authors')
      await held.promise
      throw new Error('refused')
    })
    await db.transaction(async (tx) => {
      await revise(tx, 'keys')
      await revise(tx, 'keys')
    })
    held.resolve()
    await assert.rejects(refused, /refused/)
    await db.transaction((tx) => tx.announce('names'))
    await hears(['changes', 'names', 'authors', 'keys', 'names'])
    await assert.rejects(db.announce('names'), /inside the transaction/)
  })

  test('again after the connection was lost, and then all counts as changed', async (context) => {
    const {
      dbs: [db],
      hears,
    } = await openListening(context)
    await db.run(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query in ('listen reelcommons', 'select 1') and datname = current_database()`)
    await hears(['lost', 'back', ...topics])
    await retitle(db, 'One')
    await hears(['changes'])
  })

  test('by a server that would not have looked by itself', async (context) => {
    const {
      dbs: [elsewhere, db],
      changeBus,
    } = await openListening(context)
    const { config } = readConfig({}, {})
    // Time stands still, so that nothing that was seen gets old.
    const app = buildServer({ db, config, changeBus, clock: () => new Date(testDay), now: () => 0 })
    context.after(() => app.close())
    const ask = async (path: string) => {
      const { body } = await app.inject({ url: `/3${path}`, headers: { authorization: `Bearer ${keys.first}` } })
      return body
    }
    /** Asks until the answer is another one. */
    async function changed(path: string, change: () => Promise<unknown>) {
      const before = await ask(path)
      assert.equal(await ask(path), before)
      await change()
      for (;;) {
        const now = await ask(path)
        if (now !== before) return JSON.parse(now)
        await sleep(2)
      }
    }
    const named = '/search/movie?query=wholly'
    const { title } = await changed('/movie/501', () => retitle(elsewhere, 'Wholly Other'))
    assert.equal(title, 'Wholly Other')
    assert.equal((await changed(named, () => updateNameIndex(elsewhere))).total_results, 1)
    const rename = () =>
      elsewhere.transaction(async (tx) => {
        await revise(tx, 'authors')
        await tx.run(sql`update account set name = 'Renamed'`)
      })
    assert.match(JSON.stringify(await changed('/movie/501/reviews', rename)), /Renamed/)
    const revoke = () =>
      elsewhere.transaction(async (tx) => {
        await announceKeyChange(tx)
        await tx.run(sql`update api_key set revoked_at = ${testDay}`)
      })
    assert.equal((await changed('/movie/501', revoke)).status_code, 7)
  })
})
