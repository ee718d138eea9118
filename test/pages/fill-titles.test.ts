import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { titlesOnPage, titlesShown } from '#src/pages/admin/fill/titles.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openFilling } from '../support/foreign/filling.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const address = '/admin/fill'
const film = (id: number, title: string, year: number) => ({
  ...{ kind: 'movie', id, title, original_title: title, release_date: `${year}-02-03`, source: 'low' },
})
const many = titlesOnPage + 5
const numbers = Array.from({ length: many }, (_, n) => String(n + 1).padStart(2, '0'))
const files = {
  ...Object.fromEntries(numbers.map((n) => [`Films/Boat Number ${n} (2001).mkv`, ''])),
  'Films/One <b>Boat</b> (1999).mkv': '',
  'Films/Twin Boat (1999).mkv': '',
  'Films/The Second Harbour (1970)/movie.nfo': '<movie><title>The Second Harbour</title><year>1970</year></movie>',
  'Films/The First Harbour (1970)/movie.nfo': '<movie><title>The First Harbour</title><year>1970</year></movie>',
  'Series/Harbour Lane (2011)/Season 1/Harbour Lane - S01E01.mkv': '',
}

forEachEngine(loadWorld, (engine) => {
  test('a preview lists films and series, and makes those that have but a name if that is wanted', async (t) => {
    const folder = await folderOf(t, files)
    const { ada, db, work } = await openFilling(t, engine, { 'import-folders': folder })
    await importInto(db, [
      ...sources,
      ...[film(9001, 'Twin Boat', 1999), film(9002, 'Twin Boat', 1999), film(9003, 'The First Harbour', 1970)],
    ])
    const start = async (at: string, form: Record<string, string>) => {
      const { location = '' } = await ada.post(at, form, { from: address })
      await work(Number(location.split('/').at(-1)))
      return location
    }
    const first = await start(`${address}/folder`, { path: folder, format: 'auto', language: '', columns: '' })
    const shown = await ada.get(first)
    const left = many + 3
    assert.match(textOf(shown), /New films and series \(1\) The Second Harbour \(1970\) Movie · Films\/The Second/)
    assert.match(textOf(shown), /Found in the catalogue \(1\) The First Harbour \(1970\) Movie · Films\/The First/)
    assert.match(shown.body, /record: <a href="\/movie\/9003-the-first-harbour">The First Harbour<\/a>/)
    assert.match(textOf(shown), new RegExp(`Left out films and series \\(${left}\\) .* All ${left}`))
    assert.equal(textOf(shown).match(/not in the catalogue/g)?.length, titlesShown)
    const all = await ada.get(`${first}/titles?of=left`)
    assert.equal(textOf(all).match(/not in the catalogue/g)?.length, titlesOnPage)
    const rest = await ada.get(`${first}/titles?of=left&page=2`)
    assert.match(textOf(rest), /Twin Boat \(1999\) .* may be Twin Boat \(1999\) #9001, Twin Boat \(1999\) #9002/)
    assert.match(rest.body, /href="\/movie\/9001-twin-boat"[\s\S]*href="\/movie\/9002-twin-boat"/)
    assert.match(textOf(rest), /Harbour Lane \(2011\) Series/)
    assert.doesNotMatch(all.body + rest.body, /<b>Boat/)
    for (const wrong of ['of=left&page=4', 'of=other', 'of=left&page=x', ''])
      assert.equal((await ada.get(`${first}/titles?${wrong}`)).status, 404, wrong)

    const second = await start(`${first}/again`, { creates: 'yes' })
    const making = textOf(await ada.get(second))
    assert.match(making, new RegExp(`New films and series \\(${left}\\)`))
    assert.match(making, /Left out films and series \(1\) Twin Boat/)
    assert.doesNotMatch(making, /Preview again/)
    const third = await start(`${second}/import`, { sample: 'keep' })
    const done = await ada.get(third)
    assert.match(done.body, /record: <a href="\/movie\/\d+-boat-number-01">Boat Number 01<\/a>/)
    assert.match(textOf(done), new RegExp(`New films and series \\(${left}\\)`))
    const fourth = await start(`${address}/folder`, {
      ...{ path: join(folder, 'Films'), format: 'nfo', language: '', columns: '', creates: 'on' },
    })
    const again = textOf(await ada.get(fourth))
    assert.match(again, new RegExp(`New records 0 .* Found in the catalogue \\(${many + 3}\\)`))
  })
})
