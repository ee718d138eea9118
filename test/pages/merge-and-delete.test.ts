import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Fields, fieldsIn, filled } from '../support/pages/form-fields.ts'
import {
  openVisitor,
  type PagesServer,
  signedIn,
  startPages,
  textOf,
  tokenIn,
  type Visitor,
} from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** The form in which something is done to a record as a whole. */
const formOf = 'main form'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let bo: Visitor
  before(async () => {
    server = await startPages(engine)
    await server.db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
    bo = await signedIn(server, 'bo')
  })
  after(() => server.close())

  test('pages that do something to a record begin with its poster, its name and its year', async () => {
    const [movie, season] = ['/movie/501-the-glass-lantern', '/tv/601-tidewater-signals/season/2']
    const below = ['edit', 'merge', 'delete', 'lock', 'videos'].map((page) => `${movie}/${page}`)
    const all = [...below, ...['move', 'delete', 'episodes/edit'].map((page) => `${season}/${page}`)]
    for (const address of all) {
      const { body } = await bo.get(address)
      const of = address.startsWith('/tv') ? `${season}">Tidewater Signals: Season 2</a> <span class="year">2026` : ''
      const head = of || `${movie}">The Glass Lantern</a> <span class="year">2021`
      assert.match(
        body,
        /<div class="small-head"><a href="[^"]*" tabindex="-1" aria-hidden="true"><span class="picture/,
      )
      assert.ok(body.includes(`<a href="${head}`), address)
    }
  })

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
    assert.match(textOf(history), /Merged with this one Untitled Glimmer \(former record 504\)/)
    const own = await bo.get('/movie/504/history?own=1')
    assert.match(history.body, /href="\/movie\/504\/history\?own&#61;1"/)
    assert.match(textOf(own), /History of Untitled Glimmer Merged into .*The Glass.*: Bo .* Added to the catalogue/)
    const [, edit = ''] = /href="(\/edit\/\d+)"/.exec(own.body) ?? []
    assert.match(textOf(await bo.get(`${edit}/undo`)), /Untitled Glimmer \(former record 504\) Movie · History/)
    assert.equal((await bo.get('/movie/501/history?own=1')).status, 200)
  })

  test('what depends on a record is named in the language of the page', async () => {
    const german = await bo.get('/person/301/delete', { 'accept-language': 'de' })
    assert.match(
      textOf(german),
      / Auch betroffen .* Serien: 1 \(unter „Personen“\) .* Filme: 1 \(unter „Personen auf Bildern“\) /,
    )
  })

  test('a record is deleted for a reason, after reading what goes with it', async () => {
    const page = await bo.get('/person/304/delete')
    assert.match(page.body, /Series: 1 \(under “People”\)/)
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
    const about = /has been deleted from the catalogue: Bo · 10 Mar 2026, 12:00 UTC Does not exist\./
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

  test('what was typed stays when its record is merged, moved or deleted meanwhile', async () => {
    const { db } = server
    const now = (record: RecordEdit) =>
      applyEdit(db, { account_id: null, at: new Date(testDay), note: 'Meanwhile', records: [record] })
    const typed = (fields: Fields, name: string, act = 'save') => filled(fields, { [name]: 'Typed by bo', act })
    const send = (address: string, fields: Fields) => bo.send(address, fields)
    const film = fieldsIn(await bo.get('/movie/502/edit'))
    const reasons = fieldsIn(await bo.get('/movie/502/delete'), formOf)
    const lost = fieldsIn(await bo.get('/collection/402/edit'))
    const episode = fieldsIn(await bo.get('/tv/601/season/2/episode/1/edit'))
    const table = fieldsIn(await bo.get('/tv/601/season/2/episodes/edit'))
    const fresh = fieldsIn(await bo.get('/tv/601/season/2/episode/new?number=9'))
    const token = tokenIn((await bo.get('/movie/505/edit')).body)

    await now({ kind: 'movie', id: 502, mergedInto: { id: 503 } })
    const merged = await send('/movie/502/edit', typed(film, 'v.tagline'))
    assert.match(textOf(merged), /has been merged since you opened the form It is part of .* Typed by bo/)
    assert.match(merged.body, /action="\/movie\/503-[^"]*\/edit"/)
    // Whoever wanted to delete the one does not delete the other.
    const spared = await send('/movie/502/delete', filled(reasons, { note: 'Typed by bo' }))
    assert.deepEqual([spared.status, (await bo.get('/movie/503')).status], [409, 301])
    assert.match(textOf(spared), /Delete .* has been merged since .* Typed by bo/)

    await now({ kind: 'collection', id: 402, isDeleted: true })
    const gone = await send('/collection/402/edit', typed(lost, 'v.overview'))
    assert.equal(gone.status, 409)
    assert.doesNotMatch(gone.body, /href="[^"]*\/(merge|delete|images)"/)
    assert.match(textOf(gone), /has been deleted since you opened the form .* Meanwhile .* Typed by bo/)
    const [, back = ''] =
      /href="(\/edit\/\d+\/undo[^"]*)" rel="nofollow" target="_blank">Bring back</.exec(gone.body) ?? []
    const path = back.replaceAll('&#38;', '&').replaceAll('&#61;', '=')
    const seen = new Map(fieldsIn(await bo.get(path), formOf)).get('seen') ?? ''
    await bo.post(path, { seen, note: '' })
    const looked = await send('/collection/402/edit', filled(fieldsIn(gone), { act: 'look' }))
    const saved = await send('/collection/402/edit', filled(fieldsIn(looked), { act: 'save' }))
    assert.match(textOf(await bo.follow(saved)), /^Changes saved\. .* Typed by bo/)

    const isAt = (season_number: number, episode_number: number) => ({ series_id: 601, season_number, episode_number })
    await now({ kind: 'episode', id: 60121, movedTo: isAt(1, 40) })
    await now({ kind: 'episode', numbering: isAt(2, 1), values: { name: 'Another one' } })
    const moved = await send('/tv/601/season/2/episode/1/edit', typed(episode, 'v.name'))
    assert.match(textOf(moved), /has been moved since .* It is now Tidewater Signals: 1x40/)
    assert.match(moved.body, /action="[^"]*\/season\/1\/episode\/40\/edit"/)

    await now({ kind: 'episode', numbering: isAt(2, 9), values: { name: 'Faster' } })
    const taken = await send('/tv/601/season/2/episode/new?number=9', typed(fresh, 'v.name'))
    assert.match(textOf(taken), /Someone else has added it meanwhile .*Faster/)
    assert.match(taken.body, /value="Typed by bo"/)

    await now({ kind: 'season', id: 6012, isDeleted: true })
    const name = table.find(([one]) => /^e\.60122\.name$/.test(one))?.[0] ?? ''
    const season = await send('/tv/601/season/2/episodes/edit', typed(table, name))
    assert.match(textOf(season), /has been deleted since you opened the form/)
    assert.match(season.body, /value="Typed by bo" aria-label="Name, Episode 2"/)

    await now({ kind: 'movie', id: 505, isDeleted: true })
    const written = await bo.send('/movie/505/review', [
      ['form_token', token],
      ['content', 'A long review\nin two lines'],
    ])
    assert.equal(written.status, 404)
    assert.match(textOf(written), /has been deleted .* What you typed A long review in two lines/)
    const zero = await bo.send('/movie/501/review', [
      ['form_token', token],
      ['content', 'One\0 two'],
    ])
    assert.equal(zero.status, 400)
    assert.match(textOf(zero), /What you typed One two/)
  })
})
