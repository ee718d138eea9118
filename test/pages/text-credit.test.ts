import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const shows = { kind: 'source', id: 'shows', name: 'Shows', licence: 'CC-BY-SA-4.0', url: 'https://shows.example/' }
const isTold = (page: string) => /shows\.example/.test(page)

forEachEngine(loadWorld, (engine) => {
  test('the credit that a licence asks for stands under the text that is shown, and under no other', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const german = { iso_639_1: 'de', iso_3166_1: 'DE', data: { overview: 'Ein Text.' } }
    const series_id = 990_001
    const numbers = { series_id, season_number: 1 }
    await importInto(server.db, [
      { ...shows, rank: 40, redistributable: true },
      { kind: 'series', id: series_id, name: 'A', original_name: 'A', source: 'shows' },
      { kind: 'series', id: series_id, translations: { translations: [german] }, source: 'shows' },
      { kind: 'season', id: 990_002, name: 'One', ...numbers, source: 'shows' },
      { kind: 'episode', id: 990_003, ...numbers, episode_number: 1, name: 'E', overview: 'It.', source: 'shows' },
      { kind: 'person', id: 990_004, name: 'P', original_name: 'P', biography: 'A life.', source: 'shows' },
    ])
    // The text in English is of people; the one in German is not.
    const records = [{ kind: 'series' as const, id: series_id, values: { overview: 'In English.' } }]
    await applyEdit(server.db, { account_id: null, at: new Date(testDay), records })
    const get = (path: string, language: string) => openVisitor(server.app).get(path, { 'accept-language': language })
    const series = `/tv/${series_id}-a`
    assert.equal(isTold((await get(series, 'en')).body), false)
    const inGerman = await get(series, 'de')
    assert.match(textOf(inGerman), /Ein Text\. Text: Shows \( ?CC-BY-SA-4\.0 ?\)/)
    const licence = '<a href="https://creativecommons.org/licenses/by-sa/4.0/" rel="nofollow">CC-BY-SA-4.0</a>'
    assert.ok(inGerman.body.includes(`<a href="https://shows.example/" rel="nofollow">Shows</a> (${licence})`))
    for (const path of [`${series}/season/1`, `${series}/season/1/episode/1`, '/person/990004-p'])
      assert.match(textOf(await get(path, 'en')), /Text: Shows \( ?CC-BY-SA-4\.0 ?\)/, path)
  })
})
