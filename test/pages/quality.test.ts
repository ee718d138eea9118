import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { languagesOf } from '#src/quality/findings.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { report, reportNames } from '#src/quality/reports.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

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
    assert.match(textOf(page), /82 records Rumours on Tape Fix Untitled Glimmer Fix Short 01 Fix/)
    assert.match(page.body, /href="\/movie\/505-rumours-on-tape\/edit#v\.release_date"/)
    assert.match(textOf(await visitor.get('/quality/no-release-date?page=2')), /Short 80 Fix .*Previous Page 1 Page 2/)
    const seasons = await visitor.get('/quality/gaps-in-seasons')
    assert.match(seasons.body, /<a href="\/tv\/602-the-grey-hours\/season\/1">The Grey Hours, season 1<\/a>/)
    assert.match(seasons.body, /href="\/tv\/602-the-grey-hours\/season\/1\/episodes\/edit"/)
    assert.match(textOf(await visitor.get('/quality/likely-doubles')), /Nothing to fix here/)
  })

  test('each report leads to an open section of the form, and to the field', async () => {
    const bo = await signedIn(server, 'bo')
    const records: Partial<Record<Kind, string>> = {
      ...{ movie: '/movie/501', series: '/tv/602', person: '/person/305', season: '/tv/602/season/1' },
    }
    for (const name of reportNames)
      for (const kind of report(name).kinds)
        for (const language of languagesOf(name)) {
          const [address = '', anchor] = `${records[kind]}${report(name).mendedAt(kind, language)}`.split('#')
          const page = await bo.get(address)
          assert.equal(page.status, 200, address)
          if (name === 'gaps-in-seasons') continue
          const at = page.body.indexOf(` id="${anchor}"`)
          assert.ok(anchor && at > 0, `${address}#${anchor}`)
          // The field is below the last section that begins before it.
          const [section = ''] =
            /^<details[^>]*>/.exec(page.body.slice(page.body.lastIndexOf('<details class="edit-section"', at))) ?? []
          assert.match(section, / id="(facts|texts|pictures|p\.external_ids)" open>$/, `${address}#${anchor}`)
        }
  })

  test('likely duplicates lead straight to their merge, the less known one into the better known one', async () => {
    const values = { title: 'Twice Told', release_date: '2001-02-03' }
    const records = [501, 504].map((id) => ({ kind: 'movie' as const, id, values }))
    await applyEdit(server.db, { account_id: null, at: new Date(testDay), records })
    const report = '/quality/likely-doubles'
    assert.match(textOf(await openVisitor(server.app).get(report)), /Changes until .* are counted\. Newer ones follow/)
    await followQuality(server.db, () => new Date(testDay)).catchUp()
    const page = await openVisitor(server.app).get(report)
    assert.match(textOf(page), /All changes are counted, the last one from 10 Mar 2026, 12:00 UTC\./)
    assert.match(textOf(page), /Twice Told 2001 Fix Twice Told 2001 Merge Fix/)
    const [, address = ''] = /href="([^"]*\/merge\?[^"]*)"/.exec(page.body) ?? []
    assert.equal(address, '/movie/504-twice-told/merge?with=501&amp;chosen=1')
    const bo = await signedIn(server, 'bo')
    const form = await bo.get(address.replace('&amp;', '&'))
    assert.match(textOf(form), /Twice Told \(504\) becomes Twice Told \(501\)/)
  })

  test('there is no page of a report that there is not, and none beyond the end', async () => {
    const visitor = openVisitor(server.app)
    for (const address of ['/quality/no-reel', '/quality/no-picture?page=0', '/quality/no-picture?page=99'])
      assert.equal((await visitor.get(address)).status, 404, address)
  })
})
