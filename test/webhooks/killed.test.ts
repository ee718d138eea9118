import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { headOf } from '#src/background/log-follower.ts'
import { makeWebhook } from '#src/commons/webhooks/writes.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { writingOf } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { Killed, lifeOf, mortal } from '../support/commons/mortal.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { killAll, Running } from '../support/running.ts'
import { loadAccess } from '../support/world.ts'
import { config, film, openWebhooks, prepare } from './opened.ts'
import { openReceiver } from './receiver.ts'

forEachEngine(prepare, (engine) => {
  test('wherever a process is ended, everything is sent, and of a record the last change last', async (t) => {
    const all = await openWebhooks(t, engine)
    const receiver = await openReceiver(t)
    const ada = await all.person('ada')
    const { id: key_id } = await all.key(ada.id)
    const { id } = await all.add(ada, { owner: 'key', key_id }, { address: receiver.address })
    const wanted: number[] = []
    let runtime = 60
    for (let left = 0; left < 60; left++) {
      const movie = 1 + (left % 3)
      await all.edit(movie, ++runtime)
      wanted.push(await headOf(all.db))
      const dying = mortal(all.db, lifeOf(left))
      await all.turn(dying).catch((error) => assert.ok(error instanceof Killed, String(error)))
      // Whoever goes on finds what is leased only later.
      all.pass(60_000)
    }
    for (let turn = 0; turn < 20 && (await all.deliveries(id)).waiting > 0; turn++) {
      await all.turn()
      all.pass(60_000)
    }
    await all.turn()
    for (const movie of [1, 2, 3]) {
      const positions = receiver.received
        .filter(({ data }) => data.id === movie)
        .map(({ data }) => Number(data.position))
      const firsts = [...new Set(positions)]
      assert.deepEqual(
        firsts,
        firsts.toSorted((one, other) => one - other),
      )
      assert.equal(positions.at(-1), Math.max(...wanted.filter((_, at) => 1 + (at % 3) === movie)))
    }
    // What came twice came under the same id.
    const byPosition = Map.groupBy(receiver.received, ({ data }) => data.position)
    for (const same of byPosition.values()) assert.equal(new Set(same.map((one) => one.id)).size, 1)
    assert.deepEqual(
      all.errors.filter((error) => !(error instanceof Killed)),
      [],
    )
  })
})

async function prepareServer(db: Migratable) {
  await emptyCatalogue(db)
  await loadAccess(db)
  await importInto(db, [...sources.map((source) => ({ ...source, redistributable: true })), film(1), film(2)])
}

async function startServer(t: TestContext, engine: TestEngine) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-webhooks-'))
  const location = await engine.clone()
  const isFile = !location.includes('://')
  if (isFile) await copyFile(location, join(folder, 'catalogue.sqlite'))
  const where = isFile ? ['--data', folder] : ['--data', folder, '--database', location]
  const servers: Running[] = []
  t.after(async () => {
    for (const { child } of servers) await killAll(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  return {
    async start() {
      const server = new Running(['serve', ...where, '--empty', '--port', '0', '--webhook-private'])
      servers.push(server)
      await server.until(/Reelcommons is at (http:\S+),/)
      return server
    },
    async within<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      const db = await openDatabase(isFile ? folder : location, { writes: 'inline', connections: 1 })
      try {
        return await work(db)
      } finally {
        await db.close()
      }
    },
  }
}

forEachEngine(prepareServer, (engine) => {
  test('what waits when a server is killed is sent by the next one', async (t) => {
    const receiver = await openReceiver(t, 'hang')
    const { start, within } = await startServer(t, engine)
    const now = new Date()
    await within((db) =>
      makeWebhook.handle(
        { ...writingOf(db, 1, now), settings: config },
        {
          ...{ owned: { owner: 'member', account_id: 1 }, name: '', address: receiver.address },
          ...{ types: ['movie.changed'], filter: { watchlist: true } },
        },
      ),
    )
    const first = await start()
    await within(async (db) => {
      for (const id of [1, 2])
        await db.run(sql`
          insert into watchlist (account_id, kind, entity_id, created_at)
          values (1, 'movie', ${id}, ${now.toISOString()})`)
      await importInto(db, [film(1, { runtime: 90 }), film(2, { runtime: 91 })])
    })
    await until(() => receiver.received.length > 0)
    await killAll(first.child)
    receiver.state.otherwise = 204
    receiver.received.length = 0
    await start()
    await until(() => new Set(receiver.arrived().map(({ data }) => data.id)).size === 2)
  })
})
