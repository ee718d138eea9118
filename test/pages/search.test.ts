import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { sql } from '#src/database/sql.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const title = 'Nothing is called that. Similar:'

forEachEngine(loadWorld, (engine) => {
  test('the page of a search says when it guesses, and only then', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    const shown = async (query: string) => textOf(await visitor.get(`/search?query=${encodeURIComponent(query)}`))
    assert.ok((await shown('lantren glas')).includes(`${title} All Movies 1 Movies 1 The Glass Lantern 2021`))
    assert.ok((await shown('teh glass lantern')).includes(title))
    for (const query of ['glass lantern', 'the', 'lantern 2021', 'xyzzy', 'tt0000501'])
      assert.ok(!(await shown(query)).includes(title), query)
    const german = await visitor.get('/search?query=lantren+glas', { 'accept-language': 'de' })
    assert.match(textOf(german), /So heißt hier nichts\. Ähnlich: .*Filme 1/)
  })

  test('episodes are a group of their own, with pages', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    await followEpisodes(server.db).catchUp()
    const visitor = openVisitor(server.app)
    const reply = await visitor.get('/search?query=moored')
    assert.match(reply.body, /href="\/tv\/604-[^"]*\/season\/1\/episode\/1"/)
    assert.match(textOf(reply), /All Episodes 1 Episodes 1 .*Moored .* · Season 1, episode 1 Not there/)
    const many = textOf(await visitor.get('/search?query=part&kind=episode'))
    assert.doesNotMatch(many, /Part 1/)
  })

  test('the name of a series with a season or an episode leads there', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    const asked = async (query: string) => {
      const reply = await visitor.get(`/search?query=${encodeURIComponent(query)}`)
      const [, first] = /class="record-card" href="([^"]+)"/.exec(reply.body) ?? []
      return { first, shown: textOf(reply) }
    }
    const series = '/tv/601-tidewater-signals'
    for (const query of ['tidewater signals season 2', 'Tidewater Signals s02', 'tidewater, 2. Staffel']) {
      const { first, shown } = await asked(query)
      assert.equal(first, `${series}/season/2`, query)
      assert.match(shown, /Tidewater Signals: .*All Series 1/, query)
      assert.doesNotMatch(shown, /Nothing/)
    }
    for (const query of ['tidewater signals s02e02', 'tidewater 2x02', 'tidewater season 2 episode 2'])
      assert.equal((await asked(query)).first, `${series}/season/2/episode/2`, query)
    const missing = await asked('tidewater signals season 77')
    assert.equal(missing.first, series)
    assert.match(missing.shown, /Season 77 is not listed yet/)
  })

  test('addresses with q search as well', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    assert.match(textOf(await visitor.get('/search?q=glass+lantern')), /Results for “glass lantern” .*Movies 1/)
    assert.equal((await visitor.get('/?q=glass%20lantern')).location, '/search?query=glass+lantern')
    assert.equal((await visitor.get('/?q=')).status, 200)
  })

  test('a page that is not there has a field to search; other refusals have none', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    const html = { accept: 'text/html' }
    const missing = await visitor.get('/no-such-page', html)
    assert.equal(missing.status, 404)
    assert.match(
      missing.body,
      /<section class="status-page">[\s\S]*<form class="search-form" role="search" action="\/search"/,
    )
    const refused = await visitor.get('/review/%', html)
    assert.notEqual(refused.status, 200)
  })

  test('a sample says that it is one where nothing is found', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    const shown = async () => textOf(await visitor.get('/search?query=xyzzy'))
    assert.doesNotMatch(await shown(), /This catalogue is a sample/)
    await server.db.run(sql`update edit set note = ${sampleNote} where id = (select min(edit_id) from record)`)
    assert.match(await shown(), /Nothing found .*This catalogue is a sample with/)
  })

  test('visitors learn how they can add what is not there', async (t) => {
    const wanted = [
      [{}, /Not there\? Anyone with an account can add it\. Sign up · Sign in/],
      [{ signups: 'invitation' }, /Not there\? Whoever has an account can add it; who runs .* invites you\. Sign in/],
      [{ signups: 'closed' }, /Not there\? Whoever has an account can add it; ask who runs this catalogue\. Sign in/],
    ] as const
    for (const [settings, text] of wanted) {
      const server = await startPages(engine, settings)
      t.after(() => server.close())
      assert.match(textOf(await openVisitor(server.app).get('/search?query=xyzzy')), text)
      const ada = await signedIn(server, 'ada')
      assert.match(textOf(await ada.get('/search?query=xyzzy')), /Nicht dabei\? Film hinzufügen/)
    }
  })
})
