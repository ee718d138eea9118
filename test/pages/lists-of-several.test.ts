import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { sql } from '#src/database/sql.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, sessions, testDay } from '../support/world.ts'

const now = new Date(testDay)
const Count = Type.Object({ count: Type.Integer() })
type After = { after(work: () => Promise<void>): void }

/** Bo has a private list and invites ada, whose profile is seen; eve has nothing to do with it. */
async function start(t: After, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set iso_639_1 = 'en'`)
  const [ada, bo, eve] = [await signedIn(server, 'ada'), await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  await ada.post('/settings/privacy', { has_public_profile: 'on' })
  const made = await bo.post('/lists', { name: 'Friday nights', description: '' })
  const list = made.location as string
  const id = Number(list.split('/').at(-1))
  const invite = (username: string, person = bo) => person.post(`${list}/keepers`, { username, remove: '' }, from)
  const keep = (person: Visitor, act: 'accept' | 'leave') => person.post(`${list}/keeping`, { act }, from)
  const add = (person: Visitor, movie: number) =>
    person.post(`/lists/add/movie/${movie}`, { list: String(id), name: '', off: '', next: '' }, from)
  const remove = (person: Visitor, movie: number) =>
    person.post(`/lists/add/movie/${movie}`, { list: '', name: '', off: String(id), next: '' }, from)
  return { server, db, ada, bo, eve, list, id, invite, keep, add, remove, visitor: openVisitor(server.app) }
}
const from = { from: '/' }

forEachEngine(loadWorld, (engine) => {
  test('who is invited accepts, and then puts titles on the list, each of which says who added it', async (t) => {
    const { ada, bo, eve, list, invite, keep, add, remove } = await start(t, engine)
    assert.equal((await ada.get(list)).status, 404)
    assert.equal((await invite('@Ada')).status, 303)
    assert.match(textOf(await bo.get(`${list}/edit`)), /Ada.* invited Remove/)
    assert.match(textOf(await ada.get('/notifications')), /Bo invites you to keep the list “Friday nights” together\./)
    assert.match(textOf(await ada.get('/lists')), /Kept together with others .*A list by Bo · you are invited/)
    assert.match(textOf(await ada.get(list)), /Bo invites you to keep this list together\. Accept Decline/)
    assert.equal((await add(ada, 501)).status, 401, 'not before she has accepted')
    assert.equal((await keep(eve, 'accept')).status, 404)
    assert.equal((await keep(ada, 'accept')).status, 303)
    assert.equal((await keep(ada, 'accept')).status, 404, 'once')
    assert.match(
      textOf(await bo.get('/notifications')),
      /Ada.* keeps the list “Friday nights” together with you now\./i,
    )
    assert.equal((await add(ada, 501)).status, 303)
    assert.equal((await add(bo, 502)).status, 303)
    for (const person of [ada, bo]) {
      const text = textOf(await person.get(list))
      assert.match(text, /Added by Ada.*Added by Bo/)
    }
    assert.match((await ada.follow(await ada.get('/movie/503'))).body, /Friday nights/, 'it is offered on titles')
    assert.match(textOf(await ada.get('/lists/add/movie/503')), /Friday nights/)
    assert.equal((await remove(ada, 502)).status, 303, 'also what others added')
    assert.doesNotMatch(textOf(await bo.get(list)), /Added by Bo/)
    // Everything else is the owner's.
    for (const [path, fields] of [
      [`${list}/edit`, { name: 'Hers', description: '', visibility: 'public', sort_by: 'position.asc' }],
      [`${list}/delete`, {}],
      [`${list}/keepers`, { username: 'eve', remove: '' }],
    ] as const)
      assert.equal((await ada.post(path, fields, from)).status, 404, path)
    const moved = { media_type: 'movie', media_id: '501', place: '1', act: 'cover', next: list }
    assert.equal((await ada.post(`${list}/items`, moved, from)).status, 401)
    assert.equal((await add(eve, 503)).status, 404)
    assert.equal((await keep(ada, 'leave')).status, 303)
    assert.equal((await ada.get(list)).status, 404)
    assert.equal((await add(ada, 503)).status, 404)
    assert.match(textOf(await bo.get(list)), /The |1 title/, 'what she added stays')
  })

  test('programs of those who keep a list do the same, and others learn nothing of it', async (t) => {
    const { server, ada, bo, id, list, invite, keep, visitor, eve } = await start(t, engine)
    await invite('ada')
    await keep(ada, 'accept')
    const asked = (path: string, session: string) => `${path}?session_id=${session}`
    const body = { media_id: 501 }
    const add = (session: string) =>
      send(server.app, `POST ${asked(`/3/list/${id}/add_item`, session)}`, { key: 'first', body })
    assert.equal((await add(sessions.ada)).statusCode, 201)
    const read = await send(server.app, `GET ${asked(`/3/list/${id}`, sessions.ada)}`, { key: 'first' })
    assert.match(read.body, /Friday nights/)
    const clear = await send(server.app, `POST ${asked(`/3/list/${id}/clear`, sessions.ada)}&confirm=true`, {
      key: 'first',
    })
    assert.notEqual(clear.statusCode, 201)
    for (const person of [visitor, eve]) assert.equal((await person.get(list)).status, 404)
    const described = { name: 'Friday nights', description: '', visibility: 'public', sort_by: 'position.asc' }
    await bo.post(`${list}/edit`, described)
    for (const person of [visitor, eve])
      assert.match(textOf(await person.get(list)), /Kept together with Ada.*Added by Ada/)
    await ada.post('/settings/privacy', {})
    for (const person of [visitor, eve]) {
      const { body } = await person.get(list)
      assert.doesNotMatch(body, /\bada\b|Kept together|Added by/i)
    }
    assert.match(textOf(await bo.get(list)), /Kept together with Ada .*Added by Ada/)
  })

  test('nobody learns of a private profile by inviting it, and a hidden list is hidden from its keepers', async (t) => {
    const { db, ada, bo, list, id, invite, keep, add } = await start(t, engine)
    const refused = (name: string) => invite(name).then(({ status, body }) => [status, body.replaceAll(name, 'NAME')])
    const strip = ([status, body]: (string | number)[]) => [
      status,
      String(body).replaceAll(/(?:name="form_token" value|nonce|data-suggest)="[^"]*"/g, ''),
    ]
    assert.deepEqual(strip(await refused('eve')), strip(await refused('nobody-at-all')))
    assert.equal((await invite('bo')).status, 422, 'oneself')
    await invite('ada')
    await ada.post('/settings/privacy', {})
    const pending = textOf(await bo.get(`${list}/edit`))
    assert.match(pending, /A member whose profile is hidden now invited Remove/)
    assert.doesNotMatch(pending, /\bada\b/i)
    await keep(ada, 'accept')
    await db.run(sql`update user_list set hidden = 'text', hidden_reason = 'secret reason' where id = ${id}`)
    assert.doesNotMatch((await ada.get(list)).body, /Friday|secret reason/)
    await db.run(sql`update user_list set hidden = 'list' where id = ${id}`)
    assert.equal((await ada.get(list)).status, 404)
    assert.equal((await add(ada, 501)).status, 404)
    assert.doesNotMatch(textOf(await ada.get('/lists')), /Kept together/)
  })

  test('the owner keeps it with somebody no longer, and accounts go with what they had of it', async (t) => {
    const { db, ada, bo, list, id, invite, keep, add } = await start(t, engine)
    await invite('ada')
    await keep(ada, 'accept')
    await add(ada, 501)
    const { lists_of_several } = await personalData(db, 1)
    assert.deepEqual(
      lists_of_several.map(({ list_id, name }) => [list_id, name]),
      [[id, 'Friday nights']],
    )
    assert.equal((await bo.post(`${list}/keepers`, { username: '', remove: '1' }, from)).status, 303)
    assert.equal((await bo.post(`${list}/keepers`, { username: '', remove: '1' }, from)).status, 404)
    assert.equal((await ada.get(list)).status, 404)
    await invite('ada')
    await keep(ada, 'accept')
    const leave = async (username: string) => {
      const account = await findAccount(db, username)
      assert.ok(account)
      const holder = { id: account.id, username, email: '', email_verified_at: null }
      const removal = { holder, proven: account, keepsReviews: false, language: 'en' } as const
      await db.run(sql`update account set role = 'administrator' where id = 3`)
      assert.equal(await deleteAccount.handle(writingOf(db, account.id, now), removal), true)
    }
    const count = async (rest: ReturnType<typeof sql>) =>
      (await db.one(Count, sql`select count(*) as count from ${rest}`))?.count
    await leave('ada')
    assert.equal(await count(sql`list_item where list_id = ${id}`), 1)
    assert.equal(await count(sql`list_item where added_by = 1`), 0)
    assert.equal(await count(sql`list_keeper`), 0)
    assert.doesNotMatch(textOf(await bo.get(list)), /Added by/)
    await leave('bo')
    assert.equal(await count(sql`list_item where list_id = ${id}`), 0)
  })
})
