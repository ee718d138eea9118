import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { createSession } from '#src/accounts/sessions.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { keysOfAccount, makeKey, maxKeysOfAccount, replaceKey, revokeKeyOfAccount } from '#src/keys/account-keys.ts'
import { keysOnPage, restoreAnyKey, revokeAnyKey, searchKeys, suspendAnyKey } from '#src/keys/all-keys.ts'
import { findKey } from '#src/keys/find-key.ts'
import type { KeyApplication } from '#src/keys/key-application.ts'
import { createKey, isKeyValid, revokeKey } from '#src/keys/keys.ts'
import { listNotifications } from '#src/mail/notifications.ts'
import { texts } from '#src/texts/index.ts'
import { ada, knownSession, later, now, openFor, openTwo, quickPasswords, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const day = 24 * 60
const application: KeyApplication = {
  plan: 'developer',
  dialect: 'common',
  languages: 'de-DE,fr-FR',
  appended_languages: 'en-US',
  name: 'Lantern',
  application_address: 'https://lantern.example/',
  kind_of_use: 'website',
  summary: 'Shows what is on in the cinemas of our town.',
  contact: 'ada@lantern.example',
}

const newAccount = async (db: Database, username = 'Ada') =>
  (await createAccount(db, quickPasswords().passwords, { ...ada, username, email: `${username}@example.org` }))!.id

const Mail = Type.Object({
  template: Type.String(),
  recipient: Type.String(),
  language: Type.String(),
  facts: Type.Record(Type.String(), Type.String()),
})
const queuedMails = (db: Database) =>
  db.all(Mail, sql`select template, recipient, language, facts from mail order by id`)

const apply = (db: Database, id: number, app = application) => makeKey.handle(writingOf(db, id), { application: app })

/** An account with a key. */
async function openWithKey(db: Database) {
  const account_id = await newAccount(db)
  return { account_id, key: (await apply(db, account_id))! }
}

const about = async (db: Database, account_id: number) =>
  (await listNotifications(db, account_id, 1)).notifications.map(({ what, about }) => ({ what, ...about }))

const member = { role: 'member', scopes: ['read', 'keep'] }

forEachEngine(migrated, (engine) => {
  test('an account applies for a key, sees it among its own, and is told of it', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    const last_four = key.secret.slice(-4)
    assert.deepEqual(await findKey(db, key.secret, now), {
      ...{ id: key.id, plan: 'developer', dialect: 'common', languages: 'de-DE,fr-FR', appended_languages: 'en-US' },
      ...{ limit_per_second: null, is_suspended: false, ends_at: null },
    })
    assert.deepEqual(await keysOfAccount(db, account_id, now), {
      active: [
        {
          id: key.id,
          name: 'Lantern',
          plan: 'developer',
          use: 'interface',
          limit_per_second: null,
          dialect: 'common',
          languages: 'de-DE,fr-FR',
          appended_languages: 'en-US',
          last_four,
          application_address: 'https://lantern.example/',
          created_at: now.toISOString(),
          last_used_at: null,
          suspended_at: null,
          ends_at: null,
          revoked_at: null,
        },
      ],
      stopped: [],
    })
    assert.deepEqual(await listNotifications(db, account_id, 1), {
      notifications: [
        { id: 1, at: now.toISOString(), what: 'key_made', about: { name: 'Lantern', last_four }, read_at: null },
      ],
      total: 1,
    })
    assert.deepEqual(await queuedMails(db), [
      {
        template: 'key_made',
        recipient: 'Ada@example.org',
        language: 'en',
        facts: { username: 'Ada', name: 'Lantern', last_four },
      },
    ])
  })

  test('who has no address gets no mail, others get it in their language', async (t) => {
    const db = await openFor(t, engine)
    const account_id = await newAccount(db)
    await db.run(sql`update account set email = ''`)
    const { id } = (await apply(db, account_id))!
    assert.deepEqual(await queuedMails(db), [])
    await db.run(sql`update account set email = 'ada@example.org', iso_639_1 = 'de'`)
    const { secret, ends_at } = (await replaceKey.handle(writingOf(db, account_id), { id, overlapDays: 2 }))!
    const facts = { username: 'Ada', name: 'Lantern', last_four: secret.slice(-4), ends_at }
    assert.deepEqual(await queuedMails(db), [
      { template: 'key_replaced', recipient: 'ada@example.org', language: 'de', facts },
    ])
    const { subject, text } = texts.de.mails.key_replaced
    assert.equal(subject, 'Ein neuer API-Schlüssel ersetzt einen alten')
    assert.match(
      text({ ...facts, site: 'https://reels.example', siteName: 'Reels', link: '' }),
      /ist gültig bis\n12\.03\.2026, 12:00 UTC\./,
    )
  })

  test('who is not verified, or is suspended, gets no key and no replacement', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    const refused = async (status: ConstructorParameters<typeof ApiError>[0]) => {
      await assert.rejects(apply(db, account_id), new ApiError(status))
      const replacing = replaceKey.handle(writingOf(db, account_id), { id: key.id, overlapDays: 1 })
      await assert.rejects(replacing, new ApiError(status))
    }
    await db.run(sql`update account set email_verified_at = null`)
    await refused('email_unverified')
    await db.run(sql`update account set disabled_at = ${now.toISOString()}`)
    await refused('account_disabled')
    assert.equal((await findKey(db, key.secret, now))?.is_suspended, true)
    assert.equal((await keysOfAccount(db, account_id, now)).active.length, 1)
    await assert.rejects(apply(db, 999), new ApiError('account_disabled'))
  })

  test('an account has so many keys and no more, also when it applies twice at once', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const account_id = await newAccount(db)
    for (let keys = 1; keys < maxKeysOfAccount; keys++) await apply(db, account_id)
    const both = await Promise.all([db, beside].map((each) => apply(each, account_id)))
    assert.equal(both.filter((made) => made === undefined).length, 1)
    const { active } = await keysOfAccount(db, account_id, now)
    assert.equal(active.length, maxKeysOfAccount)
    await revokeKeyOfAccount.handle(writingOf(db, account_id), active[0]!.id)
    assert.notEqual(await apply(db, account_id), undefined)
  })

  for (const overlapDays of [0, 7]) {
    test(`a replaced key is valid for ${overlapDays} days more`, async (t) => {
      const db = await openFor(t, engine)
      const { account_id, key } = await openWithKey(db)
      const made = (await replaceKey.handle(writingOf(db, account_id), { id: key.id, overlapDays }))!
      const end = later(overlapDays * day)
      assert.equal((await findKey(db, made.secret, end))?.id, made.id)
      assert.equal(await findKey(db, key.secret, end), undefined)
      assert.equal((await findKey(db, key.secret, later(overlapDays * day, -1)))?.id, key.id)
      assert.equal(await isKeyValid(db, key.id, end), false)
      const { active, stopped } = await keysOfAccount(db, account_id, end)
      assert.deepEqual([active.map(({ id }) => id), stopped.map(({ id }) => id)], [[made.id], [key.id]])
      const [{ application_address, name, plan, dialect, languages, appended_languages } = {}] =
        active as Partial<KeyApplication>[]
      assert.deepEqual(
        { application_address, name, plan, dialect, languages, appended_languages },
        {
          application_address: 'https://lantern.example/',
          name: 'Lantern',
          plan: 'developer',
          dialect: 'common',
          languages: 'de-DE,fr-FR',
          appended_languages: 'en-US',
        },
      )
      assert.deepEqual((await about(db, account_id))[0], {
        what: 'key_replaced',
        name: 'Lantern',
        last_four: made.secret.slice(-4),
        ends_at: end.toISOString(),
      })
    })
  }

  test('sessions go over to the replacement, also those that the old key still makes', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    const early = await createSession(db, { account_id, key_id: key.id, now })
    const second = (await replaceKey.handle(writingOf(db, account_id), { id: key.id, overlapDays: 7 }))!
    const between = await createSession(db, { account_id, key_id: key.id, now })
    const third = (await replaceKey.handle(writingOf(db, account_id), { id: second.id, overlapDays: 7 }))!
    const late = await createSession(db, { account_id, key_id: key.id, now })
    for (const session_id of [early, between, late])
      assert.deepEqual(await knownSession(db, session_id), { account_id, key_id: third.id, ...member })
    await revokeKeyOfAccount.handle(writingOf(db, account_id), third.id)
    for (const session_id of [early, between, late]) assert.equal(await knownSession(db, session_id), undefined)
  })

  test('a key is replaced once, by its own account, while it is valid', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { account_id, key } = await openWithKey(db)
    const replace = (id = key.id, on = db, by = account_id) =>
      replaceKey.handle(writingOf(on, by), { id, overlapDays: 1 })
    assert.equal(await replace(key.id, db, await newAccount(db, 'bo')), undefined)
    assert.equal(await replace(999), undefined)
    const both = await Promise.all([replace(), replace(key.id, beside)])
    assert.equal(both.filter((made) => made !== undefined).length, 1)
    const id = both.find((made) => made !== undefined)!.id
    await suspendAnyKey.handle(writingOf(db, 1, now, 'administrator'), { id, reason: '' })
    assert.equal(await replace(id), undefined, 'suspended')
    await restoreAnyKey.handle(writingOf(db, 1, now, 'administrator'), { id, reason: '' })
    await revokeKeyOfAccount.handle(writingOf(db, account_id), id)
    assert.equal(await replace(id), undefined, 'revoked')
  })

  test('a key is revoked by its own account only, and once', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    const bo = await newAccount(db, 'bo')
    assert.equal(await revokeKeyOfAccount.handle(writingOf(db, bo), key.id), false)
    assert.notEqual(await findKey(db, key.secret, now), undefined)
    assert.equal(await revokeKeyOfAccount.handle(writingOf(db, account_id), key.id), true)
    assert.equal(await findKey(db, key.secret, now), undefined)
    assert.equal(await revokeKeyOfAccount.handle(writingOf(db, account_id), key.id), false)
    const { active, stopped } = await keysOfAccount(db, account_id, now)
    assert.deepEqual([active, stopped.map(({ revoked_at }) => revoked_at)], [[], [now.toISOString()]])
  })

  test('an administrator suspends, restores and revokes a key, and its holder is told', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    const session_id = await createSession(db, { account_id, key_id: key.id, now })
    const [administrator, onKey] = [writingOf(db, account_id, now, 'administrator'), { id: key.id, reason: '' }]
    assert.equal(await restoreAnyKey.handle(administrator, onKey), false)
    assert.equal(await suspendAnyKey.handle(administrator, onKey), true)
    assert.equal(await suspendAnyKey.handle(administrator, onKey), false)
    assert.equal((await findKey(db, key.secret, now))?.is_suspended, true)
    assert.equal(await isKeyValid(db, key.id, now), false)
    assert.equal(await knownSession(db, session_id), undefined)
    assert.equal(await restoreAnyKey.handle(administrator, onKey), true)
    assert.equal((await findKey(db, key.secret, now))?.is_suspended, false)
    assert.deepEqual(await knownSession(db, session_id), { account_id, key_id: key.id, ...member })
    assert.equal(await revokeAnyKey.handle(administrator, onKey), true)
    for (const act of [suspendAnyKey, restoreAnyKey, revokeAnyKey])
      assert.equal(await act.handle(administrator, onKey), false)
    assert.equal(await findKey(db, key.secret, now), undefined)
    assert.deepEqual(
      (await about(db, account_id)).map(({ what }) => what),
      ['key_revoked', 'key_restored', 'key_suspended', 'key_made'],
    )
    const { id } = await createKey(db, { name: 'of nobody', plan: 'developer', account_id: null, now })
    assert.equal(await suspendAnyKey.handle(administrator, { id, reason: '' }), true)
  })

  test('sessions of a key stop while the account that holds it is suspended', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    const user = await newAccount(db, 'bo')
    const session_id = await createSession(db, { account_id: user, key_id: key.id, now })
    await db.run(sql`update account set disabled_at = ${now.toISOString()} where id = ${account_id}`)
    assert.equal(await knownSession(db, session_id), undefined)
    await db.run(sql`update account set disabled_at = null`)
    assert.deepEqual(await knownSession(db, session_id), { account_id: user, key_id: key.id, ...member })
  })

  test('keys are found by the beginning of their name or user name, and by their end', async (t) => {
    const db = await openFor(t, engine)
    const { key } = await openWithKey(db)
    const bo = await newAccount(db, 'Bo')
    for (const name of ['ÉTOILE', 'lan%', 'Other']) await apply(db, bo, { ...application, name })
    const found = async (text: string) => {
      const { keys, total } = await searchKeys(db, text, 1)
      assert.equal(total, keys.length)
      return keys.map(({ name, username }) => `${username}: ${name}`)
    }
    assert.deepEqual(await found(''), ['Bo: Other', 'Bo: lan%', 'Bo: ÉTOILE', 'Ada: Lantern'])
    assert.deepEqual(await found('  LAN '), ['Bo: lan%', 'Ada: Lantern'])
    assert.deepEqual(await found('lan%'), ['Bo: lan%'])
    assert.deepEqual(await found('e\u0301toile'), ['Bo: ÉTOILE'])
    assert.deepEqual(await found('BO'), ['Bo: Other', 'Bo: lan%', 'Bo: ÉTOILE'])
    assert.deepEqual(await found(key.secret.slice(-4)), ['Ada: Lantern'])
    assert.deepEqual(await found('nothing'), [])
    for (let keys = 0; keys < keysOnPage; keys++)
      await createKey(db, { name: 'many', plan: 'professional', account_id: null, now })
    const [first, second] = [await searchKeys(db, '', 1), await searchKeys(db, '', 2)]
    assert.deepEqual([first.keys.length, second.keys.length, second.total], [keysOnPage, 4, keysOnPage + 4])
    assert.equal(first.keys[0]?.username, null)
  })

  test('a key that is revoked on the command line is revoked for its account', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, key } = await openWithKey(db)
    await revokeKey(db, key.id, now)
    assert.deepEqual((await keysOfAccount(db, account_id, now)).active, [])
  })
})
