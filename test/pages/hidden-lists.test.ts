import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld } from '../support/world.ts'

const texts = { name: 'Lamps & tides', description: '', sort_by: 'position.asc' }
const secretIn = (reply: Reply) => /\/unlisted\/([0-9a-f]{40})</.exec(reply.body)?.[1]

/** Ada, who has the lists, reads English. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  return server
}

forEachEngine(loadWorld, (engine) => {
  test('a moderator hides a list with a reason that its owner sees, and shows it again', async (t) => {
    const server = await start(t, engine)
    const { db } = server
    await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
    const [ada, bo, eve] = [await signedIn(server, 'ada'), await signedIn(server, 'bo'), await signedIn(server, 'eve')]
    const visitor = openVisitor(server.app)
    const api = async (path: string) => {
      const reply = await server.app.inject({ url: `/3/${path}?api_key=${keys.first}&query=lamps` })
      return reply.json()
    }
    const judge = (fields: Record<string, string>) => eve.post('/list/1/hide', fields)
    for (const [person, status] of [
      [visitor, 303],
      [bo, 403],
      [ada, 403],
      [eve, 200],
    ] as const)
      assert.equal((await person.get('/list/1/hide')).status, status)
    assert.equal((await bo.post('/list/1/hide', { reason: 'x', hidden: 'list' }, { from: '/' })).status, 403)
    assert.equal((await eve.get('/list/2/hide')).status, 404, 'what is private is nobody’s business')
    assert.equal((await eve.get('/list/5/hide')).status, 404, 'her own')
    for (const reason of ['', ' ', 'x'.repeat(501)]) assert.equal((await judge({ reason, hidden: 'list' })).status, 422)
    assert.equal((await api('movie/501/lists')).total_results, 1)

    const hidden = await eve.follow(await judge({ reason: 'Advertising <b>', hidden: 'list' }))
    assert.match(textOf(hidden), /^List hidden\. Show list again .* Reason: Advertising <b>/)
    for (const person of [visitor, bo])
      for (const path of ['/list/1', '/list/1/feed', '/list/1/export.csv'])
        assert.equal((await person.get(path)).status, 404, path)
    assert.match(
      textOf(await ada.get('/list/1')),
      /A moderator has hidden this list\. Only you can see it\. Reason: Advertising <b>/,
    )
    assert.match(textOf(await eve.get('/list/1')), /Only its owner and moderators can see it/)
    assert.match(
      textOf(await ada.get('/notifications')),
      /A moderator hid your list Lamps & tides from others\. Reason: Advertising <b>/,
    )
    assert.equal((await api('list/1')).status_code, 34)
    assert.equal((await api('movie/501/lists')).total_results, 0)
    assert.doesNotMatch((await visitor.get('/movie/501-the-glass-lantern')).body, /href="\/list\/1"/)
    await ada.post('/list/1/edit', { ...texts, visibility: 'public' })
    assert.equal((await visitor.get('/list/1')).status, 404, 'its owner cannot undo that')

    await judge({ reason: 'It was about lamps', hidden: '' })
    assert.equal((await visitor.get('/list/1')).status, 200)
    assert.equal((await api('list/1')).name, 'Lamps & tides')
    assert.match(textOf(await ada.get('/notifications')), /Others can see your list Lamps & tides again\./)
    const shown = await ada.post('/list/1/edit', { ...texts, visibility: 'unlisted' })
    const address = `/unlisted/${secretIn(shown)}`
    // Nobody finds it by its number, and who has its link can judge it.
    const asked = ['/list/1/hide', '/list/1', '/list/1/feed', '/list/1/export.csv']
    for (const path of asked) assert.equal((await eve.get(path)).status, 404, path)
    const tried = await eve.post('/list/1/hide', { reason: 'Advertising', hidden: 'list' }, { from: '/' })
    assert.deepEqual([tried.status, (await visitor.get(address)).status], [404, 200])
    assert.match((await eve.get(address)).body, new RegExp(`href="${address}/hide"`))
    for (const person of [visitor, bo, ada]) assert.notEqual((await person.get(`${address}/hide`)).status, 200)
    const judged = await eve.follow(await eve.post(`${address}/hide`, { reason: 'Advertising', hidden: 'list' }))
    assert.deepEqual([judged.status, judged.headers['referrer-policy']], [200, 'no-referrer'])
    assert.match(textOf(judged), /^List hidden\. Show list again/)
    assert.deepEqual(
      [(await visitor.get(address)).status, (await bo.get(address)).status, (await ada.get(address)).status],
      [404, 404, 200],
    )
    assert.equal((await eve.get(address)).status, 200)
    for (const path of asked) assert.equal((await eve.get(path)).status, 404, `${path}, although it is hidden`)
    await eve.post(`${address}/hide`, { reason: 'It was about lamps', hidden: '' })
    assert.equal((await visitor.get(address)).status, 200)
  })

  test('a moderator hides only the texts of a list', async (t) => {
    const server = await start(t, engine)
    await server.db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
    const [ada, eve, visitor] = [await signedIn(server, 'ada'), await signedIn(server, 'eve'), openVisitor(server.app)]
    const asked = await eve.get('/list/1/hide')
    assert.match(asked.body, /value="list" checked/)
    const hidden = await eve.follow(await eve.post('/list/1/hide', { reason: 'Rude words', hidden: 'text' }))
    assert.match(textOf(hidden), /^Name and description hidden\. Show list again/)
    const shown = await visitor.get('/list/1')
    assert.equal(shown.status, 200)
    assert.match(shown.body, /<h1>Untitled list<\/h1>/)
    assert.doesNotMatch(shown.body, /Lamps &amp; tides|Rude words/)
    assert.match(shown.body, /the-glass-lantern/)
    const reply = await server.app.inject({ url: `/3/list/1?api_key=${keys.first}` })
    assert.deepEqual([reply.json().name, reply.json().description], ['', ''])
    assert.match(textOf(await ada.get('/list/1')), /Lamps & tides .*Only you can see them\. Reason: Rude words/)
    assert.match(
      textOf(await ada.get('/notifications')),
      /A moderator hid the name and description of your list Lamps & tides\. Reason: Rude words/,
    )
    assert.match(textOf(await eve.get('/list/1')), /Show list again/)
    await eve.post('/list/1/hide', { reason: 'They were about lamps', hidden: '' })
    assert.match(textOf(await visitor.get('/list/1')), /Lamps & tides/)
  })
})
