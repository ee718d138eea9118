import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { makeToken, revokeToken } from '#src/keys/access-tokens.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { announceKeyChange, KEY_CHECK_MS, openKnownKeys, REMEMBERED_KEYS } from '#src/keys/known-keys.ts'
import { now, openFor, openTwo, prepare, writingOf } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

/** The same database, which counts how often it is asked for a row. */
function counting(db: Database) {
  const asked = { times: 0 }
  const one: Database['one'] = (row, query) => {
    asked.times++
    return db.one(row, query)
  }
  return { asked, db: { ...db, one } }
}

const anyKey = {
  id: 1,
  plan: 'developer',
  dialect: 'neutral',
  languages: '',
  appended_languages: '',
  limit_per_second: null,
  is_suspended: false,
  ends_at: null,
}

/** As another process does it. */
async function revokeElsewhere(db: Database, id: number) {
  await db.transaction(async (tx) => {
    await tx.run(sql`update api_key set revoked_at = ${now.toISOString()} where id = ${id}`)
    await announceKeyChange(tx)
  })
  // The reads of one turn share a transaction, and a thread may have written within the turn of the reads before.
  await new Promise(setImmediate)
}

forEachEngine(migrated, (engine) => {
  test('a valid key is looked up once, and each second whether keys have changed', async (t) => {
    const db = await openFor(t, engine)
    const { key, other } = await prepare(db)
    const counted = counting(db)
    let nowMs = 5_000
    const keys = openKnownKeys(
      counted.db,
      () => now,
      () => nowMs,
    )
    const developer = { ...anyKey, id: key.id }
    assert.equal(keys.known(key.secret), undefined)
    assert.deepEqual(await keys.find(key.secret), developer)
    nowMs += KEY_CHECK_MS - 1
    assert.deepEqual([keys.known(key.secret), await keys.find(key.secret)], [developer, developer])
    assert.equal(keys.known(other.secret), undefined)
    assert.equal(counted.asked.times, 2)

    nowMs += 1
    assert.equal(keys.known(key.secret), undefined)
    assert.deepEqual(await keys.find(key.secret), developer)
    assert.deepEqual(keys.known(key.secret), developer)
    assert.equal(counted.asked.times, 3)
  })

  test('a token is known until the day ends, and its key until it ends', async (t) => {
    const db = await openFor(t, engine)
    const { key, account_id } = await prepare(db)
    await db.run(sql`update api_key set account_id = ${account_id} where id = ${key.id}`)
    await db.run(sql`update account set email_verified_at = ${now.toISOString()} where id = ${account_id}`)
    const made = await makeToken.handle(writingOf(db, account_id), {
      key_id: key.id,
      name: 'one',
      scopes: ['keep'],
      lifetimeDays: 30,
    })
    assert.ok(made)
    let at = now
    const keys = openKnownKeys(
      db,
      () => at,
      () => 0,
    )
    const lastUse = async () =>
      (await db.one(Type.Object({ day: Type.String() }), sql`select last_used_on as day from access_token`))?.day
    const known = {
      ...anyKey,
      id: key.id,
      ends_at: '2026-03-11T00:00:00.000Z',
      token: { id: made.id, scopes: ['keep'] },
    }
    assert.deepEqual([await keys.find(made.secret), keys.known(made.secret)], [known, known])
    assert.equal(await lastUse(), '2026-03-10')
    at = new Date('2026-03-11T00:00:00.000Z')
    assert.equal(keys.known(made.secret), undefined)
    assert.deepEqual(await keys.find(made.secret), { ...known, ends_at: '2026-03-12T00:00:00.000Z' })
    assert.equal(await lastUse(), '2026-03-11')
    await revokeToken.handle(writingOf(db, account_id), made.id)
    await new Promise(setImmediate)
    assert.deepEqual([keys.known(made.secret), await keys.find(made.secret)], [undefined, undefined])
  })

  test('that a secret opens nothing is never remembered', async (t) => {
    const db = await openFor(t, engine)
    const { key } = await prepare(db)
    const counted = counting(db)
    const keys = openKnownKeys(
      counted.db,
      () => now,
      () => 0,
    )
    for (const secret of ['', key.secret.toUpperCase(), '__proto__', '__proto__'])
      assert.equal(await keys.find(secret), undefined)
    assert.equal(counted.asked.times, 4 + 1)
  })

  test('a key that another process revokes stops within a second', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { key } = await prepare(db)
    let nowMs = 0
    const keys = openKnownKeys(
      db,
      () => now,
      () => nowMs,
    )
    await keys.find(key.secret)
    await revokeElsewhere(beside, key.id)
    nowMs = KEY_CHECK_MS - 1
    assert.ok(keys.known(key.secret))
    nowMs = KEY_CHECK_MS
    assert.equal(keys.known(key.secret), undefined)
    assert.equal(await keys.find(key.secret), undefined)
  })

  test('a key that is revoked while it is looked up stops at once', async (t) => {
    const db = await openFor(t, engine)
    const { key } = await prepare(db)
    const one: Database['one'] = async (row, query) => {
      const found = await db.one(row, query)
      if (found && 'plan' in found) await revokeKey(db, key.id, now)
      return found
    }
    const keys = openKnownKeys(
      { ...db, one },
      () => now,
      () => 0,
    )
    await keys.find(key.secret)
    assert.equal(keys.known(key.secret), undefined)
  })

  test('a key that this process revokes stops with the next request, and no other', async (t) => {
    const db = await openFor(t, engine)
    const { key, other } = await prepare(db)
    const app = buildServer({ db, config: readConfig({}, {}).config, clock: () => now })
    t.after(() => app.close())
    const status = async (secret: string) => (await app.inject(`/3/authentication?api_key=${secret}`)).statusCode
    assert.deepEqual([await status(key.secret), await status(other.secret)], [200, 200])
    await revokeKey(db, key.id, now)
    assert.deepEqual([await status(key.secret), await status(other.secret)], [401, 200])
  })
})

test('a bounded number of keys is remembered, those that were looked up last', async () => {
  const db = { one: async () => ({ ...anyKey, number: 0 }) } as unknown as Database
  const keys = openKnownKeys(
    db,
    () => now,
    () => 0,
  )
  for (let count = 0; count <= REMEMBERED_KEYS; count++) await keys.find(`secret ${count}`)
  assert.equal(keys.known('secret 0'), undefined)
  assert.ok(keys.known('secret 1'))
  assert.ok(keys.known(`secret ${REMEMBERED_KEYS}`))
})
