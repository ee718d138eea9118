import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { acceptEdit } from '#src/contributions/editing/decide.ts'
import { findPending, pendingOf } from '#src/contributions/editing/pending.ts'
import { sql } from '#src/database/sql.ts'
import { editByLines } from '#src/import/edit-lines.ts'
import { exportOf, openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { startPages } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Id = Type.Object({ id: Type.Integer() })
const at = new Date(testDay)
const lines = [
  { kind: 'collection', id: 402, overview: 'Nothing on it.' },
  { kind: 'company', name: 'Lamp Works' },
]

forEachEngine(loadWorld, (engine) => {
  test('lines of a new member wait until they are accepted, and change nothing before', async (t) => {
    const db = await openFor(t, engine)
    const edit = { lines, account_id: 1, source_id: 'people', note: 'Seen', source_url: '', at, isDryRun: false }
    const before = await exportOf(db)
    const tried = await editByLines(db, { ...edit, isDryRun: true, editsOfNewMembers: 1 })
    assert.deepEqual([tried.edit_id, tried.waits, tried.records.length], [null, true, 2])
    assert.deepEqual(await pendingOf(db, 1), [])
    const kept = await editByLines(db, { ...edit, editsOfNewMembers: 1 })
    assert.deepEqual([kept.edit_id, kept.waits, kept.records], [null, true, []])
    assert.deepEqual(
      kept.changes.map(({ key }) => key),
      tried.changes.map(({ key }) => key),
    )
    assert.equal(await exportOf(db), before)
    const [pending] = await pendingOf(db, 1)
    assert.ok(pending)
    // Another company gets the id that the new one had when it was tried.
    await editByLines(db, { ...edit, lines: [{ kind: 'company', name: 'First' }], editsOfNewMembers: 0 })
    assert.equal(await acceptEdit(db, { id: pending.id, moderator_id: 2, now: at, title: 'Seen' }), true)
    assert.equal(await findPending(db, pending.id), undefined)
    const after = await exportOf(db)
    assert.match(after, /"name":"First"/)
    assert.match(after, /"name":"Lamp Works"/)
    assert.match(after, /Nothing on it\./)
    // One was accepted, so the next counts at once.
    const next = await editByLines(db, { ...edit, lines: [{ kind: 'company', name: 'Last' }], editsOfNewMembers: 1 })
    assert.deepEqual([next.edit_id !== null, next.waits], [true, false])
  })

  test('programs of new members edit by the same rules, and their undo of others waits, too', async (t) => {
    const server = await startPages(engine, { 'edits-of-new-members': '1' })
    t.after(() => server.close())
    const ask = async (path: string, body: object) => {
      const reply = await send(server.app, `POST ${path}`, { session: 'ada', body })
      return { http: reply.statusCode, ...JSON.parse(reply.body) }
    }
    const { http, edit_id, waits } = await ask('/commons/1/edit', { records: lines })
    assert.deepEqual({ http, edit_id, waits }, { http: 200, edit_id: null, waits: true })
    const first = await server.db.one(Id, sql`select min(id) as id from edit`)
    const undone = await ask('/commons/1/undo', { edit_id: first?.id })
    assert.deepEqual([undone.http, undone.edit_id, undone.waits], [200, null, true])
  })
})
