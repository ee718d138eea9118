import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { importInto, linesOf, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { folderOf, importFormat } from '../support/foreign/import-format.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const film = (id: number, title: string, year: number) => ({
  ...{ kind: 'movie', id, title, original_title: title, release_date: `${year}-02-03`, source: 'low' },
})

forEachEngine(loadWorld, (engine) => {
  test('what a person decides about uncertain records counts for the next import', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
    await importInto(db, [...sources, film(9001, 'One Boat', 2001), film(9002, 'One Boat', 2001)])
    const folder = await folderOf(t, {
      'One Boat (2001).mkv': '',
      'Nowhere Known (1988).mkv': '',
      'No Film of Ours (1977).mkv': '',
      'Two More (1966).mkv': '',
      'Three More (1955).mkv': '',
    })
    const told = await importFormat(db, 'nfo', folder)
    assert.equal(told.reviews.length, 5)
    const ada = await signedIn(server, 'ada')
    const page = await ada.get('/admin/matches')
    assert.match(textOf(page), /Pending: 5 Create records for everything the catalogue does not have \(4\)/)
    assert.match(page.body, /href="\/movie\/9001-one-boat"[\s\S]*href="\/movie\/9002-one-boat"/)
    const decide = (key: string, decision: string, id = '') =>
      ada.post('/admin/matches', { source: 'nfo', kind: 'movie', key, decision, id }, { from: '/admin/matches' })
    assert.equal((await decide('name:one boat:2001', '')).location, '/admin/matches')
    const wrong = await decide('name:one boat:2001', 'other', '123456')
    assert.deepEqual([wrong.status, /no record of this kind with the ID "123456"/.test(textOf(wrong))], [422, true])
    await decide('name:one boat:2001', '9002')
    await decide('name:nowhere known:1988', 'other', ' 9001 ')
    await decide('name:no film of ours:1977', 'none')
    assert.match(textOf(await ada.follow(await decide('name:no film of ours:1977', 'new'))), /already been decided/)
    await ada.post('/admin/matches/new', {}, { from: '/admin/matches' })
    assert.match(textOf(await ada.get('/admin/matches')), /Nothing to decide/)
    for (const round of [1, 2]) {
      const { reviews, identified, records } = await importFormat(db, 'nfo', folder)
      assert.deepEqual([reviews, identified.leftOut], [[], 1])
      assert.equal(records.created, round === 1 ? 2 : 0)
    }
    const made = (await linesOf(db)).filter(({ source, kind }) => source === 'file-names' && kind === 'movie')
    assert.deepEqual(made.map(({ title }) => title).sort(), ['Three More', 'Two More'])
  })

  test('matches are for administrators alone, and what is no place in the list begins it', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    await server.db.run(sql`update account set role = 'moderator' where username = 'ada'`)
    const ada = await signedIn(server, 'ada')
    assert.equal((await ada.get('/admin/matches')).status, 403)
    assert.equal((await ada.post('/admin/matches/new', {}, { from: '/' })).status, 403)
    await server.db.run(sql`update account set role = 'administrator' where username = 'ada'`)
    for (const after of ['x', 'WyJhIl0', 'bnVsbA', Buffer.from('["\\u0000","","",""]').toString('base64url')])
      assert.equal((await ada.get(`/admin/matches?after=${after}`)).status, 200)
  })
})
