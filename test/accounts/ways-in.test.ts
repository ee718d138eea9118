import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { resetPassword } from '#src/accounts/recovery.ts'
import { remainingKinds, remainingOf } from '#src/accounts/remaining-access.ts'
import { waysIn } from '#src/accounts/ways-in.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { makeLink } from '#src/mail/links.ts'
import { openFor, writingOf } from '../support/accounts.ts'
import { sqliteEngine } from '../support/engines.ts'
import { addOwn, owner } from '../support/world/own.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** Tables that have an account or a secret, and open no account. */
const opensNothing: Readonly<Record<string, string>> = {
  account_follow: 'whom an account follows',
  act: 'what others did to an account',
  edit: 'what an account has written',
  favorite: 'what an account keeps',
  following: 'the public key of another catalogue',
  guest_session: 'somebody without an account',
  hourly_use: 'how much of a limit is used',
  image_vote: 'what an account has written',
  invitation: 'lets others sign up, and nobody in',
  set_up_code: 'makes the first account, and opens none',
  job: 'what goes on for an account',
  kept_aside: 'what an account keeps',
  kept_import: 'what an account keeps',
  list_follow: 'whom an account follows',
  list_item: 'what an account has put on a list',
  list_keeper: 'lets an account write to a list of another, and nobody in',
  list_like: 'what an account likes',
  review_like: 'what an account likes',
  match_decision: 'what an account has decided',
  migration: 'the digest of a file',
  notification: 'what an account was told',
  player_delivery: 'what an account keeps',
  rating: 'what an account keeps',
  record_follow: 'what an account follows',
  repeatable_edit: 'what an account has written',
  report: 'what an account has written',
  review: 'what an account has written',
  search_follow: 'what an account follows',
  security_event: 'what happened to an account',
  sign_in_place: 'from where guesses are counted apart',
  unsubscribe_link: 'stops e-mails, and nothing else',
  pending_edit: 'what an account has written',
  watched: 'what an account keeps',
  watchlist: 'what an account keeps',
}

/** What is left of each, where its rows stay or are not all about that. */
const opens: Readonly<Record<string, string>> = {
  api_key: 'revoked_at is null',
  mail: "template in ('reset', 'handed', 'emailChange')",
  user_list: 'secret_digest is not null',
}

const engine = sqliteEngine(loadWorld)
const Name = Type.Object({ name: Type.String() })
const Count = Type.Object({ count: Type.Integer() })
const now = new Date(testDay)

async function left(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const table of Object.keys(waysIn)) {
    const open = sql`account_id = ${owner.id} and ${raw(opens[table] ?? 'true')}`
    const { count } = (await db.one(Count, sql`select count(*) as count from ${raw(table)} where ${open}`))!
    if (count > 0) found.push(table)
  }
  return found.sort()
}

/** Everything that an account can have, a mail with a link on its way included. */
async function withAll(db: Database): Promise<void> {
  await addOwn(db)
  await db.run(sql`
    insert into mail (template, account_id, recipient, language, facts, created_at, due_at)
    values ('emailChange', ${owner.id}, 'own@people.example', 'en', '{}', ${testDay}, ${testDay})`)
}

async function reset(db: Database) {
  const link = { purpose: 'reset', account_id: owner.id, email: 'own@people.example', now } as const
  const secret = await makeLink(db, link)
  assert.equal(await resetPassword.handle(writingOf(db, 0, now), { secret, password: 'nine blue lanterns' }), owner.id)
}

const lasting = Object.entries(waysIn).flatMap(([table, { lasts }]) => (lasts === undefined ? [] : [table]))

test('every table that has an account or a secret is known as a way in, or as none', async (t) => {
  const db = await openFor(t, engine)
  const tables = await db.all(
    Name,
    raw(`
      select distinct t.name from sqlite_master t, pragma_foreign_key_list(t.name) f
      where t.type = 'table' and f."table" = 'account'
      union select distinct t.name from sqlite_master t, pragma_table_info(t.name) c
      where t.type = 'table' and (c.name = 'account_id' or c.name like '%digest' or c.name like '%secret%'
        or c.name like '%public_key%')
      order by 1`),
  )
  assert.deepEqual(
    tables.map(({ name }) => name),
    [...Object.keys(waysIn), ...Object.keys(opensNothing)].sort(),
    'waysIn has to know it if it opens an account, and this test otherwise',
  )
})

test('what was not verified has nothing left after a reset that opens it but the new password', async (t) => {
  const db = await openFor(t, engine)
  await withAll(db)
  await db.run(sql`update account set email_verified_at = null where id = ${owner.id}`)
  assert.deepEqual(await left(db), Object.keys(waysIn).sort())
  await reset(db)
  assert.deepEqual(await left(db), [])
  const Verified = Type.Object({ email_verified_at: Type.String() })
  assert.deepEqual(await db.one(Verified, sql`select email_verified_at from account where id = ${owner.id}`), {
    email_verified_at: testDay,
  })
})

test('it has nothing left either where the address has become somebody else’s meanwhile', async (t) => {
  const db = await openFor(t, engine)
  await withAll(db)
  await db.run(sql`update account set email_verified_at = null where id = ${owner.id}`)
  await db.run(sql`
    update account set email = 'own@people.example', folded_email = 'own@people.example', email_verified_at = ${testDay}
    where username = 'Bo'`)
  await reset(db)
  assert.deepEqual(await left(db), [])
  const Unverified = Type.Object({ email_verified_at: Type.Null() })
  assert.deepEqual(await db.one(Unverified, sql`select email_verified_at from account where id = ${owner.id}`), {
    email_verified_at: null,
  })
})

test('a verified account keeps what may outlast a password, and is shown all of it', async (t) => {
  const db = await openFor(t, engine)
  await withAll(db)
  await reset(db)
  assert.deepEqual(await left(db), lasting.sort())
  const shown = new Set<string>()
  for (const { what } of await remainingOf(db, { account_id: owner.id, now, sessionDays: 365 })) shown.add(what)
  // Codes are asked for with the password, and apps have lost their access.
  const kinds = [...remainingKinds].filter((kind) => kind !== 'app')
  assert.deepEqual([...shown].sort(), kinds.sort())
  const known = Object.values(waysIn).flatMap(({ lasts }) => (lasts === undefined || lasts === 'codes' ? [] : [lasts]))
  assert.deepEqual([...new Set(known)].sort(), kinds)
})
