import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { nameOf } from '#src/media/names.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { maxQueryLength } from '#src/search/reading.ts'
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
    assert.match(textOf(page), /One Boat \(2001\) #9001 .* One Boat \(2001\) #9002/, 'the year tells films apart')
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
    const done = await ada.get('/admin/matches')
    assert.match(textOf(done), /Nothing to decide .* imported again\. Fill the catalogue/)
    assert.match(done.body, /<a class="button primary" href="\/admin\/fill">/)
    for (const round of [1, 2]) {
      const { reviews, identified, records } = await importFormat(db, 'nfo', folder)
      assert.deepEqual([reviews, identified.leftOut], [[], 1])
      assert.equal(records.created, round === 1 ? 2 : 0)
    }
    const made = (await linesOf(db)).filter(({ source, kind }) => source === 'file-names' && kind === 'movie')
    assert.deepEqual(made.map(({ title }) => title).sort(), ['Three More', 'Two More'])
  })

  test('the record of a match is searched by name, id or address, and chosen with its year and poster', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db } = server
    await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
    const picture = nameOf('a picture')
    const pictured = { ...film(9002, 'Lonely Boat', 2011), poster_path: `/${picture}.jpg` }
    const other = { ...film(9001, 'Lonely Boat', 2001), external_ids: { filmdb_id: 'tt9910055' } }
    const person = { kind: 'person', id: 9001, name: 'Lonely Boat', original_name: 'Lonely Boat', source: 'low' }
    await importInto(db, [...sources, other, pictured, person, film(1977, 'A Number', 1950)])
    await updateNameIndex(db)
    const folder = await folderOf(t, { 'Einsames Boot (1988).mkv': '', '<i>Odd</i> (1977).mkv': '' })
    await importFormat(db, 'nfo', folder)
    const ada = await signedIn(server, 'ada')
    const start = await ada.get('/admin/matches')
    const key = 'name:einsames boot:1988'
    const fields = { source: 'nfo', kind: 'movie', key }
    const find = (name: string, more: object = {}) => {
      const query = new URLSearchParams({ ...fields, name, ...more })
      return ada.get(`/admin/matches/find?${query}`)
    }
    assert.match(start.body, /href="\/admin\/matches\/find\?source[^"]*Einsames/)
    assert.match(textOf(await find('Einsames Boot')), /Which record is Einsames Boot \(1988\)\?.* Nothing found/)
    const named = await find('lonely boat')
    assert.match(textOf(named), /Which one is it\? Lonely Boat 20\d\d · #900\d It is this one : Lonely Boat 20\d\d/)
    assert.match(named.body, /\/t\/drawn\/movie-9001\.svg/)
    assert.ok(named.body.includes(`src="/t/p/w185/${picture}.jpg"`))
    assert.doesNotMatch(named.body, /\/person\//)
    const idsIn = ({ body }: { body: string }) =>
      [...body.matchAll(/name="decision" value="(\d+)"/g)].map(([, id]) => Number(id))
    assert.deepEqual(idsIn(named).sort(), [9001, 9002])
    for (const text of ['9001', 'tt9910055', 'http://x.example/movie/9001-lonely-boat'])
      assert.deepEqual(idsIn(await find(text)), [9001], text)
    assert.doesNotMatch((await find('<i>', { key: 'name:i odd i:1977' })).body, /<i>/)
    const wrong = [{ kind: 'season' }, { kind: 'nothing' }]
    for (const more of wrong) assert.equal((await find('x', more)).status, 404, JSON.stringify(more))
    assert.equal((await find('\0')).status, 400)
    assert.equal((await find('x'.repeat(2 * maxQueryLength))).status, 200)
    // A name in the field of the list leads to the search, and a number is an id.
    const post = (decision: string, id = '') =>
      ada.post('/admin/matches', { ...fields, decision, id }, { from: '/admin/matches' })
    const { location = '' } = await post('other', ' Lonely Boat ')
    assert.equal((await post('', ' Lonely Boat ')).location, location, 'a name is an answer by itself')
    assert.deepEqual(idsIn(await ada.get(location)).sort(), [9001, 9002])
    assert.match(textOf(await ada.follow(await post('9002'))), /Saved for the next import/)
    const gone = await find('lonely boat')
    assert.match(textOf(await ada.follow(gone)), /already been decided/)
    const { identified } = await importFormat(db, 'nfo', folder)
    assert.deepEqual(identified, { found: 1, made: 0, leftOut: 1 })
    await db.run(sql`update account set role = 'moderator' where username = 'ada'`)
    assert.equal((await (await signedIn(server, 'ada')).get('/admin/matches/find')).status, 403)
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
