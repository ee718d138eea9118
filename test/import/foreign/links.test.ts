import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyCatalogue, importInto, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'

const film = (id: number, title: string, year: number) => ({
  ...{ kind: 'movie', id, title, original_title: title, release_date: `${year}-02-03`, source: 'low' },
})

forEachEngine(emptyCatalogue, (engine) => {
  test('links to video files count by their names, and no other link is followed or lost', async (context) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, film(1, 'Lantern Bay', 1999), film(2, 'Harbour Lane', 2001)])
    const folder = await folderOf(context, {
      'films/Lantern Bay (1999)/Lantern Bay (1999).mkv': '',
      'series/Other/x.txt': '',
      'outside/a.mkv': '',
      'outside/movie.nfo': '<movie><title>Secret</title></movie>',
      'outside/poster.jpg': 'x',
      'outside/Folder/b.mkv': '',
    })
    const link = (to: string, name: string) => symlink(to, join(folder, 'films', name))
    await link('../outside/a.mkv', 'Harbour Lane (2001).mkv')
    await link('../outside/a.mkv', '.hidden.mkv')
    await link('../outside/movie.nfo', 'movie.nfo')
    await link('../outside/poster.jpg', 'poster.jpg')
    await link('../outside/Folder', 'Folder (1988)')
    await link('../outside/none', 'Gone (1977).mkv')
    // What is read anyway is not read twice, and no link leads round in a circle.
    await link('Lantern Bay (1999)/Lantern Bay (1999).mkv', 'Again.mkv')
    await link('../../films', 'Lantern Bay (1999)/loop')
    await link('../series/Other', 'Other')
    const { videos, recordsOf, refused, identified } = await importFormat(db, 'nfo', folder, ['films', 'series'])
    assert.deepEqual(videos, {
      'films/Harbour Lane (2001).mkv': 'found',
      'films/Lantern Bay (1999)/Lantern Bay (1999).mkv': 'found',
    })
    assert.deepEqual(recordsOf?.['films/Harbour Lane (2001).mkv'], [{ kind: 'movie', id: 2 }])
    assert.deepEqual(refused, [
      'films/Folder (1988):0: it is a link to a folder outside, which is not read: import that one itself',
      'films/Gone (1977).mkv:0: it is a link that leads nowhere',
      'films/movie.nfo:0: it is a link to a file outside, which is not read',
    ])
    assert.deepEqual(identified, { found: 2, made: 0, leftOut: 0 })
    assert.equal((await importFormat(db, 'nfo', folder, ['films', 'series'])).edit_id, undefined)
  })
})
