import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { rate } from '#src/groups/ratings/rate.ts'
import { performFor } from '#src/run/perform.ts'
import { ada, now, quickPasswords, writingOf } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'

const engine = sqliteEngine(emptyCatalogue)
/** The beginning with all that is read, what is written, and the commit. */
const messagesOfRating = 3

test('a rating sends what it can at once', async (t) => {
  const db = await openSqlite(await engine.clone(), { writes: 'thread' })
  t.after(() => db.close())
  await importInto(db, [...sources, movie({ id: 1 })])
  const account = (await createAccount(db, quickPasswords().passwords, { ...ada, now }))!
  const messages = t.mock.method(Worker.prototype, 'postMessage').mock
  for (const [value, status] of [
    [8.5, 'created'],
    [3, 'updated'],
  ] as const) {
    const before = messages.callCount()
    const write = performFor(writingOf(db, account.id))
    const context = { params: { movie_id: 1 }, body: { value }, caller: { account }, write }
    const answer = await rate(context as never, 'movie')
    assert.equal(answer?.status, status)
    assert.equal(messages.callCount() - before, messagesOfRating)
  }
  const Rating = Type.Object({ value: Type.Number() })
  assert.deepEqual(await db.all(Rating, sql`select value from rating`), [{ value: 3 }])
})
