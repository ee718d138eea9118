import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { postgresEngine } from '../../../test/support/engines.ts'
import { Count, countFilms, prepare } from '../../../test/support/films.ts'
import { DatabaseBusyError, isUnavailable } from '../errors.ts'
import { sql } from '../sql.ts'
import { openPostgres } from './postgres.ts'

const engine = postgresEngine(prepare)

/** Far above what it takes, and below what the driver waits by itself when a server was away for long. */
const BACK_MS = 5_000

/** A way to the server that can be taken away and given back. */
async function openWay(context: TestContext) {
  const url = new URL(await engine.clone())
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  async function open(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function close() {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await once(server, 'close')
  }
  const port = await open(0)
  context.after(close)
  return { url: Object.assign(url, { port: String(port) }).href, close, open: () => open(port) }
}

describe('PostgreSQL that is away', { skip: engine.skip }, () => {
  test('is known to be, and is used again when it is back', async (context) => {
    const way = await openWay(context)
    const db = await openPostgres(way.url, { connections: 2 })
    context.after(() => db.close())
    await way.close()
    // By now the driver would wait for many seconds before it tried again.
    for (let failures = 0; failures < 12; failures++) {
      const asked = [db.one(Count, countFilms), db.transaction((tx) => tx.one(Count, countFilms))]
      for (const { reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
        assert.ok(isUnavailable(reason), String(reason))
      await sleep(101)
    }
    const startMs = performance.now()
    await Promise.allSettled(Array.from({ length: 1_000 }, () => db.one(Count, countFilms)))
    assert.ok(performance.now() - startMs < BACK_MS, 'nothing waits for its turn to fail')
    await way.open()
    const backMs = performance.now()
    while (!(await db.one(Count, countFilms).catch(() => undefined))) {
      assert.ok(performance.now() - backMs < BACK_MS, 'it is not used again')
      await sleep(5)
    }
    const answers = Array.from({ length: 20 }, () => db.transaction((tx) => tx.one(Count, countFilms)))
    assert.deepEqual(new Set((await Promise.all(answers)).map((row) => row?.count)), new Set([3]))
  })

  test('is busy when very many reads wait for it', async (context) => {
    const db = await openPostgres(await engine.clone(), { connections: 1 })
    context.after(() => db.close())
    const Slept = Type.Object({ slept: Type.Integer() })
    const slow = db.one(Slept, sql`select 1 as slept from pg_sleep(0.2)`)
    const waiting = Array.from({ length: 9_999 }, () => db.one(Count, countFilms))
    await assert.rejects(db.one(Count, countFilms), DatabaseBusyError)
    assert.deepEqual(await slow, { slept: 1 })
    await Promise.all(waiting)
    assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
  })
})
