import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { StatusAnswer } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { setFavorite, setWatchlist } from '#src/groups/account/set-marks.ts'
import { rate, unrate } from '#src/groups/ratings/rate.ts'
import { add } from '#src/groups/watched/add.ts'
import { remove } from '#src/groups/watched/remove.ts'
import { ada, now, quickPasswords } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'

const merged = 1
const survivor = 2
const Kept = Type.Object({ entity_id: Type.Integer() })
type Table = 'watchlist' | 'favorite' | 'rating' | 'watched'

/** Asks something for an account while, just before its first transaction or write, the title is merged. */
async function openRace(t: TestContext, engine: TestEngine) {
  const db = await engine.open()
  t.after(() => db.close())
  await importInto(db, [...sources, movie({ id: merged }), movie({ id: survivor })])
  const account = (await createAccount(db, quickPasswords().passwords, { ...ada, now }))!
  let isMerged = false
  async function merge() {
    if (isMerged) return
    isMerged = true
    const records = [{ kind: 'movie', id: merged, mergedInto: { id: survivor } } as const]
    await applyEdit(db, { account_id: account.id, source_id: 'high', note: '', source_url: '', at: now, records })
  }
  const later =
    <Given, Result>(does: (given: Given) => Promise<Result>) =>
    (given: Given) =>
      merge().then(() => does(given))
  const racing = Object.create(db, {
    run: { value: later(db.run.bind(db)) },
    transaction: { value: later((work: Parameters<Database['transaction']>[0]) => db.transaction(work)) },
  }) as Database
  const contextOf = (db: Database, body: object) => ({
    ...{ db, body, now, params: { movie_id: merged }, caller: { account }, countSignal() {}, settings: {} },
    write: (write: { handle(writing: object, given: unknown): unknown }, given: unknown) =>
      write.handle({ db, now, account, countSignal() {}, take: async () => {} }, given),
  })
  return {
    quiet: (body: object) => contextOf(db, body) as never,
    racing: (body: object) => contextOf(racing, body) as never,
    kept: async (table: Table) =>
      (await db.all(Kept, sql`select entity_id from ${raw(table)}`)).map(({ entity_id }) => entity_id),
  }
}

const title = { media_type: 'movie', media_id: merged }

forEachEngine(emptyCatalogue, (engine) => {
  test('what is kept about a title that is merged meanwhile is kept about its survivor', async (t) => {
    for (const [table, operation, body, answer] of [
      ['watchlist', setWatchlist, { ...title, watchlist: true }, { status: 'entry_added' }],
      ['favorite', setFavorite, { ...title, favorite: true }, { status: 'entry_added' }],
      ['watched', add, title, { status: 'created', more: { added: 1, not_found: [] } }],
    ] as const) {
      const { racing, kept } = await openRace(t, engine)
      const { status, more } = (await operation.handle(racing(body))) as StatusAnswer
      assert.deepEqual({ status, ...(more && { more }) }, answer, table)
      assert.deepEqual(await kept(table), [survivor], table)
    }
  })

  test('what is no longer kept about a title that is merged meanwhile is not kept about its survivor', async (t) => {
    for (const [table, operation, on, off] of [
      ['watchlist', [setWatchlist, setWatchlist], { ...title, watchlist: true }, { ...title, watchlist: false }],
      ['favorite', [setFavorite, setFavorite], { ...title, favorite: true }, { ...title, favorite: false }],
      ['watched', [add, remove], title, title],
    ] as const) {
      const { quiet, racing, kept } = await openRace(t, engine)
      await operation[0].handle(quiet(on))
      assert.deepEqual(await kept(table), [merged], table)
      await operation[1].handle(racing(off))
      assert.deepEqual(await kept(table), [], table)
    }
  })

  test('a rating of a title that is merged meanwhile is not said to be deleted', async (t) => {
    const { quiet, racing, kept } = await openRace(t, engine)
    await rate(quiet({ value: 7 }), 'movie')
    // Whoever gets nothing asks again about the survivor.
    assert.equal(await unrate(racing({}), 'movie'), undefined)
    assert.deepEqual(await kept('rating'), [survivor])
  })
})
