import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { listsToChoose, maxChoices } from '#src/contributions/lists/choose.ts'
import { maxListItems } from '#src/contributions/lists/items.ts'
import { maxLists } from '#src/contributions/lists/lists.ts'
import { findLists, maxFoundLists } from '#src/contributions/lists/search.ts'
import { raw, sql } from '#src/database/sql.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { forEachEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** The numbers from 1 on, as a table `n` with the column `i`. */
const numbers = (count: number) =>
  raw(`(with recursive n(i) as
  (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`)

forEachEngine(loadWorld, (engine) => {
  test('lists of an account, items of a list, and what is written in an hour are limited', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { db } = server
    const post = async (path: string, body: object) => {
      const reply = await send(server.app, `POST /3/list${path}`, { body, session: 'ada' })
      return [reply.statusCode, JSON.parse(reply.body), reply.headers['retry-after']]
    }
    await db.run(sql`
      insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
      select 1000 + n.i, 1, 'One of many', '', 'en', 'private', 'position.asc', ${testDay}, ${testDay}
      from ${numbers(maxLists - 2)}`)
    assert.deepEqual(await post('', { name: 'One more' }), [400, statusEnvelope('too_many_lists'), undefined])

    await db.run(sql`
      insert into record (kind, id, source_id, edit_id)
      select 'movie', 1000000 + n.i, source_id, edit_id from ${numbers(maxListItems - 3)} cross join record
      where kind = 'movie' and id = 501`)
    await db.run(sql`
      insert into list_item (list_id, kind, entity_id, position, created_at)
      select 1, 'movie', 1000000 + n.i, n.i, ${testDay} from ${numbers(maxListItems - 3)}`)
    assert.deepEqual(await post('/1/add_item', { media_id: 502 }), [400, statusEnvelope('list_full'), undefined])
    assert.deepEqual(await post('/1/add_item', { media_id: 501 }), [403, statusEnvelope('duplicate_entry'), undefined])

    const young = new Date(Date.parse(testDay) - dayMs / 2).toISOString()
    const used = new Date(Date.parse(testDay) + hourMs).toISOString()
    await db.run(sql`update account set created_at = ${young} where id = 1`)
    for (const thing of ['list', 'list_item', 'list_change'] as const)
      await db.run(sql`
        insert into hourly_use (account_id, thing, used_until) values (1, ${thing}, ${used})
        on conflict (account_id, thing) do update set used_until = excluded.used_until`)
    const wait = (thing: keyof typeof hourlyLimits) => String(Math.ceil(3_600 / hourlyLimits[thing][0]))
    const tooMany = statusEnvelope('too_many_requests')
    assert.deepEqual(await post('', { name: 'One more' }), [429, tooMany, wait('list')])
    assert.deepEqual(await post('/1/add_item', { media_id: 502 }), [429, tooMany, wait('list_item')])
    assert.deepEqual(await post('/1/remove_item', { media_id: 501 }), [429, tooMany, wait('list_change')])
    assert.deepEqual(await post('/1/clear', { confirm: true }), [429, tooMany, wait('list_change')])
  })

  test('a title is offered the lists that were changed last, and is counted on all of them', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await db.run(sql`
      insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
      select 1000 + n.i, 2, 'One of many', '', 'en', 'private', 'position.asc', ${testDay},
        cast(3000 + n.i as text) || '-01-01T00:00:00.000Z'
      from ${numbers(maxChoices + 3)}`)
    await db.run(sql`
      insert into list_item (list_id, kind, entity_id, position, created_at)
      select 1000 + n.i, 'movie', 505, 1, ${testDay} from ${numbers(maxChoices + 3)}`)
    const { lists, holding } = await listsToChoose(db, 2, { kind: 'movie', entity_id: 505 })
    const latest = Array.from({ length: maxChoices }, (_, at) => 1000 + maxChoices + 3 - at)
    assert.deepEqual([lists.map(({ id }) => id), holding], [latest, maxChoices + 3])
  })

  test('a search finds so many lists, those with the shortest names first', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    await db.run(sql`
      insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
      select 1000 + n.i, 2, case when n.i = 1 then 'Zebras' else 'Zebras at night' end, '', 'en', 'public',
        'position.asc', ${testDay}, ${testDay}
      from ${numbers(maxFoundLists + 3)}`)
    await db.run(
      sql`insert into list_word (list_id, word) select 1000 + n.i, 'zebras' from ${numbers(maxFoundLists + 3)}`,
    )
    const newest = Array.from({ length: maxFoundLists - 1 }, (_, at) => 1000 + maxFoundLists + 3 - at)
    assert.deepEqual(await findLists(db, 'zeb', false), [1001, ...newest])
  })
})
