import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '#src/accounts/accounts.ts'
import { overdueDays, tellOverdue } from '#src/contributions/editing/overdue.ts'
import { addPending } from '#src/contributions/editing/pending.ts'
import { sql } from '#src/database/sql.ts'
import { listNotifications } from '#src/mail/notifications.ts'
import { dayMs } from '#src/reference/days.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const at = new Date(testDay)
const after = (ms: number) => new Date(at.getTime() + ms)

forEachEngine(loadWorld, (engine) => {
  test('moderators are told once of edits that have been pending for a week', async (t) => {
    const db = await openFor(t, engine)
    await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
    const eve = (await findAccount(db, 'eve'))?.id as number
    const said = { source_id: 'people', note: '', source_url: '', changes: [] }
    const records = [{ kind: 'collection' as const, id: 401, values: { overview: 'Other' } }]
    for (const later of [0, 1]) await addPending(db, { account_id: 2, ...said, at: after(later), records })
    const told = async () =>
      (await listNotifications(db, eve, 1)).notifications.map(({ what, about }) => ({ what, about }))
    assert.equal(await tellOverdue(db, after(overdueDays * dayMs - 1)), 0)
    assert.deepEqual(await told(), [])
    assert.equal(await tellOverdue(db, after(overdueDays * dayMs)), 1)
    const notified = { what: 'edits_overdue', about: { title: 'The Glimmer Collection' } }
    assert.deepEqual(await told(), [notified])
    assert.equal(await tellOverdue(db, after(overdueDays * dayMs)), 0)
    assert.equal(await tellOverdue(db, after(overdueDays * dayMs + 1)), 1)
    assert.deepEqual(await told(), [notified, notified])
    // Edits of the suspended are no hurry.
    await addPending(db, { account_id: 2, ...said, at, records })
    await db.run(sql`update account set disabled_at = ${testDay} where id = 2`)
    assert.equal(await tellOverdue(db, after(9 * overdueDays * dayMs)), 0)
  })
})
