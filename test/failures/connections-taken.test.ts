import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgres } from '#src/database/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { postgresEngine } from '../engines.ts'
import { type Answer, openLoad } from './load.ts'
import { fillCatalogue, lostOf, openWriting, startNode } from './nodes.ts'

const engine = postgresEngine(fillCatalogue)
/** How often each request is seen before and after all connections are taken. */
const TIMES = 20
/** How long a request may take, and how many writes wait for the lock: more than the node has connections. */
const LIMIT_MS = 1_500
const WRITES = 8

test('all connections of a node wait for a lock: what needs one ends in time, and all goes on by itself', {
  skip: engine.skip,
}, async (context) => {
  const url = await engine.clone()
  const db = await openPostgres(url, { connections: 2, transactionTimeoutMs: 60_000 })
  context.after(() => db.close())
  const node = await startNode(context, url, ['--handler-timeout-ms', String(LIMIT_MS)])
  const writing = openWriting(node.watch)
  const { kept, rendered, ofSession, unknownKey, ready } = node
  const load = openLoad(context, { kept, rendered, ofSession, unknownKey, ready, write: writing.next })
  const isUsual = ({ status }: Answer, name: string) => (name === 'unknownKey' ? status === 401 : status < 300)
  await load.until(TIMES)

  load.begin('locking')
  await db.transaction(async (tx) => {
    await tx.run(sql`lock table watchlist in access exclusive mode`)
    const more = Array.from({ length: WRITES }, () => openWriting(node.watch).next())
    await Promise.all(more)
    load.begin('locked')
    await load.until(1)
    load.begin('unlocking')
  })
  await load.until(1, isUsual)
  load.begin('unlocked')
  await load.until(TIMES)
  await load.stop()

  const usual = { kept: ['200'], rendered: ['200'], ofSession: ['200'], unknownKey: ['401/7'], ready: ['200'] }
  const late = ['504/24']
  assert.deepEqual(
    ['before', 'locked', 'unlocked'].map((phase) => load.answered(phase)),
    [
      { ...usual, write: ['200'] },
      { kept: ['200'], rendered: late, ofSession: late, unknownKey: late, ready: late, write: late },
      { ...usual, write: ['200'] },
    ],
  )
  assert.deepEqual(await lostOf(db, writing.acknowledged), [])
})
