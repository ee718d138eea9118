import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { addImage, type NewImage } from '#src/contributions/add-image.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { fieldsIn, filled } from '../support/pages/form-fields.ts'
import { openVisitor, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const edit = '/collection/401/edit'
const record = '/collection/401-the-glimmer-collection'
const lock = `${record}/lock`
const Overview = Type.Object({ overview: Type.String() })
const Count = Type.Object({ count: Type.Integer() })

async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine, newEdits = '0') {
  const server = await startPages(engine, { 'edits-of-new-members': newEdits })
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  const overview = async () => (await db.one(Overview, sql`select overview from collection where id = 401`))?.overview
  const locks = async (fields: Record<string, string>) => {
    const all = { act: 'lock', place: '', locked_for: 'members', reason: 'A war of edits', ends: '', ...fields }
    return eve.post(lock, all, { from: lock })
  }
  return { server, db, bo, eve, overview, locks }
}

async function save(visitor: Visitor, values: Record<string, string>) {
  const press = (fields: ReturnType<typeof fieldsIn>, act: string) => visitor.send(edit, [...fields, ['act', act]])
  const looked = await press(filled(fieldsIn(await visitor.get(edit)), values), 'look')
  return press(fieldsIn(looked), 'save')
}

forEachEngine(loadWorld, (engine) => {
  test('a locked field is edited by moderators alone, and everybody else reads why not', async (t) => {
    const { server, bo, eve, overview, locks } = await start(t, engine)
    assert.equal((await bo.get(lock)).status, 403)
    assert.equal((await locks({ place: 'overview', reason: '' })).status, 422)
    assert.equal((await locks({ place: 'toString' })).status, 404)
    await locks({ place: 'overview', reason: 'A <b>war</b>', ends: '2026-04-01' })
    const shown =
      /Locked Overview : Locked for everyone but moderators · until 1 Apr 2026, 23:59 UTC Reason: A <b>war<\/b>/
    assert.match(textOf(await openVisitor(server.app).get(record)), shown)
    // The form says so before anybody types, at the field, too; whom the lock does not bind reads nothing of it.
    const opened = textOf(await bo.get(edit))
    assert.match(opened, /You cannot change what is locked here Overview : Locked for .* Reason: A <b>war<\/b>/)
    assert.equal(opened.split('Locked for everyone but moderators').length, 3)
    assert.doesNotMatch(textOf(await eve.get(edit)), /You cannot change what is locked|Locked for everyone/)
    const looked = await bo.send(edit, [
      ...filled(fieldsIn(await bo.get(edit)), { 'v.overview': 'B' }),
      ['act', 'look'],
    ])
    assert.equal(looked.status, 403)
    assert.match(textOf(looked), /because it is locked\. Overview : .* Settle the points above, then preview again\./)
    assert.doesNotMatch(looked.body, /value="save"|You cannot change what is locked/)
    const refused = await save(bo, { 'v.overview': 'By bo.', 'v.name': 'Kept' })
    assert.equal(refused.status, 403)
    assert.match(textOf(refused), /Not saved, because it is locked\. Overview : .* A <b>war<\/b>/)
    // What was typed is still there.
    assert.deepEqual(new Map(fieldsIn(refused)).get('v.overview'), 'By bo.')
    assert.equal((await save(bo, { 'v.name': 'The Glimmers' })).status, 303)
    await save(eve, { 'v.overview': 'By eve.' })
    assert.equal(await overview(), 'By eve.')
  })

  test('a locked episode is not saved from the table of its season, and what was typed stays', async (t) => {
    const { bo, eve } = await start(t, engine)
    const episode = '/tv/601/season/1/episode/1/lock'
    const all = { act: 'lock', place: '', locked_for: 'members', reason: 'A war of edits', ends: '' }
    assert.equal((await eve.post(episode, all)).status, 303)
    const table = '/tv/601/season/1/episodes/edit'
    const fields = fieldsIn(await bo.get(table))
    const [name = ''] = fields.find(([field]) => field.endsWith('.name')) ?? []
    const looked = await bo.send(table, [...filled(fields, { [name]: 'High Water' }), ['act', 'look']])
    const saved = await bo.send(table, [...fieldsIn(looked), ['act', 'save']])
    assert.equal(saved.status, 403)
    assert.match(textOf(saved), /Not saved, because it is locked\. .* Settle the points above, then preview again\./)
    assert.doesNotMatch(saved.body, /value="save"/)
    assert.equal(new Map(fieldsIn(saved)).get(name), 'High Water')
  })

  test('programs are refused with the lock, and a picture is not added to a locked record', async (t) => {
    const { server, db, eve, locks } = await start(t, engine)
    await save(eve, { 'v.overview': 'By eve.' })
    const last = await db.one(Count, sql`select max(id) as count from edit`)
    await locks({})
    const body = { records: [{ kind: 'collection', id: 401, overview: 'By ada.' }], dry_run: true }
    const reply = await send(server.app, 'POST /commons/1/edit', { session: 'ada', body })
    const { status_code, locks: told } = JSON.parse(reply.body)
    assert.deepEqual([reply.statusCode, status_code], [401, 38])
    assert.deepEqual(told, [{ kind: 'collection', id: 401, place: '', reason: 'A war of edits', ends_at: null }])
    // Nor does an undo get around it.
    const undone = await send(server.app, 'POST /commons/1/undo', {
      session: 'ada',
      body: { edit_id: last?.count, dry_run: true },
    })
    assert.deepEqual([undone.statusCode, JSON.parse(undone.body).locks?.length], [401, 1], undone.body)
    // A trusted member is no moderator.
    await db.run(sql`update account set trusted_at = '2026-03-01T00:00:00.000Z' where username = 'ada'`)
    assert.equal((await send(server.app, 'POST /commons/1/edit', { session: 'ada', body })).statusCode, 401)
  })

  test('who has added a picture changes nothing about it while the record is locked', async (t) => {
    const { db, bo, eve, locks } = await start(t, engine)
    const picture: NewImage = {
      gallery: 'posters',
      file_path: `/${'a'.repeat(31)}.jpg`,
      file_type: '.jpg',
      licence: 'CC-BY-4.0',
      iso_639_1: 'de',
      iso_3166_1: null,
      width: 1000,
      height: 1500,
      aspect_ratio: 0.667,
    }
    const about = { kind: 'collection', entity_id: 401 } as const
    const made = await addImage(db, 2, about, picture, new Date(testDay))
    assert.ok(typeof made === 'object' && 'id' in made, JSON.stringify(made))
    const address = `${record}/images/posters/${made.id}`
    const describe = (visitor: Visitor) =>
      visitor.post(`${address}/describe`, { language: 'en', licence: 'CC0-1.0' }, { from: edit })
    assert.equal((await describe(bo)).status, 303)
    await locks({})
    assert.equal((await describe(bo)).status, 403)
    assert.equal((await bo.post(`${address}/hide`, {}, { from: edit })).status, 403)
    assert.doesNotMatch((await bo.get(address)).body, /\/describe"/)
    assert.equal((await describe(eve)).status, 303)
  })

  test('a record is protected from new members only, until the lock ends or is removed', async (t) => {
    const { server, db, bo, eve, overview, locks } = await start(t, engine, '1')
    await locks({ locked_for: 'new_members', ends: '2026-03-10' })
    assert.match(textOf(await bo.get(edit)), /The whole record : Locked for new members/)
    assert.equal((await save(bo, { 'v.overview': 'By a new member.' })).status, 403)
    await db.run(sql`update account set trusted_at = '2026-03-01T00:00:00.000Z' where id = 2`)
    await save(bo, { 'v.overview': 'By a known one.' })
    assert.equal(await overview(), 'By a known one.')
    await locks({ ends: '2026-03-10' })
    assert.equal((await save(bo, { 'v.overview': 'Too early.' })).status, 403)
    server.setTime('2026-03-11T00:00:00.000Z')
    await save(bo, { 'v.overview': 'After the end.' })
    assert.equal(await overview(), 'After the end.')
    await deleteExpired(db, new Date('2026-03-11T00:00:00.000Z'), { sessionDays: 1 })
    assert.equal((await db.one(Count, sql`select count(*) as count from record_lock`))?.count, 0)
    await locks({})
    assert.match(
      textOf(await eve.follow(await eve.post(lock, { act: 'unlock', place: '' }, { from: lock }))),
      /^Unlocked/,
    )
    assert.equal((await save(bo, { 'v.overview': 'Free.' })).status, 303)
    assert.match(textOf(await eve.get('/moderation/log')), /Record unlocked .* Record locked .* A war of edits/)
    for (const ends of ['2026-02-30', 'soon', '2026-03-01', '9999-01-01'])
      assert.equal((await locks({ ends })).status, 422, ends)
  })
})
