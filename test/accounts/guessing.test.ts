import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Credentials, signIn } from '#src/accounts/accounts.ts'
import { clientOf, takeAttempt } from '#src/accounts/attempts.ts'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { knownPlace, maxPlaces, PLACE_DAYS, placesOf, rememberPlaces } from '#src/accounts/places.ts'
import { resetPassword } from '#src/accounts/recovery.ts'
import type { Context } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { validateWithLogin, validateWithLoginByGet } from '#src/groups/authentication/validate-with-login.ts'
import { makeLink } from '#src/mail/links.ts'
import { performFor } from '#src/run/perform.ts'
import { ada, later, now, openFor, prepare, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

/** How an attempt to sign in ends. */
async function outcome(db: Database, given: Partial<Credentials> & { now?: Date }): Promise<string> {
  try {
    const { now, ...credentials } = given
    await signIn.handle(writingOf(db, 0, now), { username: 'ada', password: 'the lamp is out', ...credentials })
    return 'signed in'
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

/** The same where nobody has signed in before. */
async function ofStranger(db: Database, given: Partial<Credentials> & { now?: Date }): Promise<string> {
  await db.run(sql`delete from sign_in_place`)
  return outcome(db, given)
}

/** Guesses at places that are not known, as often as nothing is waited for. */
async function exhaust(db: Database, username: string) {
  for (let count = 0; count < 20; count++) assert.equal(await outcome(db, { username }), 'invalid_credentials')
  assert.equal(await outcome(db, { username }), 'too_many_requests')
}

test('a place is a network, never a whole address, and a client is an address or a network of IPv6', () => {
  const cases: [address: string, place: string, client: string][] = [
    ['192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['::ffff:192.0.2.77', '192.0.2.0/24', '192.0.2.77/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8::/48', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/48', 'fe80::/64'],
    ['127.0.0.1', '127.0.0.0/24', '127.0.0.1/32'],
    ['a socket', 'a socket', 'a socket'],
  ]
  for (const [address, place, client] of cases)
    assert.deepEqual([placesOf({ clientAddress: address }), clientOf(address)], [[`address:${place}`], client])
})

forEachEngine(migrated, (engine) => {
  test('who waits does not tell which user name and which address are one account, nor its number', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    await exhaust(db, 'ada')
    assert.equal(await outcome(db, { username: 'ADA' }), 'too_many_requests')
    for (const username of [ada.email, String(account_id)])
      assert.equal(await outcome(db, { username }), 'invalid_credentials', username)
  })

  for (const username of ['ada', ada.email])
    test(`signing in as ${username} starts anew for the user name and for the address`, async (t) => {
      const db = await openFor(t, engine)
      await prepare(db)
      for (const typed of ['ada', ada.email]) await exhaust(db, typed)
      assert.equal(await outcome(db, { username, password: ada.password, now: later(1) }), 'signed in')
      for (const typed of ['ada', ada.email])
        assert.equal(await outcome(db, { username: typed, now: later(1) }), 'invalid_credentials', typed)
    })

  test('a reset of the password starts anew for the user name and for the address', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    for (const typed of ['ada', ada.email]) await exhaust(db, typed)
    const secret = await makeLink(db, { purpose: 'reset', account_id, email: ada.email, now })
    await resetPassword.handle(writingOf(db, 0), { secret, password: ada.password })
    for (const username of ['ada', ada.email]) assert.equal(await outcome(db, { username }), 'invalid_credentials')
  })

  test('an address that was typed and never verified is not started anew', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    await db.run(sql`update account set email_verified_at = null where id = ${account_id}`)
    await exhaust(db, ada.email)
    assert.equal(await outcome(db, { password: ada.password }), 'email_unverified')
    assert.equal(await outcome(db, { username: ada.email }), 'too_many_requests')
  })

  test('guesses elsewhere never keep somebody out at a place that is known', async (t) => {
    const db = await openFor(t, engine)
    const { key_id, other } = await prepare(db)
    const home = { clientAddress: '192.0.2.7' }
    const sameNetwork = { clientAddress: '192.0.2.99' }
    const elsewhere = { clientAddress: '198.51.100.7' }
    const right = (from: Partial<Credentials>, at = now) => outcome(db, { ...from, password: ada.password, now: at })
    assert.equal(await right(home), 'signed in')
    assert.equal(await right({ remembered: 'the browser' }), 'signed in')
    await exhaust(db, 'ada')
    for (const from of [elsewhere, { key_id }]) assert.equal(await right(from), 'too_many_requests')
    for (const from of [home, sameNetwork, { ...elsewhere, remembered: 'the browser' }])
      assert.equal(await right(from), 'signed in', JSON.stringify(from))

    // A known place has a budget of its own, which others do not share.
    for (let count = 0; count < 10; count++) assert.equal(await outcome(db, home), 'invalid_credentials')
    assert.equal(await right(home), 'too_many_requests')
    assert.equal(await right({ ...home, remembered: 'the browser' }), 'signed in', 'which clears it')
    assert.equal(await right(home), 'signed in')

    // A key is a place too, and a place is forgotten in the end.
    assert.equal(await right({ key_id }, later(5)), 'signed in')
    for (let count = 0; count < 20; count++) await outcome(db, { now: later(6) })
    assert.equal(await right({ key_id }, later(6)), 'signed in')
    assert.equal(await right({ key_id: other.id }, later(6)), 'too_many_requests')
    const muchLater = later(6 + PLACE_DAYS * 1_440)
    for (let count = 0; count < 20; count++) await outcome(db, { now: muchLater })
    assert.equal(await right({ key_id }, muchLater), 'too_many_requests')
  })

  test('one place has fewer guesses than all together', async (t) => {
    const db = await openFor(t, engine)
    await prepare(db)
    for (let count = 0; count < 10; count++)
      assert.equal(await outcome(db, { clientAddress: '192.0.2.7' }), 'invalid_credentials')
    assert.equal(await outcome(db, { clientAddress: '192.0.2.8' }), 'too_many_requests')
    for (let count = 0; count < 10; count++)
      assert.equal(await outcome(db, { clientAddress: '198.51.100.8' }), 'invalid_credentials')
    assert.equal(await outcome(db, { clientAddress: '203.0.113.8' }), 'too_many_requests')
  })

  test('a link by mail gets somebody in who is kept out', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const from = { clientAddress: '192.0.2.7' }
    await exhaust(db, 'ada')
    const secret = await makeLink(db, { purpose: 'reset', account_id, email: ada.email, now })
    await resetPassword.handle(writingOf(db, 0), { ...from, secret, password: ada.password })
    await exhaust(db, 'ada')
    assert.equal(await outcome(db, { ...from, password: ada.password }), 'signed in')
  })

  test('an account has so many places, and the oldest go', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const place = (at: number) => `key:${1_000 + at}`
    for (let at = 0; at <= maxPlaces; at++) await rememberPlaces(db, account_id, [place(at)], later(at))
    const known = (at: number) => knownPlace(db, account_id, [place(at)], later(maxPlaces))
    assert.deepEqual([await known(0), await known(1)], [undefined, place(1)])
    const { places } = await personalData(db, account_id)
    assert.equal(places.length, maxPlaces)
    const at = later(1).toISOString()
    assert.deepEqual(places[0], { place: place(1), first_at: at, last_at: at })
  })

  test('who signs in takes nothing from the others behind the same address, and gives them no more', async (t) => {
    const db = await openFor(t, engine)
    await prepare(db)
    const clientAddress = '192.0.2.7'
    const right = () => ofStranger(db, { password: ada.password, clientAddress })
    for (let count = 0; count < 40; count++) assert.equal(await right(), 'signed in', `sign-in ${count}`)
    for (let count = 0; count < 30; count++) {
      assert.equal(await outcome(db, { username: `nobody${count}`, clientAddress }), 'invalid_credentials')
      if (count < 29) assert.equal(await right(), 'signed in')
    }
    assert.equal(await right(), 'too_many_requests')
  })

  test('a key tries passwords of all accounts together so often, and no other key waits with it', async (t) => {
    const db = await openFor(t, engine)
    const { key_id, other } = await prepare(db)
    const guess = (count: number) => outcome(db, { username: `nobody${count}`, key_id })
    for (let count = 0; count < 99; count++) assert.equal(await guess(count), 'invalid_credentials')
    for (let count = 0; count < 3; count++)
      assert.equal(await ofStranger(db, { password: ada.password, key_id }), 'signed in', 'it gives its try back')
    assert.equal(await guess(99), 'invalid_credentials')
    assert.equal(await ofStranger(db, { password: ada.password, key_id }), 'too_many_requests')
    assert.equal(await ofStranger(db, { password: ada.password, key_id: other.id }), 'signed in')
    assert.equal(await ofStranger(db, { password: ada.password }), 'signed in')
    assert.equal(await ofStranger(db, { password: ada.password, key_id, now: later(0, 2_000) }), 'signed in')
    await guess(100)
    assert.equal(await ofStranger(db, { password: ada.password, key_id, now: later(0, 2_000) }), 'too_many_requests')
    assert.equal(
      await ofStranger(db, { password: ada.password, key_id, now: later(1) }),
      'signed in',
      'within a minute',
    )
  })

  test('nobody lets an application use an account that is suspended or deleted', async (t) => {
    const db = await openFor(t, engine)
    const { account_id, newToken, approve } = await prepare(db)
    const request_token = await newToken()
    for (const column of [raw('disabled_at'), raw('deleted_at')]) {
      await db.run(sql`update account set ${column} = '' where id = ${account_id}`)
      assert.equal(await approve(request_token), undefined)
      await db.run(sql`update account set ${column} = null where id = ${account_id}`)
    }
    assert.notEqual(await approve(request_token), undefined)
  })

  test('tries through the interface count for their key', async (t) => {
    const db = await openFor(t, engine)
    const { key_id, other, newToken } = await prepare(db)
    for (let count = 0; count < 100; count++) await takeAttempt(db, [['sign_in_with_key', String(key_id)]], now)
    const body = { username: 'ada', password: ada.password, request_token: await newToken() }
    const write = performFor(writingOf(db, 0))
    const context = { db, caller: { key_id }, now, write, body, query: body } as unknown as Context
    for (const { handle } of [validateWithLogin, validateWithLoginByGet]) {
      await assert.rejects(handle(context), new ApiError('too_many_requests', 2))
      await assert.rejects(
        handle({ ...context, caller: { ...context.caller, key_id: other.id } }),
        new ApiError('invalid_request_token'),
      )
    }
  })
})
