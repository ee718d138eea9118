import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeFromHour } from '#src/accounts/hourly-limits.ts'
import { hourlyLimits, type Made } from '#src/contract/hourly-limits.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { hourMs } from '#src/reference/days.ts'
import { later, openFor, prepare } from '../support/accounts.ts'
import { migrated } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const day = 1_440
/** Minutes after its account was made, and which limit holds then. */
const ages = [
  [0, 0],
  [day - 121, 0],
  [day, 1],
  [30 * day - 121, 1],
  [30 * day, 2],
] as const

/** Of what a member may make more often in an hour, all but the last one are written down as used. */
const countedOneByOne = 60

const use = (db: Database, account_id: number, thing: Made, until: Date) =>
  db.run(sql`
    insert into hourly_use (account_id, thing, used_until) values (${account_id}, ${thing}, ${until.toISOString()})
    on conflict (account_id, thing) do update set used_until = excluded.used_until`)

forEachEngine(migrated, (engine) => {
  test('what members make is limited by the hour and by the age of their account', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    for (const [minutes, place] of ages)
      for (const thing of Object.keys(hourlyLimits) as Made[]) {
        const most = hourlyLimits[thing][place]
        const take = (ms = 0) => takeFromHour(db, account_id, thing, later(minutes, ms))
        if (most > countedOneByOne) await use(db, account_id, thing, later(minutes, (hourMs / most) * (most - 1)))
        const left = most > countedOneByOne ? 1 : most
        for (let count = 0; count < left; count++) assert.equal(await take(), 0, `${thing} ${count} after ${minutes}`)
        const waitSeconds = Math.ceil(3_600 / most)
        assert.equal(await take(), waitSeconds, `${thing} after ${minutes}`)
        assert.equal(await take(waitSeconds * 1_000), 0, 'one more after that time')
        assert.notEqual(await take(waitSeconds * 1_000), 0)
      }
  })

  test('one thing does not count for another, nor one account for another, and parallel ones all count', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    const take = (thing: Made) => takeFromHour(db, account_id, thing, later(0))
    for (const thing of ['review', 'image_vote'] as const) {
      const [most] = hourlyLimits[thing]
      const waits = await Promise.all(Array.from({ length: most + 3 }, () => take(thing)))
      assert.equal(waits.filter((wait) => wait === 0).length, most)
    }
    assert.equal(await take('image'), 0)
    assert.equal(await takeFromHour(db, account_id + 1, 'review', later(0)), 0, 'there is no such account')
  })
})
