import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  test('all reports stand on one page, with numbers that lead to them', async () => {
    const page = await openVisitor(server.app).get('/quality')
    assert.match(textOf(page), /No release date .* Movies 82 Series 101 No overview .* Movies 103 Series 103/)
    assert.match(page.body, /<a href="\/quality\/no-overview\?kind&#61;series&#38;language&#61;en">Series<\/a>/)
    const german = await openVisitor(server.app).get('/quality', { 'accept-language': 'de' })
    assert.match(german.body, /<a href="\/quality\/no-overview\?kind&#61;series&#38;language&#61;de">Serien<\/a>/)
  })

  test('a report names records, and leads to the forms in which they are mended', async () => {
    const visitor = openVisitor(server.app)
    const page = await visitor.get('/quality/no-release-date')
    assert.match(textOf(page), /82 records Rumours on Tape Mend Untitled Glimmer Mend Short 01 Mend/)
    assert.match(page.body, /href="\/movie\/505-rumours-on-tape\/edit#facts"/)
    assert.match(textOf(await visitor.get('/quality/no-release-date?page=2')), /Short 80 Mend .*Page 2 of 2/)
    const seasons = await visitor.get('/quality/gaps-in-seasons')
    assert.match(seasons.body, /<a href="\/tv\/602-the-grey-hours\/season\/1">The Grey Hours, season 1<\/a>/)
    assert.match(seasons.body, /href="\/tv\/602-the-grey-hours\/season\/1\/episodes\/edit"/)
    assert.match(textOf(await visitor.get('/quality/likely-doubles')), /Nothing to mend here/)
  })

  test('there is no page of a report that there is not, and none beyond the end', async () => {
    const visitor = openVisitor(server.app)
    for (const address of ['/quality/no-reel', '/quality/no-picture?page=0', '/quality/no-picture?page=99'])
      assert.equal((await visitor.get(address)).status, 404, address)
  })
})
