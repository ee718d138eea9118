import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { sql } from '#src/database/sql.ts'
import { pages } from '#src/pages/index.ts'
import { hourMs } from '#src/reference/days.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { fieldsIn } from '../support/pages/form-fields.ts'
import { type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { addOwn, addShown } from '../support/world/own.ts'
import { filledIn } from '../support/world/own-requests.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Use = Type.Object({ account_id: Type.Integer(), thing: Type.String(), used_until: Type.String() })
const bo = 2

test('no page that is read takes from what its reader may do in an hour', async (t) => {
  const server = await startPages(sqliteEngine(loadWorld))
  t.after(() => server.close())
  await addShown(server.db)
  await addOwn(server.db)
  const used = () => server.db.all(Use, sql`select account_id, thing, used_until from hourly_use order by 1, 2`)
  const before = await used()
  const readers = [await signedIn(server, 'ada'), await signedIn(server, 'eve')]
  await server.db.run(sql`update account set role = 'administrator' where username = 'eve'`)
  for (const { method, path: pattern } of pages) {
    if (method !== 'GET') continue
    for (const path of filledIn(pattern)) for (const reader of readers) await reader.get(path)
    assert.deepEqual(await used(), before, `GET ${pattern} takes from an hour`)
  }
})

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  test('who has used up an hour can read what an undo would do, and is told how it is when it is sent', async () => {
    const values = { tagline: 'Spam' }
    const records = [{ kind: 'movie', id: 502, values }] as const
    const made = { account_id: bo, source_id: peopleSource, at: new Date(testDay), note: '', records }
    const { edit_id } = await applyEdit(server.db, made)
    await server.db.run(sql`
      insert into hourly_use (account_id, thing, used_until)
      values (${bo}, 'edited_record', ${new Date(Date.parse(testDay) + hourMs).toISOString()})`)
    const member = await signedIn(server, 'bo')
    const address = `/edit/${edit_id}/undo`
    const preview = await member.get(address)
    assert.equal(preview.status, 200)
    assert.match(textOf(preview), /Spam/)
    const refused = await member.send(address, fieldsIn(preview, 'form.form[method=post]'))
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '4')
    assert.match(textOf(refused), /You have changed a lot within an hour\. Try again later\./)
    assert.doesNotMatch(textOf(refused), /still running/)
  })
})
