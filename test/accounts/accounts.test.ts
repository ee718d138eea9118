import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createAccount, findAccount, signIn } from '#src/accounts/accounts.ts'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { allowApplication, approveRequestToken, createRequestToken, isWaiting } from '#src/accounts/request-tokens.ts'
import { createSession, endSession, exchangeRequestToken } from '#src/accounts/sessions.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { findKey } from '#src/keys/find-key.ts'
import { isKeyValid, keyPageSize, listKeys, revokeKey } from '#src/keys/keys.ts'
import { ada, knownSession, later, now, openFor, openTwo, prepare, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const unknown = 'f'.repeat(40)
const developer = {
  ...{ plan: 'developer', dialect: 'neutral', languages: '', appended_languages: '', limit_per_second: null },
  ...{ is_suspended: false, ends_at: null },
}

const Count = Type.Object({ count: Type.Integer() })
const tokenCount = async (db: Database) =>
  (await db.one(Count, sql`select count(*) as count from request_token`))?.count
const sessionCount = async (db: Database) => (await db.one(Count, sql`select count(*) as count from session`))?.count

/** What every session says besides. */
const member = { role: 'member', scopes: ['read', 'keep'] }

forEachEngine(migrated, (engine) => {
  test('a key opens what it is for until it is revoked', async (t) => {
    const db = await openFor(t, engine)
    const { key, other } = await prepare(db)
    assert.deepEqual(await findKey(db, key.secret, now), { ...developer, id: key.id })
    assert.deepEqual(await findKey(db, other.secret, now), { ...developer, id: other.id, plan: 'professional' })
    for (const secret of ['', unknown, key.secret.toUpperCase(), `${key.secret} `, 'a\0b'])
      assert.equal(await findKey(db, secret, now), undefined)

    assert.equal(await revokeKey(db, key.id, later(1)), true)
    assert.equal(await findKey(db, key.secret, now), undefined)
    assert.equal(await isKeyValid(db, key.id, now), false)
    assert.equal(await isKeyValid(db, other.id, now), true)
    assert.equal(await revokeKey(db, key.id, later(2)), true)
    assert.equal(await revokeKey(db, 999_999_999_999_999, now), false)
    assert.deepEqual(await listKeys(db, 0), [
      {
        id: key.id,
        name: 'one',
        use: 'interface',
        ...{ plan: 'developer', dialect: 'neutral', languages: '', appended_languages: '', limit_per_second: null },
        last_four: key.secret.slice(-4),
        created_at: '2026-03-10T12:00:00.500Z',
        ends_at: null,
        suspended_at: null,
        revoked_at: '2026-03-10T12:01:00.500Z',
      },
      {
        id: other.id,
        name: 'two',
        use: 'interface',
        plan: 'professional',
        limit_per_second: null,
        dialect: 'neutral',
        languages: '',
        appended_languages: '',
        last_four: other.secret.slice(-4),
        created_at: '2026-03-10T12:00:00.500Z',
        ends_at: null,
        suspended_at: null,
        revoked_at: null,
      },
    ])
    assert.deepEqual(
      (await listKeys(db, key.id)).map(({ id }) => id),
      [other.id],
    )
  })

  test('keys are listed page by page', async (t) => {
    const db = await openFor(t, engine)
    await db.run(sql`
      with recursive n(value) as (select 1 union all select value + 1 from n where value <= ${keyPageSize})
      insert into api_key (digest, last_four, name, plan, created_at)
      select 'digest ' || value, 'abcd', 'many', 'developer', '' from n`)
    const first = await listKeys(db, 0)
    assert.equal(first.length, keyPageSize)
    assert.equal((await listKeys(db, first.at(-1)!.id)).length, 1)
  })

  test('a token is approved, exchanged once, and its session lasts until it is ended', async (t) => {
    const db = await openFor(t, engine)
    const { key_id, account_id, approve, exchange } = await prepare(db)
    const made = await createRequestToken(db, { key_id, now, lifetimeMinutes: 60 })
    const { request_token } = made
    assert.deepEqual(made, { success: true, expires_at: '2026-03-10 13:00:00 UTC', request_token })
    assert.match(request_token, /^[0-9a-f]{40}$/)

    assert.equal(await exchange(request_token), undefined, 'not approved yet')
    assert.deepEqual(await approve(request_token, later(1)), made)
    assert.deepEqual(await approve(request_token, later(2)), made, 'once more by the same user')
    const session_id = (await exchange(request_token, later(3)))?.session_id
    assert.match(session_id!, /^[0-9a-f]{40}$/)
    assert.equal(await exchange(request_token, later(3)), undefined, 'used')
    assert.equal(await approve(request_token, later(3)), undefined, 'used')

    assert.deepEqual(await knownSession(db, session_id!), { account_id, key_id, ...member })
    assert.equal(await knownSession(db, unknown), undefined)
    assert.equal(await endSession(db, unknown), false)
    assert.equal(await endSession(db, session_id!), true)
    assert.equal(await endSession(db, session_id!), false)
    assert.equal(await knownSession(db, session_id!), undefined)
  })

  test('a token means nothing with another key, for another user, or when it is over', async (t) => {
    const db = await openFor(t, engine)
    const { key_id, other, account_id, newToken, approve, exchange } = await prepare(db)
    const request_token = await newToken()
    const asked = { request_token, key_id, now }
    const withOther = { ...asked, key_id: other.id }
    const lastMoment = later(60, -1)

    assert.equal(await isWaiting(db, asked), true)
    assert.equal(await isWaiting(db, { ...asked, now: lastMoment }), true)
    assert.equal(await isWaiting(db, { ...asked, now: later(60) }), false)
    assert.equal(await isWaiting(db, withOther), false)
    assert.equal(await isWaiting(db, { ...asked, request_token: unknown }), false)

    assert.equal(await approveRequestToken(db, { ...withOther, account_id }), undefined)
    assert.equal(await approve(request_token, later(60)), undefined)
    assert.equal(await approve(unknown), undefined)
    assert.notEqual(await approve(request_token, lastMoment), undefined)

    const { passwords } = writingOf(db, 0)
    const bo = (await createAccount(db, passwords, { ...ada, username: 'bo', email: '' }))!.id
    assert.equal(await approveRequestToken(db, { ...asked, account_id: bo }), undefined)

    assert.equal(await exchangeRequestToken(db, withOther), undefined)
    assert.equal(await exchange(request_token, later(60)), undefined)
    assert.equal(await sessionCount(db), 0)
    const session_id = (await exchange(request_token, lastMoment))?.session_id
    assert.deepEqual(await knownSession(db, session_id!), { account_id, key_id, ...member })
  })

  test('of any number of exchanges at once, on two servers, one gets the session', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { key_id, newToken, approve } = await prepare(db)
    for (let round = 0; round < 5; round++) {
      const request_token = await newToken()
      await approve(request_token)
      const exchanges = Array.from({ length: 10 }, (_, index) =>
        exchangeRequestToken(index % 2 ? db : beside, { request_token, key_id, now }),
      )
      const sessions = (await Promise.all(exchanges)).filter((session_id) => session_id !== undefined)
      assert.equal(sessions.length, 1)
      assert.equal(await sessionCount(db), round + 1)
    }
  })

  test('of two users who approve a token at once, one has it', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { key_id, account_id, newToken, exchange } = await prepare(db)
    const bo = (await createAccount(db, writingOf(db, 0).passwords, { ...ada, username: 'bo', email: '' }))!.id
    const request_token = await newToken()
    const asked = { request_token, key_id, now }
    const [one, two] = await Promise.all([
      approveRequestToken(db, { ...asked, account_id }),
      approveRequestToken(beside, { ...asked, account_id: bo }),
    ])
    assert.equal([one, two].filter((reply) => reply !== undefined).length, 1)
    const session = await knownSession(db, (await exchange(request_token))!.session_id)
    assert.deepEqual(session, { account_id: one ? account_id : bo, key_id, ...member })
  })

  test('revoking a key stops its sessions and tokens at once, on every server, and no others', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { key_id, other, account_id, key } = await prepare(db)
    const stopped = await createSession(db, { account_id, key_id, now })
    const kept = await createSession(db, { account_id, key_id: other.id, now })
    assert.deepEqual(await knownSession(beside, stopped), { account_id, key_id, ...member })
    await revokeKey(db, key_id, now)
    // The reads of one turn share a transaction, and a thread may have written within the turn of the reads before.
    await new Promise(setImmediate)
    assert.equal(await findKey(beside, key.secret, now), undefined)
    assert.equal(await knownSession(beside, stopped), undefined)
    assert.deepEqual(await knownSession(beside, kept), {
      account_id,
      key_id: other.id,
      ...member,
    })
    assert.equal(await endSession(db, stopped), true)
  })

  for (const [state, column] of [
    ['disabled', sql`disabled_at`],
    ['deleted', sql`deleted_at`],
  ] as const)
    test(`a ${state} account has no sessions and gets none`, async (t) => {
      const db = await openFor(t, engine)
      const { key_id, account_id, newToken, approve, exchange } = await prepare(db)
      const [request_token, waiting] = [await newToken(), await newToken()]
      await approve(request_token)
      const session_id = await createSession(db, { account_id, key_id, now })
      const allow = () => allowApplication.handle(writingOf(db, account_id), { request_token: waiting, scopes: [] })
      await db.run(sql`update account set ${column} = ${now.toISOString()} where id = ${account_id}`)
      assert.equal(await knownSession(db, session_id), undefined)
      assert.equal(await exchange(request_token), undefined)
      assert.equal(await allow(), false)
      await db.run(sql`update account set ${column} = null where id = ${account_id}`)
      assert.deepEqual(await knownSession(db, session_id), { account_id, key_id, ...member })
      assert.notEqual(await exchange(request_token), undefined)
      assert.equal(await allow(), true)
    })

  test('many tokens at once, while old ones go, are all made', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { key_id, newToken } = await prepare(db)
    await Promise.all(Array.from({ length: 50 }, () => newToken()))
    const [made] = await Promise.all([
      Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          createRequestToken(index % 2 ? db : beside, { key_id, now: later(61), lifetimeMinutes: 60 }),
        ),
      ),
      deleteExpired(beside, later(61), { sessionDays: 365 }),
    ])
    for (const { request_token } of made)
      assert.equal(await isWaiting(db, { request_token, key_id, now: later(61) }), true)
    assert.equal(await tokenCount(db), 50)
  })

  test('user names are one when they differ in capital letters only, also when two come at once', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { account_id } = await prepare(db)
    const { passwords } = writingOf(db, 0)
    assert.equal((await findAccount(db, 'aDA'))?.id, account_id)
    assert.equal(await createAccount(db, passwords, { ...ada, username: 'ADA', email: '' }), undefined)
    const made = await Promise.all([
      createAccount(db, passwords, { ...ada, username: 'Bo', email: '' }),
      createAccount(beside, passwords, { ...ada, username: 'bo', email: '' }),
      createAccount(db, passwords, { ...ada, username: 'bO', email: '' }),
    ])
    assert.equal(made.filter((account) => account !== undefined).length, 1)
  })

  test('an address is that of one account', async (t) => {
    const db = await openFor(t, engine)
    const { passwords } = writingOf(db, 0)
    assert.ok(await createAccount(db, passwords, ada))
    assert.equal(await createAccount(db, passwords, { ...ada, username: 'bo', email: 'ADA@example.org' }), undefined)
    assert.ok(await createAccount(db, passwords, { ...ada, username: 'bo', email: '' }))
    assert.ok(await createAccount(db, passwords, { ...ada, username: 'cy', email: '' }))
  })

  test('only who knows the password learns anything of an account', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const writing = writingOf(db, 0)
    const refused = (username: string, password: string, status: ConstructorParameters<typeof ApiError>[0]) =>
      assert.rejects(signIn.handle(writing, { username, password }), new ApiError(status))
    await db.run(sql`
      insert into source (id, name, licence, url, rank, redistributable)
      values ('reviews', 'Reviews', 'CC0-1.0', '', 1, ${true})`)
    await db.run(sql`
      insert into account (username, folded_username, password, created_at, source_id)
      values ('critic', 'critic', 'hash of the lamp is lit', '', 'reviews')`)

    assert.equal((await signIn.handle(writing, { username: 'ada', password: 'the lamp is lit' })).id, account_id)
    await refused('ada', 'the lamp is out', 'invalid_credentials')
    for (const username of ['nobody', 'critic', 'a\0a', ' ada', ''])
      await refused(username, 'the lamp is lit', 'invalid_credentials')
    await db.run(sql`update account set email_verified_at = null where id = ${account_id}`)
    await refused('ada', 'the lamp is lit', 'email_unverified')
    await db.run(sql`update account set disabled_at = '2026-03-10T12:00:00.000Z' where id = ${account_id}`)
    await refused('ada', 'the lamp is lit', 'account_disabled')
    await refused('ada', 'the lamp is out', 'invalid_credentials')
    // Each time the work of a verification was done, on nothing where there is no account.
    const stored = 'hash of the lamp is lit'
    assert.deepEqual(writing.asked, [stored, stored, ...Array(5).fill(undefined), stored, stored, stored])
  })

  test('what is stored tells no secret', async (t) => {
    const db = await openFor(t, engine)
    const { key, newToken, approve, exchange } = await prepare(db)
    const [pending, approved] = [await newToken(), await newToken()]
    await approve(approved)
    const session_id = (await exchange(approved))?.session_id
    const Row = Type.Object({ digest: Type.String() })
    const digests = await db.all(
      Row,
      sql`select digest from api_key union all select digest from request_token union all select digest from session`,
    )
    assert.equal(digests.length, 4)
    const stored = new Set(digests.map(({ digest }) => digest))
    for (const secret of [key.secret, pending, approved, session_id!]) assert.equal(stored.has(secret), false)
    for (const digest of stored) assert.match(digest, /^[0-9a-f]{64}$/)
  })
})
