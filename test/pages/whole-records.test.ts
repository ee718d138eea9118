import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { fieldsIn } from '../support/pages/form-fields.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let bo: Visitor
  before(async () => {
    server = await startPages(engine)
    await server.db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
    bo = await signedIn(server, 'bo')
  })
  after(() => server.close())

  test('two films become one: searched for, compared, merged, and found under both addresses', async () => {
    const asked = await bo.get('/movie/504/merge?with=The+Glass')
    assert.equal(asked.status, 200)
    const [, link = ''] = /href="([^"]*with=\d+&amp;chosen=1)"/.exec(asked.body) ?? []
    assert.match(link, /^\/movie\/504-[^/]*\/merge\?with=/)
    const form = await bo.get('/movie/504/merge?with=501&chosen=1')
    assert.match(form.body, /name="v\.original_title\.\."/)
    assert.match(form.body, /value="survivor" checked/)
    const fields = { with: '501', 'v.original_title..': 'merged', note: 'The same film.' }
    const sent = await bo.post('/movie/504/merge', fields, { from: '/movie/504/merge?with=501&chosen=1' })
    assert.equal(sent.status, 303, sent.body)
    const old = await bo.get('/movie/504/history?before=99999')
    assert.equal(old.status, 302)
    assert.match(old.location ?? '', /^\/movie\/501\/history\?before=99999$/)
    const shown = await bo.follow(await bo.get('/movie/504'))
    assert.match((shown.status === 301 ? await bo.follow(shown) : shown).body, /Untitled Glimmer/)
    const history = await bo.get('/movie/501/history')
    assert.match(history.body, /Merged with this one/)
  })

  test('a record is deleted for a reason, after reading what goes with it', async () => {
    const page = await bo.get('/person/304/delete')
    assert.match(page.body, /Series, People: 1/)
    const waits = /will check this before it takes effect/
    assert.doesNotMatch(page.body, waits)
    assert.match((await (await signedIn(server, 'eve')).get('/person/304/delete')).body, waits)
    const empty = await bo.post('/person/304/delete', { note: ' ' })
    assert.equal(empty.status, 422)
    assert.match(empty.body, /Enter a reason/)
    const sent = await bo.post('/person/304/delete', { note: 'Does not exist.' })
    assert.match(sent.location ?? '', /^\/edit\/\d+$/)
    assert.match((await bo.get(sent.location ?? '')).body, /Deleted from the catalogue/)
    assert.match((await bo.get('/edits')).body, /href="\/person\/304\/history"/)

    const [stranger, eve] = [openVisitor(server.app), await signedIn(server, 'eve')]
    const about = /has been deleted from the catalogue: Bo · 10 Mar 2026, 12:00 UTC · source: People Does not exist\./
    for (const below of ['', '/images']) {
      const gone = await stranger.get(`/person/304${below}`)
      assert.equal(gone.status, 404, below)
      assert.match(textOf(gone), about)
      assert.match(gone.body, /href="\/person\/304-[^"]*\/history"/)
    }
    assert.doesNotMatch(textOf(await stranger.get('/person/304')), /ring back/)
    assert.match(textOf(await eve.get('/person/304')), /Trusted members and moderators can bring it back\./)
    const history = await bo.get('/person/304/history')
    assert.equal(history.status, 200)
    assert.match(textOf(history), about)
    assert.match(textOf(history), /Added to the catalogue/)
    const [, then = ''] = /href="([^"]*\/then\?revision[^"]*)"/.exec(history.body) ?? []
    assert.match(textOf(await bo.get(then.replace('&#61;', '='))), /Facts/)
    const [, feed = ''] = /type="application\/atom\+xml"[^>]*href="([^"]*)"/.exec(history.body) ?? []
    assert.match((await bo.get(feed.replace('&#61;', '='))).body, /<entry>/)
    const [, back = ''] = /href="(\/edit\/\d+\/undo)" rel="nofollow">Bring back</.exec(history.body) ?? []
    const seen = new Map(fieldsIn(await bo.get(back), 'main form')).get('seen') ?? ''
    await bo.post(back, { seen, note: '' })
    assert.equal((await bo.follow(await bo.get('/person/304'))).status, 200)
    assert.doesNotMatch(textOf(await bo.get('/person/304/history')), /has been deleted from/)
  })

  test('a season that went with its series is told of, and what has never been there is not', async () => {
    await bo.post('/tv/602/delete', { note: 'A hoax.' })
    for (const [address, status] of [
      ['/tv/602', 404],
      ['/tv/602/history', 200],
      ['/tv/602/season/1/history', 200],
      ['/tv/602/season/1/episode/1/history', 200],
    ] as const) {
      const reply = await bo.get(address)
      assert.equal(reply.status, status, address)
      assert.match(textOf(reply), /A hoax\./, address)
    }
    assert.match(textOf(await bo.get('/tv/602/season/77')), /has been deleted/)
    for (const never of ['/tv/601/season/77/history', '/person/99999999', '/person/99999999/history'])
      assert.doesNotMatch(textOf(await bo.get(never)), /deleted/, never)
    const envelope = await bo.get('/tv/602', { accept: 'application/json' })
    assert.deepEqual([envelope.status, JSON.parse(envelope.body).status_code], [404, 34])
  })

  test('an episode goes to another number, and not to one that is taken', async () => {
    const at = '/tv/601/season/1/episode/2'
    const taken = await bo.post(`${at}/move`, { season_number: '1', episode_number: '1' })
    assert.equal(taken.status, 422)
    assert.match(taken.body, /is taken by another season or episode/)
    const wrong = await bo.post(`${at}/move`, { season_number: 'one', episode_number: '1' })
    assert.match(wrong.body, /Enter a number/)
    const sent = await bo.post(`${at}/move`, { season_number: '2', episode_number: '8' })
    assert.equal(sent.location, '/tv/601/season/2/episode/8')
    assert.equal((await bo.get(at)).status, 404)
  })

  test('nobody who is signed out, and nobody from another site, does any of it', async () => {
    const stranger = openVisitor(server.app)
    for (const what of ['merge', 'delete']) {
      assert.equal((await stranger.get(`/movie/502/${what}`)).location?.startsWith('/login'), true)
      const sent = await bo.post(`/movie/502/${what}`, { with: '501', note: 'Why' }, { token: 'wrong' })
      assert.ok([303, 409].includes(sent.status), `${what}: ${sent.status}`)
    }
    assert.equal((await bo.get('/movie/502')).status === 404, false)
  })
})
