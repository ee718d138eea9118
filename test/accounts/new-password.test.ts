import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { askForEmailChange, changeEmail } from '#src/accounts/email-change.ts'
import { changePassword } from '#src/accounts/password-change.ts'
import { resetPassword, sendReset, setPassword } from '#src/accounts/recovery.ts'
import { approveRequestToken, createRequestToken } from '#src/accounts/request-tokens.ts'
import { createSession } from '#src/accounts/sessions.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { makeLink } from '#src/mail/links.ts'
import { openOutbox } from '#src/mail/outbox.ts'
import type { Letter } from '#src/mail/transport.ts'
import { ada, knownSession, now, openFor, openTwo, prepare, quickPasswords, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const elsewhere = 'thief@elsewhere.example'
const password = 'nine blue lanterns'
const { passwords } = quickPasswords()

const holderOf = (id: number) => ({
  id,
  username: ada.username,
  email: ada.email,
  email_verified_at: now.toISOString(),
})

/** As whoever knows the password that the account began with. */
const provenOf = (id: number) => ({ id, password: `hash of ${ada.password}` })

/** The two ways to another password, each up to the moment in which it is stored. */
const ways = {
  change: async (db: Database, id: number) => () =>
    changePassword.handle(writingOf(db, id), { holder: holderOf(id), proven: provenOf(id), password, language: 'en' }),
  reset: async (db: Database, id: number) => {
    const secret = await makeLink(db, { purpose: 'reset', account_id: id, email: ada.email, now })
    return async () => assert.equal(await resetPassword.handle(writingOf(db, id), { secret, password }), id)
  },
}

const askForElsewhere = (db: Database, id: number) =>
  askForEmailChange.handle(writingOf(db, id), {
    ...{ holder: holderOf(id), proven: provenOf(id), email: elsewhere, language: 'en', clientAddress: '' },
  })

const leave = async (db: Database, id: number) => () =>
  deleteAccount.handle(writingOf(db, id), {
    holder: holderOf(id),
    proven: provenOf(id),
    keepsReviews: true,
    language: 'en',
  })

/** What makes links worthless that were asked for before. */
const changes: [what: string, prepare: (db: Database, id: number) => Promise<() => Promise<unknown>>][] = [
  ['the password changes', ways.change],
  ['the password is reset', ways.reset],
  [
    'the address changes',
    async (db, id) => {
      const newer = 'ada@newer.example'
      const secret = await makeLink(db, { purpose: 'change', account_id: id, email: newer, now })
      return async () => assert.equal(await changeEmail.handle(writingOf(db, id), secret), 'changed')
    },
  ],
  ['the account goes', leave],
]

/** Sends what is due now; after it was claimed and before it is written out, something happens once. */
async function sendAll(db: Database, sent: Letter[], happens: () => Promise<unknown>) {
  let happened: Promise<unknown> | undefined
  const watched: Database = {
    ...db,
    async transaction(work) {
      happened ??= happens()
      await happened
      return db.transaction(work)
    },
  }
  const transport = { deliver: async (letter: Letter) => void sent.push(letter), close() {} }
  const log = { warn() {}, error() {} }
  const outbox = openOutbox({ db: watched, transport, clock: () => now, site: () => 'http://here.example', log })
  outbox.wake()
  await outbox.close()
}

/** What takes a password that was right a moment ago. */
const doings: [doing: string, act: (db: Database, id: number, key_id: number) => Promise<unknown>][] = [
  [
    'signing in',
    (db, account_id) =>
      beginBrowserSession(db, { account_id, password: provenOf(account_id).password, browser: '', now }),
  ],
  [
    'approving an application',
    async (db, account_id, key_id) => {
      const { request_token } = await createRequestToken(db, { key_id, now, lifetimeMinutes: 60 })
      return approveRequestToken(db, { request_token, key_id, now, ...provenOf(account_id), account_id })
    },
  ],
  ['asking for another address', askForElsewhere],
  ['setting another password', async (db, id) => (await ways.change(db, id))()],
  ['deleting the account', async (db, id) => (await leave(db, id))()],
]

const Queued = Type.Object({ template: Type.String() })
const queued = async (db: Database, account_id: number) =>
  (await db.all(Queued, sql`select template from mail where account_id = ${account_id} order by id`)).map(
    ({ template }) => template,
  )

forEachEngine(migrated, (engine) => {
  for (const way of ['change', 'reset'] as const) {
    test(`a ${way} of the password stops the links that were sent before`, async (t) => {
      const db = await openFor(t, engine)
      const { account_id } = await prepare(db)
      const store = await ways[way](db, account_id)
      const link = await makeLink(db, { purpose: 'change', account_id, email: elsewhere, now })
      await store()
      assert.equal(await changeEmail.handle(writingOf(db, account_id), link), 'over')
      const Address = Type.Object({ email: Type.String() })
      assert.deepEqual(await db.one(Address, sql`select email from account where id = ${account_id}`), {
        email: ada.email,
      })
    })

    test(`a ${way} of the password stops the links that are still to be sent, and no other mails`, async (t) => {
      const db = await openFor(t, engine)
      const { account_id } = await prepare(db)
      const store = await ways[way](db, account_id)
      const bo = (await createAccount(db, passwords, { ...ada, username: 'bo', email: 'bo@example.org' }))!.id
      for (const email of [ada.email, 'bo@example.org'])
        await sendReset.handle(writingOf(db, 0), { email, language: 'en' })
      await askForElsewhere(db, account_id)
      await store()
      const told = way === 'change' ? ['passwordChanged'] : []
      assert.deepEqual(await queued(db, account_id), ['emailChangeAsked', ...told])
      assert.deepEqual(await queued(db, bo), ['reset'])
    })
  }

  for (const [what, change] of changes)
    test(`a mail that is being sent while ${what} brings no link any more`, async (t) => {
      const db = await openFor(t, engine)
      const { account_id } = await prepare(db)
      const before = await change(db, account_id)
      await askForElsewhere(db, account_id)
      await sendReset.handle(writingOf(db, 0), { email: ada.email, language: 'en' })
      const sent: Letter[] = []
      await sendAll(db, sent, before)
      assert.deepEqual(
        sent.filter(({ link }) => link).map(({ recipient }) => recipient),
        [],
      )
      const Rest = Type.Object({ template: Type.String() })
      assert.deepEqual(await db.all(Rest, sql`select 'link' as template from mailed_link`), [])
      assert.deepEqual(await db.all(Rest, sql`select template from mail where attempts > 0`), [])
    })

  for (const [doing, act] of doings)
    test(`${doing} with a password that changes at that moment comes to nothing`, async (t) => {
      const [db, other] = await openTwo(t, engine)
      const { account_id, key_id } = await prepare(db)
      const outcome = await db.transaction(async (tx) => {
        await setPassword(tx, account_id, 'hash of another')
        const acted = act(other, account_id, key_id).then(
          () => 'done',
          (error) => error.status,
        )
        // As long as what does not wait for the new password would take.
        await Promise.race([acted, setTimeout(100)])
        return { acted }
      })
      assert.equal(await outcome.acted, 'invalid_credentials')
      const Stored = Type.Object({ password: Type.String(), deleted_at: Type.Null() })
      const stored = await db.one(Stored, sql`select password, deleted_at from account where id = ${account_id}`)
      assert.deepEqual(stored, { password: 'hash of another', deleted_at: null })
      const Rest = Type.Object({ what: Type.String() })
      const rest = await db.all(
        Rest,
        sql`
        select 'session' as what from browser_session
        union all select 'mail' from mail
        union all select 'approval' from request_token where account_id is not null`,
      )
      assert.deepEqual(rest, [])
    })

  for (const way of ['change', 'reset'] as const) {
    test(`a ${way} of the password ends sessions of applications, and takes approvals back`, async (t) => {
      const db = await openFor(t, engine)
      const { account_id, key_id, newToken, approve, exchange } = await prepare(db)
      const bo = (await createAccount(db, passwords, { ...ada, username: 'bo', email: '' }))!.id
      const [own, others, waiting] = [await newToken(), await newToken(), await newToken()]
      await approve(own)
      await approveRequestToken(db, { request_token: others, key_id, now, account_id: bo })
      const session_id = await createSession(db, { account_id, key_id, now })
      const session_of_bo = await createSession(db, { account_id: bo, key_id, now })
      await (await ways[way](db, account_id))()

      assert.equal(await knownSession(db, session_id), undefined)
      assert.equal(await exchange(own), undefined)
      assert.deepEqual(await knownSession(db, session_of_bo), {
        account_id: bo,
        key_id,
        role: 'member',
        scopes: ['read', 'keep'],
      })
      assert.notEqual(await exchange(others), undefined)
      assert.notEqual(await approve(waiting), undefined, 'a token that nobody approved still waits')
    })
  }
})
