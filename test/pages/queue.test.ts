import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Static, Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { maxWaitingOfAccount } from '#src/contributions/editing/waiting.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type Fields, fieldsIn, filled } from '../support/pages/form-fields.ts'
import { type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/collection/401/edit'
const Overview = Type.Object({ overview: Type.String() })
/** A row of the edits that wait or waited. */
type Waiting = Static<typeof Row>
const Row = Type.Object({ id: Type.Integer(), status: Type.String(), reason: Type.String() })

/** Bo, whose first edit is looked at, and eve, who is a moderator. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine, { 'edits-of-new-members': '1' })
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  const overview = async () => (await db.one(Overview, sql`select overview from collection where id = 401`))?.overview
  const waiting = () => db.all(Row, sql`select id, status, reason from waiting_edit order by id`)
  return { server, db, bo, eve, overview, waiting }
}

/** Fills in a form, looks at what it changes, and saves it. */
async function save(visitor: Visitor, at: string, values: Record<string, string>): Promise<Reply> {
  const press = (fields: Fields, act: string) => visitor.send(at, [...fields, ['act', act]])
  const looked = await press(filled(fieldsIn(await visitor.get(at)), values), 'look')
  return press(fieldsIn(looked), 'save')
}

forEachEngine(loadWorld, (engine) => {
  test('the first edit of a new member waits until it is accepted, and the next one counts at once', async (t) => {
    const { bo, eve, overview, waiting } = await start(t, engine)
    const before = await overview()
    const saved = await save(bo, address, { 'v.overview': 'Bo was <here>.', note: 'Because' })
    assert.match(textOf(await bo.follow(saved)), /^Thank you\. A moderator looks at your changes/)
    assert.equal(await overview(), before)
    assert.match(textOf(await bo.get('/queue')), /Your edits that wait .* Waits By Bo .* Note: Because Overview/)

    assert.match(textOf(await eve.get('/queue')), /By Bo .* 0 edits accepted, 0 refused so far .* Bo was <here>\./)
    const [{ id }] = (await waiting()) as [Waiting]
    assert.equal((await bo.post(`/queue/${id}`, { act: 'accept' }, { from: '/notifications' })).status, 403)
    const accepted = await eve.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
    assert.match(textOf(await eve.follow(accepted)), /^The edit is accepted\. .* Nothing waits/)
    assert.equal(await overview(), 'Bo was <here>.')
    assert.match(textOf(await bo.get('/notifications')), /Your changes to .* were accepted\./)
    const late = await eve.post(`/queue/${id}`, { act: 'refuse', reason: 'No' }, { from: '/queue' })
    assert.match(textOf(await eve.follow(late)), /^Somebody else has decided about this edit already\./)

    await save(bo, address, { 'v.overview': 'Bo is known.' })
    assert.equal(await overview(), 'Bo is known.')
    assert.deepEqual(await waiting(), [{ id, status: 'accepted', reason: '' }])
  })

  test('an edit is refused with a reason, which its author reads', async (t) => {
    const { bo, eve, overview, waiting } = await start(t, engine)
    const before = await overview()
    await save(bo, address, { 'v.overview': 'Nonsense.' })
    const [{ id }] = (await waiting()) as [Waiting]
    const without = await eve.post(`/queue/${id}`, { act: 'refuse', reason: ' ' }, { from: '/queue' })
    assert.equal(without.status, 422)
    await eve.post(`/queue/${id}`, { act: 'refuse', reason: 'No source' }, { from: '/queue' })
    assert.deepEqual(await waiting(), [{ id, status: 'refused', reason: 'No source' }])
    assert.equal(await overview(), before)
    assert.match(textOf(await bo.get('/notifications')), /were not accepted\. The reason: No source/)
    assert.match(textOf(await bo.get('/queue')), /Not accepted By Bo .* Reason: No source/)
  })

  for (const [act, kept] of [
    ['mine', 'By bo.'],
    ['theirs', 'By eve.'],
  ] as const)
    test(`a value that has changed since is shown, and ${act} counts`, async (t) => {
      const { db, bo, eve, overview, waiting } = await start(t, engine)
      const before = await overview()
      await save(bo, address, { 'v.overview': 'By bo.', 'v.name': 'Renamed' })
      await save(eve, address, { 'v.overview': 'By eve.' })
      const [{ id }] = (await waiting()) as [Waiting]
      const shown = await eve.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
      assert.equal(shown.status, 409)
      const said = textOf(shown)
      assert.match(said, /Overview(, [^:]*)? Was: .* Is now: By eve\. In the edit: By bo\./)
      assert.ok(said.includes(`Was: ${before}`))
      const seen = /name="seen" value="(\w+)"/.exec(shown.body)?.[1] as string
      // Who has seen other differences is asked again.
      await save(eve, address, { 'v.overview': 'By eve again.' })
      assert.equal((await eve.post(`/queue/${id}`, { act, seen }, { from: '/queue' })).status, 409)
      await save(eve, address, { 'v.overview': 'By eve.' })
      assert.equal((await eve.post(`/queue/${id}`, { act, seen }, { from: '/queue' })).status, 303)
      assert.equal(await overview(), kept)
      const Name = Type.Object({ name: Type.String() })
      assert.deepEqual(await db.one(Name, sql`select name from collection where id = 401`), { name: 'Renamed' })
    })

  test('a record that is gone is not made anew, and a new one gets its id when it is accepted', async (t) => {
    const { db, bo, eve, waiting } = await start(t, engine)
    await save(bo, address, { 'v.overview': 'Too late.' })
    await save(bo, '/network/new?title=Waiting+network&sure=1', {})
    const records = [{ kind: 'collection' as const, id: 401, isDestroyed: true as const }]
    await applyEdit(db, { account_id: null, at: new Date(testDay), records })
    const [gone, made] = (await waiting()) as [Waiting, Waiting]
    const refused = await eve.post(`/queue/${gone.id}`, { act: 'accept' }, { from: '/queue' })
    assert.match(textOf(refused), /The record has been deleted since\./)
    assert.match(textOf(await eve.get('/queue')), /Waiting network New/)
    await eve.post(`/queue/${made.id}`, { act: 'accept' }, { from: '/queue' })
    const Made = Type.Object({ id: Type.Integer() })
    const networks = await db.all(Made, sql`select id from network where name = 'Waiting network'`)
    assert.equal(networks.length, 1)
    assert.ok((networks[0]?.id ?? 0) >= 1_500_000_000)
  })

  test('an account has a limited number of waiting edits', async (t) => {
    const { db, bo, waiting } = await start(t, engine)
    await save(bo, address, { 'v.overview': 'One of many.' })
    for (let more = 1; more < maxWaitingOfAccount; more++)
      await db.run(sql`
        insert into waiting_edit (account_id, source_id, note, source_url, at, records, changes, status, reason)
        select account_id, source_id, note, source_url, at, records, changes, status, reason from waiting_edit
        order by id limit 1`)
    assert.equal((await save(bo, address, { 'v.overview': 'One too many.' })).status, 429)
    assert.equal((await waiting()).length, maxWaitingOfAccount)
  })
})
