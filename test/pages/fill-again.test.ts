import assert from 'node:assert/strict'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { forgetOldUploads, storeUpload, UPLOAD_DAYS } from '#src/import/filling/uploads.ts'
import { sqliteEngine } from '../support/engines.ts'
import { openFilling } from '../support/foreign/filling.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { zipOf } from '../support/kept/zip.ts'
import { signedIn, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const address = '/admin/fill'
const idIn = (location = '') => Number(/^\/admin\/fill\/(\d+)$/.exec(location)?.[1])
const engine = sqliteEngine(loadWorld)
const Id = Type.Object({ id: Type.Integer() })

test('an uploaded file of which something was left out stays until that is decided, or for some days', async (t) => {
  const { ada, config, data, work } = await openFilling(t, engine)
  const table = 'title,year\nSmall Boats,1999\n'
  const waiting = { path: 'b/Nowhere Known (1988).mkv', content: '' }
  const fields = { format: 'nfo', language: '', columns: '' }
  const content = zipOf([{ path: 'a/movie.nfo', content: '<movie><title>Das Moor</title></movie>' }, waiting])
  const begun = await ada.upload(address, fields, content, { name: 'films.zip' })
  const act = async (id: number, what: string) => {
    const at = `${address}/${id}`
    const next = idIn((await ada.post(`${at}/${what}`, {}, { from: at })).location)
    await work(next)
    return next
  }
  await work(idIn(begun.location))
  const first = await act(idIn(begun.location), 'import')
  assert.match(textOf(await ada.get(`${address}/${first}`)), /Preview again Discard file The file is kept/)
  assert.equal((await readdir(join(data, 'fill'))).length, 1)
  // What is decided for all is done at once, with the same file.
  const decided = await ada.post('/admin/matches/new', {}, { from: '/admin/matches' })
  const second = idIn(decided.location)
  assert.match(textOf(await ada.follow(decided)), /Their files are being imported again, which makes the new records\./)
  await work(second)
  assert.match(textOf(await ada.get(`${address}/${second}`)), /New records 1/)
  assert.deepEqual(await readdir(join(data, 'fill')), [])

  const stored = await storeUpload(config, { name: 'a.csv', content: Readable.from([Buffer.from(table)]) }, new Date())
  assert.ok(typeof stored === 'object')
  const after = (days: number) => forgetOldUploads(config, new Date(Date.now() + days * 86_400_000))
  await after(UPLOAD_DAYS - 1)
  assert.equal((await readdir(join(data, 'fill'))).length, 1)
  await after(UPLOAD_DAYS + 1)
  assert.deepEqual(await readdir(join(data, 'fill')), [])
})

test('why something is refused stands there in the language of the page', async (t) => {
  const folder = await folderOf(t, {
    'Das Moor (2003)/movie.nfo': '<movie><title>Das Moor</title><runtime>6300</runtime></movie>',
    'Lampe (2004)/movie.nfo': '<html></html>',
    'Boot (2005)/movie.nfo': '<movie><title>Boot</titel></movie>',
  })
  const { ada, app, db, work } = await openFilling(t, engine, { 'import-folders': folder })
  const from = `${address}/folder?${new URLSearchParams({ path: folder })}`
  const looked = idIn((await ada.post(`${address}/folder`, { path: folder, format: 'nfo' }, { from })).location)
  await work(looked)
  const at = `${address}/${looked}`
  assert.match(textOf(await ada.get(at)), /line 1 : runtime is 6300 minutes, and more than 1440 are not taken/)
  await db.run(sql`update account set iso_639_1 = 'de' where username = 'ada'`)
  const page = await (await signedIn({ app, db }, 'ada')).get(at)
  const told = textOf(page)
  assert.match(told, /Zeile 1 : runtime ist mit 6300 Minuten länger als die 1440, die möglich sind/)
  assert.match(told, /Zeile 1 : ist HTML/)
  assert.match(told, /Zeile 1 : ist kein XML \(„unexpected close tag“, bei Zeichen \d+\)/)
  assert.doesNotMatch(page.body, /<span lang="en">/)
})

test('what is decided for all leads to the files that nobody can read by themselves', async (t) => {
  const folder = await folderOf(t, { 'a/Nowhere Known (1988).mkv': '', 'b/Not Ours (1977).mkv': '' })
  const { ada, db, work } = await openFilling(t, engine, { 'import-folders': folder })
  const makeAll = () => ada.post('/admin/matches/new', {}, { from: '/admin/matches' })
  const fill = async (path: string) => {
    const from = `${address}/folder?${new URLSearchParams({ path })}`
    const looked = idIn((await ada.post(`${address}/folder`, { path, format: 'nfo' }, { from })).location)
    await work(looked)
    const at = `${address}/${looked}`
    await work(idIn((await ada.post(`${at}/import`, {}, { from: at })).location))
  }
  await fill(join(folder, 'a'))
  await fill(join(folder, 'b'))
  await rm(join(folder, 'b'), { recursive: true })
  const begun = await makeAll()
  assert.match(
    textOf(await ada.follow(begun)),
    /Some files are being imported again\. The others make new records when/,
  )
  await work(idIn(begun.location))
  assert.match(textOf(await ada.get(begun.location ?? '')), /New records 1/)
  assert.match(textOf(await ada.follow(await makeAll())), /already been decided/)
  await db.run(sql`
    insert into import_review (source_id, kind, source_key, title, year, file, guesses, noted_at)
    values ('nfo', 'movie', 'name:x', 'X', null, '/elsewhere/X.mkv', '[]', '2026-03-01T08:00:00.000Z')`)
  assert.match(textOf(await ada.follow(await makeAll())), /when their files are imported again: choose them here\./)
})

test('an import that finds nothing but a number is an edit, which can be undone', async (t) => {
  const folder = await folderOf(t, {
    'first/films.csv': 'title,year,imdb\nDas Moor,2003,tt9910071\n',
    'second/films.csv': 'title,year,imdb,tmdb\nDas Moor,2003,tt9910071,991071\n',
  })
  const { ada, db, work, app } = await openFilling(t, engine, { 'import-folders': folder })
  const fill = async (path: string) => {
    const from = `${address}/folder?${new URLSearchParams({ path })}`
    const looked = idIn((await ada.post(`${address}/folder`, { path, format: 'csv' }, { from })).location)
    await work(looked)
    const at = `${address}/${looked}`
    const done = idIn((await ada.post(`${at}/import`, {}, { from: at })).location)
    await work(done)
    return ada.get(`${address}/${done}`)
  }
  await fill(join(folder, 'first'))
  const told = await fill(join(folder, 'second'))
  assert.match(textOf(told), /New records 0 Changed records 0/)
  const [edit = ''] = /\/edit\/\d+/.exec(told.body) ?? []
  assert.match(textOf(await ada.get(edit)), /It found the numbers by which apps know records: 1\./)
  const preview = await ada.get(`${edit}/undo`)
  assert.match(textOf(preview), /These numbers stop working: 1\./)
  const seen = /name="seen" value="(\w+)"/.exec(preview.body)?.[1] ?? ''
  const known = async () => (await db.one(Id, sql`select id from gone_record where id = 991071`)) !== undefined
  assert.equal(await known(), true)
  const member = await signedIn({ app, db }, 'bo')
  assert.equal((await member.get(`${edit}/undo`)).status, 403)
  await ada.post(`${edit}/undo`, { note: '', seen }, { from: `${edit}/undo` })
  assert.equal(await known(), false)
})
