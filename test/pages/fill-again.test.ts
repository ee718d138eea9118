import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
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
  await ada.post('/admin/matches/new', {}, { from: '/admin/matches' })
  const second = await act(await act(first, 'again'), 'import')
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
