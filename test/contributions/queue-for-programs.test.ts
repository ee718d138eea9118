import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { listActs } from '#src/audit/acts.ts'
import { lockRecord, unlockRecord } from '#src/contributions/record-locks.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { startPages } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Overview = Type.Object({ overview: Type.String() })

forEachEngine(loadWorld, (engine) => {
  for (const judge of ['trusted', 'moderator'] as const)
    test(`a ${judge} member asks, settles differences and accepts through the interface`, async (t) => {
      const server = await startPages(engine, { 'edits-of-new-members': '1' })
      t.after(() => server.close())
      const { db, app } = server
      await db.run(sql`update session set scopes = 'read keep edit moderate'`)
      const ask = async (request: string, session: string, body?: object) => {
        const reply = await send(app, request, { session, ...(body && { body }) })
        return { http: reply.statusCode, ...JSON.parse(reply.body) }
      }
      const edit = (overview: string, session = 'ada') =>
        ask('POST /commons/1/edit', session, { records: [{ kind: 'collection', id: 402, overview }] })
      assert.equal((await edit('By ada.')).waits, true)
      const [one] = (await ask('GET /commons/1/queue', 'ada')).edits
      const at = `POST /commons/1/queue/${one.id}`
      assert.equal((await ask(at, 'bo', { act: 'accept' })).http, 404)
      await (judge === 'trusted'
        ? db.run(sql`update account set trusted_at = ${testDay} where username = 'Bo'`)
        : db.run(sql`update account set role = 'moderator' where username = 'Bo'`))
      assert.equal((await ask('GET /commons/1/queue?account=ada', 'bo')).edits[0].changes[0].value, 'By ada.')

      assert.equal((await ask(at, 'bo', { act: 'ask', words: 'Where from?' })).http, 201)
      assert.equal((await ask(at, 'ada', { act: 'answer', words: 'From the box.' })).http, 201)
      const [asked] = (await ask('GET /commons/1/queue', 'bo')).edits
      assert.deepEqual([asked.question, asked.answer], ['Where from?', 'From the box.'])

      assert.equal((await edit('By bo.', 'bo')).waits, false)
      const differs = await ask(at, 'bo', { act: 'accept' })
      assert.deepEqual([differs.http, differs.status_code, differs.is_gone], [409, 47, false])
      const [{ original_value, present, value }] = differs.differences
      assert.deepEqual([original_value, present, value], [null, 'By bo.', 'By ada.'])
      const held = { kind: 'collection', id: 402, place: 'overview' } as const
      const lockedBy = { by: 3, reason: 'Two sides fight', now: new Date(testDay) }
      await lockRecord(db, held, { locked_for: 'members', ends_at: null }, lockedBy)
      const locked = await ask(at, 'bo', { act: 'accept' })
      const isTrusted = judge === 'trusted'
      // Who may not edit what is locked cannot accept it either.
      assert.deepEqual([locked.http, locked.locks?.[0].place], isTrusted ? [401, 'overview'] : [409, undefined])
      assert.equal(await unlockRecord(db, held, lockedBy), true)
      await db.run(sql`delete from act where what like 'record_%'`)
      const settled = { act: 'accept', values: 'of_edit', seen: differs.seen }
      assert.equal((await ask(at, 'bo', { ...settled, seen: 'other' })).http, 409)
      assert.equal((await ask(at, 'bo', settled)).http, 201)
      const { overview } = (await db.one(Overview, sql`select overview from collection where id = 402`)) ?? {}
      assert.equal(overview, 'By ada.')
      assert.equal((await edit('Again by ada.')).waits, false)
      const { acts } = await listActs(db, {})
      assert.deepEqual(
        acts.map(({ what, actor }) => [what, actor]),
        [
          ['edit_accepted', 'Bo'],
          ['edit_questioned', 'Bo'],
        ],
      )
    })
})
