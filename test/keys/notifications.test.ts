import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#src/accounts/accounts.ts'
import type { Database } from '#src/database/database.ts'
import {
  countUnread,
  listNotifications,
  markRead,
  maxNotifications,
  notificationPageSize,
  notify,
} from '#src/mail/notifications.ts'
import { ada, later, now, openFor, quickPasswords, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const newAccount = async (db: Database, username = 'Ada') =>
  (await createAccount(db, quickPasswords().passwords, { ...ada, username, email: `${username}@example.org` }))!.id

forEachEngine(migrated, (engine) => {
  test('notifications are read page by page, marked as read, and the oldest go', async (t) => {
    const db = await openFor(t, engine)
    const account_id = await newAccount(db)
    const bo = await newAccount(db, 'bo')
    await notify(db, { account_id: bo, what: 'key_made', about: {}, now })
    const tell = (number: number) => notify(db, { account_id, what: 'key_made', about: { number }, now })
    for (let number = 1; number <= maxNotifications + 1; number++) await tell(number)
    const { notifications, total } = await listNotifications(db, account_id, 1)
    assert.deepEqual([notifications.length, total], [notificationPageSize, maxNotifications])
    assert.equal(notifications[0]?.about.number, maxNotifications + 1)
    const last = await listNotifications(db, account_id, maxNotifications / notificationPageSize)
    assert.equal(last.notifications.at(-1)?.about.number, 2)

    assert.equal(await countUnread(db, account_id), maxNotifications)
    await markRead.handle(writingOf(db, account_id, later(1)), notifications[5]!.id)
    assert.equal(await countUnread(db, account_id), 5)
    assert.equal(await countUnread(db, bo), 1)
    await markRead.handle(writingOf(db, account_id, later(2)), notifications[0]!.id)
    const read = (await listNotifications(db, account_id, 1)).notifications.map(({ read_at }) => read_at)
    assert.deepEqual(read.slice(4, 6), [later(2).toISOString(), later(1).toISOString()])
  })
})
