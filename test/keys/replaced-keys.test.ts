import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '#src/accounts/accounts.ts'
import type { Database } from '#src/database/database.ts'
import {
  KeysFullError,
  keysOfAccount,
  maxKeysOfAccount,
  replaceKey,
  revokeKeyOfAccount,
} from '#src/keys/account-keys.ts'
import { restoreAnyKey, revokeAnyKey, suspendAnyKey } from '#src/keys/all-keys.ts'
import { findKey } from '#src/keys/find-key.ts'
import { createKey, revokeKey } from '#src/keys/keys.ts'
import { ada, later, now, openFor, quickPasswords, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const day = 24 * 60

const newKey = (db: Database, account_id: number) =>
  createKey(db, { name: 'Lantern', plan: 'developer', account_id, now })

/** A key that was replaced twice: the first ended after a day, the second is still valid beside the third. */
async function openReplaced(db: Database) {
  const account_id = (await createAccount(db, quickPasswords().passwords, ada))!.id
  const replace = async (id: number, overlapDays: number) => {
    const made = await replaceKey.handle(writingOf(db, account_id), { id, overlapDays })
    return made!
  }
  const first = await newKey(db, account_id)
  const second = await replace(first.id, 1)
  const third = await replace(second.id, 7)
  return { account_id, first, second, third }
}

forEachEngine(migrated, (engine) => {
  test('a key that stays valid beside its replacement counts, so that replacing makes no room', async (t) => {
    const db = await openFor(t, engine)
    const account_id = (await createAccount(db, quickPasswords().passwords, ada))!.id
    const { id } = await newKey(db, account_id)
    for (let count = 1; count < maxKeysOfAccount; count++) await newKey(db, account_id)
    await assert.rejects(replaceKey.handle(writingOf(db, account_id), { id, overlapDays: 1 }), KeysFullError)
    assert.notEqual(await replaceKey.handle(writingOf(db, account_id), { id, overlapDays: 0 }), undefined)
    assert.equal((await keysOfAccount(db, account_id, now)).active.length, maxKeysOfAccount)
  })

  test('the keys that a key replaced are suspended, restored and revoked with it', async (t) => {
    const db = await openFor(t, engine)
    const { first, second, third } = await openReplaced(db)
    const keys = [first, second, third]
    const suspended = async () =>
      await Promise.all(keys.map(async ({ secret }) => (await findKey(db, secret, now))?.is_suspended))
    assert.equal(await suspendAnyKey.handle(writingOf(db, 1, now, 'administrator'), { id: third.id, reason: '' }), true)
    assert.deepEqual(await suspended(), [true, true, true])
    assert.equal(await restoreAnyKey.handle(writingOf(db, 1, now, 'administrator'), { id: third.id, reason: '' }), true)
    assert.deepEqual(await suspended(), [false, false, false])
    assert.equal(await suspendAnyKey.handle(writingOf(db, 1, now, 'administrator'), { id: first.id, reason: '' }), true)
    assert.deepEqual(await suspended(), [true, false, false], 'those that took its place are not')
    assert.equal(await revokeAnyKey.handle(writingOf(db, 1, now, 'administrator'), { id: third.id, reason: '' }), true)
    assert.deepEqual(await suspended(), [undefined, undefined, undefined])
  })

  test('whoever revokes a key revokes those that it replaced, but not those that are over', async (t) => {
    const revocations: ((db: Database, account_id: number, id: number, at: Date) => Promise<boolean>)[] = [
      (db, account_id, id, at) => revokeKeyOfAccount.handle(writingOf(db, account_id, at), id),
      (db, by, id, at) => revokeAnyKey.handle(writingOf(db, by, at, 'administrator'), { id, reason: '' }),
      (db, _, id, at) => revokeKey(db, id, at),
    ]
    for (const revoke of revocations) {
      const db = await openFor(t, engine)
      const { account_id, first, second, third } = await openReplaced(db)
      const at = later(2 * day)
      assert.equal(await revoke(db, account_id, third.id, at), true)
      for (const { secret } of [second, third]) assert.equal(await findKey(db, secret, at), undefined)
      const { active, stopped } = await keysOfAccount(db, account_id, at)
      assert.deepEqual(active, [])
      assert.deepEqual(
        stopped.map(({ id, revoked_at }) => [id, revoked_at]),
        [
          [third.id, at.toISOString()],
          [second.id, at.toISOString()],
          [first.id, null],
        ],
      )
    }
  })
})
