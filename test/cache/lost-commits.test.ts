import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { openReplies } from '#src/cache/replies.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { retitle } from '../support/replies-node.ts'
import { testDay } from '../support/world.ts'

const Title = Type.Object({ title: Type.String() })

/** The titles of movies as a server without Redis keeps them, which looks at the log before each request. */
function openTitles(db: Database) {
  let place = db
  let nowMs = 0
  const all: Database['all'] = (row, query) => place.all(row, query)
  const one: Database['one'] = (row, query) => place.one(row, query)
  const replies = openReplies({
    db: { ...db, all, one },
    identifyTimeoutMs: 20_000,
    clock: () => new Date(testDay),
    limitBytes: 1_000_000,
    now: () => nowMs,
    failed: assert.fail,
  })
  return {
    /** From now on another database is where this one was. */
    goOver(other: Database) {
      place = other
    },
    async ask(id: number): Promise<[title: string, isHit: boolean]> {
      nowMs += 1_000
      const { reply, isHit } = await replies.get(`movie ${id}`, async () => ({
        key: `movie ${id}`,
        operation: 'movie.details',
        tags: [`movie ${id}`],
        seconds: 60,
        mayBeStale: true,
        text: (await one(Title, sql`select title from movie where id = ${id}`))?.title,
      }))
      return [String(reply.plain), isHit]
    },
  }
}

/** The first movie is rendered with a title, and then kept. */
async function assertKept(titles: ReturnType<typeof openTitles>, title: string) {
  const asked = [await titles.ask(1), await titles.ask(1)]
  assert.deepEqual(asked, [
    [title, false],
    [title, true],
  ])
}

async function prepare(db: Database) {
  await emptyCatalogue(db as Parameters<typeof emptyCatalogue>[0])
  const movies = [1, 2].map((id) => ({ kind: 'movie', id, title: 'Old', source: 'low' }))
  await importInto(db, [...sources, ...movies])
}

forEachEngine(prepare, (engine) => {
  async function open(t: TestContext) {
    const db = await engine.open()
    t.after(() => db.close())
    return db
  }

  test('no reply shows what was lost with a primary, however far its follower has come since', async (t) => {
    const [db, follower] = [await open(t), await open(t)]
    const titles = openTitles(db)
    await retitle(db, 1, 'Lost')
    await assertKept(titles, 'Lost')
    for (const title of ['New', 'Newer']) await retitle(follower, 2, title)
    titles.goOver(follower)
    await assertKept(titles, 'Old')
  })

  test('no reply shows what is behind the end of the log', async (t) => {
    const db = await open(t)
    const titles = openTitles(db)
    await retitle(db, 1, 'Lost')
    await assertKept(titles, 'Lost')
    await db.run(sql`delete from change where seq = (select max(seq) from change)`)
    await db.run(sql`update movie set title = 'Old' where id = 1`)
    await assertKept(titles, 'Old')
  })
})
