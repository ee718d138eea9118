import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, findAccount } from '#src/accounts/accounts.ts'
import { signUp } from '#src/accounts/sign-up.ts'
import { recordAct } from '#src/audit/acts.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { ada, now, openFor, quickPasswords, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

forEachEngine(migrated, (engine) => {
  test('accounts that were never verified are forgotten, however many older ones are kept', async (t) => {
    const db = await openFor(t, engine)
    const { passwords } = quickPasswords()
    const make = async (username: string) =>
      (await createAccount(db, passwords, { ...ada, username, email: `${username}@example.org` }))!.id
    // As many as may go at once.
    for (let count = 0; count < 20; count++)
      await createKey(db, { name: 'kept', plan: 'developer', account_id: await make(`kept${count}`), now })
    await make('gone')
    await db.run(sql`update account set email_verified_at = null, created_at = '2026-01-01T00:00:00.000Z'`)
    await db.run(sql`update account set created_at = '2026-01-02T00:00:00.000Z' where folded_username = 'gone'`)
    const member = {
      username: 'gil',
      email: 'gil@example.org',
      password: ada.password,
      language: 'en',
      clientAddress: '',
    } as const
    assert.notEqual(await signUp.handle(writingOf(db, 0), member), undefined)
    assert.equal(await findAccount(db, 'gone'), undefined)
    for (let count = 0; count < 20; count++) assert.notEqual(await findAccount(db, `kept${count}`), undefined)
  })

  test('accounts that an administrator has acted on are kept, and others can sign up', async (t) => {
    const db = await openFor(t, engine)
    const { passwords } = quickPasswords()
    const account = (await createAccount(db, passwords, ada))!
    await recordAct(db, 'account_suspended', { by: null, now }, { account_id: account.id })
    await db.run(sql`update account set email_verified_at = null, created_at = '2026-01-01T00:00:00.000Z'`)
    const member = {
      username: 'gil',
      email: 'gil@example.org',
      password: ada.password,
      language: 'en',
      clientAddress: '',
    } as const
    assert.notEqual(await signUp.handle(writingOf(db, 0), member), undefined)
    assert.equal((await findAccount(db, ada.username))?.id, account.id)
  })
})
