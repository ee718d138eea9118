import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { raw, sql } from '#src/database/sql.ts'
import { postgresEngine } from '../support/engines.ts'
import { type Answer, type Outcome, openLoad } from '../support/failures/load.ts'
import {
  CONNECTIONS,
  fillCatalogue,
  leaderOf,
  lostOf,
  openReviewer,
  openWriting,
  startNode,
} from '../support/failures/nodes.ts'

const engine = postgresEngine(fillCatalogue)
/** How often each request is seen before something happens, and after it. */
const TIMES = 10
/** How long a request may take, and how many writes wait for a lock: more than a node has connections. */
const LIMIT_MS = 2_500
const WRITES = 8

const Count = Type.Object({ count: Type.Integer() })
const waiting = sql`
  select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** As a later version may do, and those before it can live with. */
const later = `
  alter table movie add column later text not null default '';
  alter table watchlist add column later integer not null default 0;
  create index watchlist_later on watchlist (later, account_id);
  create table later (id integer primary key);`

/** A database with the catalogue, and a connection to it. */
async function openDatabaseOf(context: TestContext) {
  const url = await engine.clone()
  const db = await openPostgres(url, { connections: 2, transactionTimeoutMs: 60_000 })
  context.after(() => db.close())
  return { url, db }
}

describe('nodes under load', { skip: engine.skip }, () => {
  test('one is killed: nothing that it acknowledged is lost, and the other notices nothing', async (context) => {
    const { url, db } = await openDatabaseOf(context)
    const killed = await startNode(context, url)
    const leader = await leaderOf(db)
    const other = await startNode(context, url)

    const watching = [openWriting(killed.watch), openWriting(other.watch)] as const
    const reviewing = [
      openWriting((await openReviewer(db, killed)).review, 303),
      openWriting((await openReviewer(db, other)).review, 303),
    ] as const
    const ofKilled = { killedKept: killed.kept, killedWatch: watching[0].next, killedReview: reviewing[0].next }
    const { kept, rendered, ofSession, ready } = other
    const ofOther = { kept, rendered, ofSession, ready, watch: watching[1].next, review: reviewing[1].next }
    const load = openLoad(context, { ...ofKilled, ...ofOther })
    await load.until(TIMES, ({ status }) => status !== 0)

    load.begin('killing')
    const ended = once(killed.running.child, 'close')
    killed.running.child.kill('SIGKILL')
    await ended
    load.begin('after')
    await load.until(TIMES)
    await leaderOf(db, leader)
    await load.stop()

    const usual = {
      kept: ['200'],
      rendered: ['200'],
      ofSession: ['200'],
      ready: ['200'],
      watch: ['200'],
      review: ['303'],
    }
    const [one, none] = [{ killedKept: ['200'], killedWatch: ['200'], killedReview: ['303'] }, ['0']]
    assert.deepEqual(load.answered('before'), { ...one, ...usual })
    assert.deepEqual(load.answered('after'), { killedKept: none, killedWatch: none, killedReview: none, ...usual })
    for (const name of Object.keys(usual) as (keyof typeof usual)[])
      assert.deepEqual(
        load.outcomes[name].filter(({ status }) => status === 0 || status >= 400),
        [],
        name,
      )
    const watched = watching.flatMap(({ acknowledged }) => acknowledged)
    const reviewed = reviewing.flatMap(({ acknowledged }) => acknowledged)
    assert.deepEqual([await lostOf(db, watched), await lostOf(db, reviewed, 'reviews')], [[], []])
  })

  test('all connections wait for a lock: what needs one ends in time, and all goes on by itself', async (context) => {
    const { url, db } = await openDatabaseOf(context)
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
      while ((await db.one(Count, waiting))?.count !== CONNECTIONS) await sleep(20)
      load.begin('locked')
      await load.until(1)
      load.begin('unlocking')
      await Promise.all(more)
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

  test('one goes on while the next version changes the tables under it', async (context) => {
    const { url, db } = await openDatabaseOf(context)
    const node = await startNode(context, url)
    const writing = openWriting(node.watch)
    const { kept, rendered, ofSession, ready } = node
    const details = () => node.ask(`/movie/${1 + Math.floor(Math.random() * 500)}?language=de`)
    const load = openLoad(context, { kept, rendered, ofSession, ready, details, write: writing.next })
    await load.until(TIMES)
    load.begin('migrating')
    await db.exclusively(async (tx, script) => {
      await script(later)
      await tx.run(sql`insert into migration (number, name, digest, at) values (9999, '9999-later', '', '')`)
    })
    load.begin('migrated')
    await load.until(TIMES)
    await load.stop()
    const all = Object.values(load.outcomes).flat()
    // Whoever waits for the tables in another order than they are changed in may be told to come again.
    const isUsual = ({ status, phase }: Outcome) => status === 200 || (status === 503 && phase === undefined)
    assert.deepEqual(
      all.filter((outcome) => !isUsual(outcome)),
      [],
    )
    assert.deepEqual(await lostOf(db, writing.acknowledged), [])
    assert.equal((await db.run(raw('select 1 from watchlist where later = 0'))) > 0, true)
    await assert.rejects(startNode(context, url), /which this version of Reelcommons lacks: install a newer version/)
  })
})
