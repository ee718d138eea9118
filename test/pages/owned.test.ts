import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { noteOwned } from '#src/kept/owned/owned.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const folder = '/a/secret/place'
const inHouse = /In this house/

forEachEngine(loadWorld, (engine) => {
  async function open(options: Record<string, string | boolean>) {
    const server = await startPages(engine, options)
    await server.db.run(sql`update account set iso_639_1 = 'en'`)
    const found = { movie: new Set([501, 503]), episode: new Set([60111, 60112]) }
    await noteOwned(server.db, folder, found, new Date(testDay))
    return server
  }

  test('members of a private server see what lies in the house, and not where', async (t) => {
    const server = await open({ private: true })
    t.after(() => server.close())
    const ada = await signedIn(server, 'ada')
    const shown: readonly (readonly [path: string, text: RegExp])[] = [
      ['/movie/501', /In this house/],
      ['/tv/601', /In this house: 2 episodes/],
      ['/tv/601/season/1/episode/1', /In this house/],
      ['/library/owned/movie', /All On my watchlist Not watched yet One at random 2 titles/],
      ['/library/owned/tv', /1 title/],
      ['/discover/movie', /Only what is in this house/],
      ['/library/watchlist/movie', inHouse],
    ]
    for (const [path, text] of shown) {
      const reply = await ada.get(path)
      const page = reply.status === 301 || reply.status === 308 ? await ada.follow(reply) : reply
      assert.match(textOf(page), text, path)
      assert.ok(!page.body.includes(folder), path)
    }
    assert.doesNotMatch(textOf(await ada.follow(await ada.get('/movie/502'))), /In this house(?! )/)
    const marks = [...(await ada.get('/discover/movie')).body.matchAll(/<span class="unseen">In this house/g)]
    assert.equal(marks.length, 2, 'cards are marked')
  })

  test('the titles in the house are filtered as in discover, by the watchlist, and by chance', async (t) => {
    const server = await open({ private: true })
    t.after(() => server.close())
    const ada = await signedIn(server, 'ada')
    const titles = async (query: string) => {
      const { body } = await ada.get(`/library/owned/movie${query}`)
      return [...new Set([...body.matchAll(/href="\/movie\/(50\d)-/g)].map(([, id]) => id))]
    }
    assert.deepEqual(await titles('?sort=title'), ['501', '503'])
    assert.deepEqual(await titles('?year=2021'), ['501'])
    await server.db.run(sql`delete from watchlist where account_id = 1 and kind = 'movie' and entity_id = 501`)
    assert.deepEqual(await titles('?choice=watchlist'), ['503'])
    await server.db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (1, 'movie', 503, ${testDay}, '2026-03-10', null, ${testDay}),
        (1, 'episode', 60111, ${testDay}, '2026-03-10', 601, ${testDay})`)
    assert.deepEqual(await titles('?choice=unwatched'), ['501'])
    assert.match(textOf(await ada.get('/library/owned/tv?choice=unwatched')), /No titles match/)
    const random = await ada.get('/library/owned/movie/random?choice=unwatched')
    assert.match(random.location ?? '', /^\/movie\/501-/)
    assert.equal((await ada.get('/library/owned/movie?genre=')).location, '/library/owned/movie')
    assert.equal((await ada.get('/library/owned/movie?page=9')).status, 404)
  })

  test('an administrator forgets a folder, and what only it had lies in the house no longer', async (t) => {
    const server = await open({ private: true })
    t.after(() => server.close())
    const { db } = server
    const other = '/another/place'
    await noteOwned(db, other, { movie: new Set([503]), episode: new Set() }, new Date(testDay))
    const ada = await signedIn(server, 'ada')
    const forget = (path: string) => ada.post('/admin/fill/forget', { path }, { from: '/' })
    assert.equal((await forget(folder)).status, 403)
    await db.run(sql`update account set role = 'administrator' where folded_username = 'ada'`)
    const listed = textOf(await ada.get('/admin/fill'))
    assert.match(listed, /\/a\/secret\/place Movies: 2, episodes: 2 · imported on 10 March 2026 Forget folder/)
    const reply = await forget(folder)
    assert.equal(reply.status, 303)
    const after = textOf(await ada.follow(reply))
    assert.match(after, /^Folder forgotten\./)
    assert.doesNotMatch(after, /secret/)
    assert.match(after, /\/another\/place Movies: 1, episodes: 0/)
    const seen = async (path: string) => textOf(await ada.follow(await ada.get(path)))
    assert.match(await seen('/movie/503'), inHouse, 'the other folder has it, too')
    for (const path of ['/movie/501', '/tv/601']) assert.doesNotMatch(await seen(path), inHouse, path)
    assert.match(textOf(await ada.get('/admin/audit-log')), /Folder with video files forgotten/)
    assert.equal((await forget(folder)).status, 404)
  })

  test('on an open server only who runs it sees it', async (t) => {
    const server = await open({})
    t.after(() => server.close())
    const [ada, visitor] = [await signedIn(server, 'ada'), openVisitor(server.app)]
    for (const who of [ada, visitor])
      for (const path of ['/movie/501', '/discover/movie', '/library/watchlist/movie']) {
        const reply = await who.get(path)
        const page = [301, 303, 308].includes(reply.status) ? await who.follow(reply) : reply
        assert.doesNotMatch(textOf(page), inHouse, path)
      }
    for (const path of ['/library/owned/movie', '/library/owned/tv/random'])
      assert.equal((await ada.get(path)).status, 404, path)
    await server.db.run(sql`update account set role = 'administrator' where folded_username = 'ada'`)
    const admin = await signedIn(server, 'ada')
    assert.match(textOf(await admin.follow(await admin.get('/movie/501'))), inHouse)
    assert.match(textOf(await admin.get('/library/owned/movie')), /2 titles/)
  })
})
