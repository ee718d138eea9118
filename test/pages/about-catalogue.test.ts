import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { publishedAgain } from '#src/commons/publishing/packets.ts'
import { putPublication } from '#src/commons/publishing/publication.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const instance = '00112233445566778899aabbccddeeff'
const state = {
  ...{ instance, incarnation: 'abc', number: 12, position: 0, bytes: 81_000_000, fault: '' },
  ...{ published_at: '2026-03-10T11:59:00.000Z', whole_at: '2026-03-10T03:00:00.000Z' },
  ...{ next_at: '9999', look_at: '9999' },
}

async function start(context: TestContext, engine: TestEngine, options: Record<string, string> = {}) {
  const server = await startPages(engine, options)
  context.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  return { server, visitor: openVisitor(server.app), ada: await signedIn(server, 'ada') }
}

forEachEngine(loadWorld, (engine) => {
  test('a page names all sources with their licences, and how to follow what is published', async (context) => {
    const { server, visitor } = await start(context, engine, { publish: 'true' })
    const before = textOf(await visitor.get('/about'))
    assert.match(before, /Atlas of Invented Films/)
    assert.match(before, /CC-BY-4\.0/)
    assert.match(before, /is being published for the first time/)
    await putPublication(server.db, state)
    const page = textOf(await visitor.get('/about'))
    assert.match(
      page,
      /npx reelcommons follow http:\/\/reelcommons\.example --fingerprint 00112233445566778899aabbccddeeff/,
    )
    assert.match(page, /0011 2233 4455 6677 8899 aabb ccdd eeff/)
    assert.match((await visitor.get('/')).body, /<a href="\/about">About this catalogue<\/a>/)
  })

  test('administrators see how publishing goes', async (context) => {
    const { server, ada } = await start(context, engine, { publish: 'true' })
    assert.match(textOf(await ada.get('/admin/publishing')), /Is being published for the first time/)
    await putPublication(server.db, state)
    assert.match(textOf(await ada.get('/admin/publishing')), /State: Published/)
    await putPublication(server.db, { ...state, fault: 'The key is damaged.' })
    assert.match(textOf(await ada.get('/admin/publishing')), /The last attempt failed: The key is damaged\./)
    const member = await signedIn(server, 'bo')
    assert.notEqual((await member.get('/admin/publishing')).status, 200)
  })

  test('a server that publishes nothing says so', async (context) => {
    const { server, visitor, ada } = await start(context, engine)
    await putPublication(server.db, state)
    assert.match(textOf(await visitor.get('/about')), /not published, so others cannot follow it/)
    assert.match(textOf(await ada.get('/admin/publishing')), /Start the server with/)
  })

  test('whoever wrote a review decides whether it is passed on, and it is published again', async (context) => {
    const { server, ada } = await start(context, engine)
    assert.deepEqual(await publishedAgain(server.db), [])
    await server.db.run(sql`
      update review set account_id = (select id from account where username = 'ada' and source_id is null)
      where id = '000000000000000000050191'`)
    assert.equal((await ada.post('/settings/privacy', { publishes_reviews: 'on' })).status, 303)
    assert.match((await ada.get('/settings/privacy')).body, /name="publishes_reviews"[^>]*checked/)
    assert.deepEqual(await publishedAgain(server.db), [{ kind: 'movie', entity_id: 501 }])
  })
})
