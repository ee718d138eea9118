import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { changesOfEdit } from '#src/catalogue/edits/history.ts'
import { pendingOf } from '#src/contributions/editing/pending.ts'
import { REPEATED_EDIT_DAYS, repeatableOf } from '#src/contributions/editing/repeated.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { editByLines } from '#src/import/edit-lines.ts'
import { dayMs } from '#src/reference/days.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Count = Type.Object({ count: Type.Integer() })
const at = new Date(testDay)
const lines = [{ kind: 'company', name: 'Lamp Works' }]
const repeatable = repeatableOf('a-key-of-this-test', { lines })
const edit = { lines, account_id: 1, source_id: 'people', note: '', source_url: '', at, isDryRun: false, repeatable }

const works = async (db: Database) =>
  (await db.one(Count, sql`select count(*) as count from company where name = 'Lamp Works'`))?.count

forEachEngine(loadWorld, (engine) => {
  test('an edit that comes several times at once has one effect, and each is told the same', async (t) => {
    const db = await openFor(t, engine)
    const sent = Array.from({ length: 4 }, () => editByLines(db, { ...edit, editsOfNewMembers: 0 }))
    const all = await Promise.all(sent)
    for (const one of all) assert.deepEqual(one, all[0])
    assert.equal(await works(db), 1)
    assert.equal((await changesOfEdit(db, all[0]?.edit_id ?? 0, 0, 10)).length, 1)
    // Nothing is remembered of what is only tried, and nothing for others.
    await editByLines(db, { ...edit, isDryRun: true, editsOfNewMembers: 0 })
    await editByLines(db, { ...edit, account_id: 2, editsOfNewMembers: 0 })
    assert.equal(await works(db), 2)
  })

  test('one that waits waits once', async (t) => {
    const db = await openFor(t, engine)
    const sent = Array.from({ length: 4 }, () => editByLines(db, { ...edit, editsOfNewMembers: 1 }))
    const all = await Promise.all(sent)
    const pending = await pendingOf(db, 1)
    assert.deepEqual(
      all.map(({ waits, waiting_id, changes }) => [waits, waiting_id, changes.length]),
      all.map(() => [true, pending[0]?.id, 1]),
    )
    assert.equal(pending.length, 1)
    assert.equal(await works(db), 0)
    await assert.rejects(
      editByLines(db, { ...edit, repeatable: repeatableOf(repeatable.key, {}), editsOfNewMembers: 1 }),
      /invalid/i,
    )
    // After its time, it is another one.
    await deleteExpired(db, new Date(at.getTime() + REPEATED_EDIT_DAYS * dayMs), { sessionDays: 365 })
    await editByLines(db, { ...edit, editsOfNewMembers: 1 })
    assert.equal((await pendingOf(db, 1)).length, 2)
  })
})
