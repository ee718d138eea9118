import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { IGNORED_KEYS, IGNORED_NAMES, recentOf } from '#src/keys/recent-requests.ts'
import { openUsage, usageOf } from '#src/keys/usage.ts'
import { openFor, openTwo } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'

const Hour = Type.Object({
  key_id: Type.Integer(),
  hour: Type.String(),
  requests: Type.Integer(),
  refused: Type.Integer(),
})
const storedHours = (db: Database) =>
  db.all(Hour, sql`select key_id, hour, requests, refused from key_usage order by key_id, hour`)

const LastUsed = Type.Object({ last_used_at: nullable(Type.String()) })
const lastUsed = (db: Database) => db.all(LastUsed, sql`select last_used_at from api_key order by id`)

/** Two keys, 1 and 2, and a clock that the test sets. */
async function prepareUsage(db: Database, maxWaiting?: number) {
  const clock = { now: new Date('2026-03-10T12:30:00.000Z') }
  for (const name of ['one', 'two']) await createKey(db, { name, plan: 'developer', account_id: null, now: clock.now })
  const usage = openUsage(db, () => clock.now, maxWaiting)
  const at = (time: string) => {
    clock.now = new Date(time)
  }
  return { usage, at, clock }
}

/** A database that cannot write while `isDown`. */
function failing(db: Database) {
  const state = { isDown: true }
  const failingDb: Database = {
    ...db,
    transaction: (work) => (state.isDown ? Promise.reject(new Error('the database is away')) : db.transaction(work)),
  }
  return { failingDb, state }
}

async function openUsageFor(t: TestContext, engine: TestEngine) {
  const db = await openFor(t, engine)
  return { db, ...(await prepareUsage(db)) }
}

forEachEngine(migrated, (engine) => {
  test('requests are added up by key and hour, and nothing is written before it is time', async (t) => {
    const { db, usage, at } = await openUsageFor(t, engine)
    usage.count(1, false)
    usage.count(1, true)
    usage.count(2, false)
    assert.deepEqual(await storedHours(db), [])
    await usage.write()
    at('2026-03-10T12:59:59.999Z')
    usage.count(1, false)
    at('2026-03-10T13:00:00.000Z')
    usage.count(1, false)
    await usage.write()
    await usage.write()
    assert.deepEqual(await storedHours(db), [
      { key_id: 1, hour: '2026-03-10T12', requests: 3, refused: 1 },
      { key_id: 1, hour: '2026-03-10T13', requests: 1, refused: 0 },
      { key_id: 2, hour: '2026-03-10T12', requests: 1, refused: 0 },
    ])
    assert.deepEqual(await lastUsed(db), [
      { last_used_at: '2026-03-10T13:00:00.000Z' },
      { last_used_at: '2026-03-10T12:30:00.000Z' },
    ])
  })

  test('several servers add to the same hours, and the last use is the latest of all', async (t) => {
    const [db, beside] = await openTwo(t, engine)
    const { usage, at, clock } = await prepareUsage(db)
    const other = openUsage(beside, () => clock.now)
    for (let round = 0; round < 5; round++) {
      for (let requests = 0; requests < 10; requests++) {
        usage.count(1, false)
        other.count(2, false)
        other.count(1, false)
        usage.count(2, false)
      }
      await Promise.all([usage.write(), other.write(), usage.write()])
    }
    assert.deepEqual(
      (await storedHours(db)).map(({ requests }) => requests),
      [100, 100],
    )
    at('2026-03-10T12:29:00.000Z')
    other.count(1, false)
    await other.write()
    assert.equal((await lastUsed(db))[0]?.last_used_at, '2026-03-10T12:30:00.000Z')
  })

  test('what cannot be written is kept, up to a limit, and written later', async (t) => {
    const db = await openFor(t, engine)
    const { clock, at } = await prepareUsage(db)
    const { failingDb, state } = failing(db)
    const usage = openUsage(failingDb, () => clock.now, 2)
    usage.count(1, false)
    await assert.rejects(usage.write(), /away/)
    usage.count(1, false)
    at('2026-03-10T13:30:00.000Z')
    usage.count(1, false)
    usage.count(2, false)
    await assert.rejects(usage.write(), /away/)
    state.isDown = false
    await usage.write()
    assert.deepEqual(await storedHours(db), [
      { key_id: 1, hour: '2026-03-10T12', requests: 2, refused: 0 },
      { key_id: 1, hour: '2026-03-10T13', requests: 1, refused: 0 },
    ])
  })

  test('what was ignored is counted for a bounded number of keys and parameters', async (t) => {
    const { db, usage, clock } = await openUsageFor(t, engine)
    const names = Array.from({ length: IGNORED_NAMES + 1 }, (_, at) => `name${at}`)
    usage.ignore(1, [...names, 'name0'])
    for (let key_id = 2; key_id <= IGNORED_KEYS + 1; key_id++) usage.ignore(key_id, ['name0'])
    await usage.write()
    const first = (await recentOf(db, 1, clock.now)).ignored
    assert.deepEqual(
      first,
      names.slice(0, -1).map((name) => ({ name, requests: 1 })),
    )
    const counts = [IGNORED_KEYS, IGNORED_KEYS + 1].map(
      async (id) => (await recentOf(db, id, clock.now)).ignored.length,
    )
    assert.deepEqual(await Promise.all(counts), [1, 0])
  })

  test('a key that is gone takes nothing from the others', async (t) => {
    const { db, usage } = await openUsageFor(t, engine)
    usage.count(1, false)
    usage.count(999, false)
    await usage.write()
    assert.deepEqual(await storedHours(db), [{ key_id: 1, hour: '2026-03-10T12', requests: 1, refused: 0 }])
  })

  test('hours that are no longer shown are forgotten', async (t) => {
    const { db, usage, at } = await openUsageFor(t, engine)
    usage.count(1, false)
    await usage.write()
    at('2026-04-09T00:00:00.000Z')
    usage.count(2, false)
    await usage.write()
    assert.equal((await storedHours(db)).length, 2, 'the thirtieth day')
    at('2026-04-10T00:00:00.000Z')
    usage.count(2, false)
    await usage.write()
    assert.deepEqual(
      (await storedHours(db)).map(({ hour }) => hour),
      ['2026-04-09T00', '2026-04-10T00'],
    )
  })

  test('usage is shown by hour and day, with days on which there was none', async (t) => {
    const { db, usage, at, clock } = await openUsageFor(t, engine)
    const moments = ['2026-02-08T23:59:59Z', '2026-02-09T00:00:00Z', '2026-03-09T12:59:59Z', '2026-03-09T13:00:00Z']
    for (const [index, moment] of [...moments, '2026-03-10T12:30:00Z'].entries()) {
      at(moment)
      for (let requests = 0; requests <= index; requests++) usage.count(1, index === 4)
      await usage.write()
    }
    const shown = await usageOf(db, [1, 2], clock.now)
    const { lastDay, lastMonth, refused, days } = shown.get(1)!
    assert.deepEqual({ lastDay, lastMonth, refused }, { lastDay: 9, lastMonth: 14, refused: 5 })
    assert.equal(days.length, 30)
    assert.deepEqual(
      days.filter(({ requests }) => requests > 0),
      [
        { day: '2026-02-09', requests: 2 },
        { day: '2026-03-09', requests: 7 },
        { day: '2026-03-10', requests: 5 },
      ],
    )
    assert.deepEqual([days[0]?.day, days[29]?.day], ['2026-02-09', '2026-03-10'])
    const { days: none, ...sums } = shown.get(2)!
    assert.deepEqual([sums, none.length], [{ lastDay: 0, lastMonth: 0, refused: 0 }, 30])
    assert.deepEqual(await usageOf(db, [], clock.now), new Map())
  })
})
