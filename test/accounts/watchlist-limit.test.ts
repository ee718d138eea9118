import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('new entries of a watchlist are limited by the hour, and nothing else is', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const set = async (media_id: number, watchlist: boolean) => {
      const body = { media_type: 'movie', media_id, watchlist }
      const reply = await send(server.app, 'POST /3/account/1/watchlist', { body, session: 'ada' })
      return [reply.statusCode, JSON.parse(reply.body), reply.headers['retry-after']]
    }
    const age = Date.parse(testDay) - dayMs / 2
    const used = new Date(Date.parse(testDay) + hourMs).toISOString()
    await server.db.run(sql`update account set created_at = ${new Date(age).toISOString()} where id = 1`)
    await server.db.run(sql`
      insert into hourly_use (account_id, thing, used_until) values (1, 'watchlist_entry', ${used})`)

    const waitSeconds = String(3_600 / hourlyLimits.watchlist_entry[0])
    assert.deepEqual(await set(502, true), [429, statusEnvelope('too_many_requests'), waitSeconds])
    assert.deepEqual(await set(501, true), [200, statusEnvelope('entry_added_again'), undefined])
    assert.deepEqual(await set(501, false), [200, statusEnvelope('deleted'), undefined])
    assert.deepEqual(await set(501, true), [429, statusEnvelope('too_many_requests'), waitSeconds])
    server.setTime(new Date(Date.parse(testDay) + Number(waitSeconds) * 1_000).toISOString())
    assert.deepEqual(await set(501, true), [200, statusEnvelope('entry_added'), undefined])
  })
})
