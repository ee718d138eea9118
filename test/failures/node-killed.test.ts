import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { openPostgres } from '#src/database/postgres.ts'
import { postgresEngine } from '../engines.ts'
import { openLoad } from './load.ts'
import { fillCatalogue, leaderOf, lostOf, openReviewer, openWriting, startNode } from './nodes.ts'

const engine = postgresEngine(fillCatalogue)
/** How often each request is seen before one of two nodes is killed, and after that. */
const TIMES = 20

test('a node is killed under load: nothing that it acknowledged is lost, and the other notices nothing', {
  skip: engine.skip,
}, async (context) => {
  const url = await engine.clone()
  const db = await openPostgres(url, { connections: 2 })
  context.after(() => db.close())
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
