import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { openChangeBus } from '#src/background/change-bus.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { buildIndex } from '#src/search/build.ts'
import { generations } from '#src/search/generations.ts'
import { followNames } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

/** What an import adds to the log while the index is brought up to date: more than is followed in one transaction. */
const CHANGES = 500
const maxBehind = CHANGES - 1

const Behind = Type.Object({ changes: Type.Integer() })
async function behind(db: Database): Promise<number> {
  const row = await db.one(
    Behind,
    sql`select (select max(seq) from change) - seq as changes from follower where name = 'search_index'`,
  )
  return row!.changes
}

/** Notes that records have changed, so many times. */
const change = (db: Database, count: number) =>
  db.run(sql`
    insert into change (edit_id, at, kind, entity_id, key, action, iso_639_1, iso_3166_1)
    select one.edit_id, one.at, 'movie', 501, 'title', 'updated', '', '' from change as one, change as other
    ${limit(count)}`)

/** Renames a movie with all changes of a large import. */
async function importMuch(db: Database) {
  await db.run(sql`update movie set title = 'Porcelain Harbour' where id = 501`)
  await change(db, CHANGES)
}

/** The database, which calls `between` once after the next transaction. */
function interrupted(db: Database, between: () => Promise<unknown>): Database {
  let pending: typeof between | undefined = between
  return {
    ...db,
    async transaction(work) {
      const result = await db.transaction(work)
      const next = pending
      pending = undefined
      await next?.()
      return result
    },
  }
}

/** Follows the log once as a server does. Returns how often it has begun to build the index. */
async function follow(db: Database, limits: { maxBehind: number; lookMs?: number }): Promise<number> {
  let built = 0
  const ending = new AbortController()
  await followNames(db, undefined, limits).run({
    changeBus: openChangeBus(assert.ifError),
    signal: ending.signal,
    failed: assert.ifError,
    told: { building: () => void built++, complete() {} },
    pause: async () => ending.abort(),
  })
  return built
}

const found = async (db: Database) =>
  (await search(db, { kinds: ['movie'], text: 'porcelain harbour' })).found.map(({ id }) => id)

forEachEngine(loadWorld, (engine) => {
  test('a follower that falls far behind while it follows builds the index anew', async (t) => {
    const db = await openFor(t, engine)
    await change(db, 1)
    assert.equal(
      await follow(
        interrupted(db, () => importMuch(db)),
        { maxBehind, lookMs: 0 },
      ),
      1,
    )
    assert.deepEqual([await behind(db), await found(db)], [0, [501]])
  })

  test('it does not as long as it can follow, or before it looks again', async (t) => {
    const db = await openFor(t, engine)
    for (const limits of [
      { maxBehind: CHANGES, lookMs: 0 },
      { maxBehind, lookMs: 3_600_000 },
    ]) {
      await change(db, 1)
      assert.equal(
        await follow(
          interrupted(db, () => importMuch(db)),
          limits,
        ),
        0,
      )
      assert.deepEqual([await behind(db), await found(db)], [0, [501]])
    }
  })

  test('an index that is far behind when it is built answers, and the rest is left to the follower', async (t) => {
    const db = await openFor(t, engine)
    await buildIndex(
      interrupted(db, () => importMuch(db)),
      { maxBehind },
    )
    const [answering, ...others] = await generations(db)
    assert.deepEqual([answering?.number, answering?.is_current, others], [2, true, []])
    assert.equal(await behind(db), CHANGES)
    assert.equal(await follow(db, { maxBehind: CHANGES }), 0)
    assert.deepEqual([await behind(db), await found(db)], [0, [501]])
  })

  test('a command that builds the index follows everything', async (t) => {
    const db = await openFor(t, engine)
    await buildIndex(interrupted(db, () => importMuch(db)))
    assert.deepEqual([await behind(db), await found(db)], [0, [501]])
  })
})
