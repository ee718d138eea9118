import assert from 'node:assert/strict'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { sql } from '#src/database/sql.ts'
import { maxStarts } from '#src/import/filling/fill-job.ts'
import { maxEntriesShown, maxPathLength } from '#src/import/filling/folders.ts'
import { maxRefusalsShown, maxShownText } from '#src/import/filling/import-process.ts'
import { maxUploads, safeName, UPLOAD_DAYS } from '#src/import/filling/uploads.ts'
import { maxOpenJobsOfAccount } from '#src/jobs/jobs.ts'
import { maxColumnsLength } from '#src/pages/admin/fill/options.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { openFilling, placeOf } from '../support/foreign/filling.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { library } from '../support/foreign/library.ts'
import { libraryOf, threeHundred } from '../support/foreign/three-hundred.ts'
import { zipOf } from '../support/kept/zip.ts'
import { signedIn, textOf } from '../support/pages/visitor.ts'
import { runCommand } from '../support/run/command.ts'
import { loadWorld } from '../support/world.ts'

const address = '/admin/fill'
const idIn = (location = '') => Number(/^\/admin\/fill\/(\d+)$/.exec(location)?.[1])

forEachEngine(loadWorld, (engine) => {
  test('300 titles of three programs come to the same on the page and on the command line', async (t) => {
    // Each title costs PostgreSQL its round trips, and a part of them shows the same.
    const { files, brokenFiles } = engine.name === 'SQLite' ? threeHundred : libraryOf((n) => n < 60 || n >= 290)
    const folder = await folderOf(t, files)
    const { ada, work, words } = await openFilling(t, engine, { 'import-folders': folder })
    const begin = await ada.get(address)
    assert.match(begin.body, /fill\/folder\?path&#61;/)
    assert.match(textOf(begin), /Choose a folder of the server .* Upload a file /, 'folders come first')
    const from = `${address}/folder?${new URLSearchParams({ path: folder })}`
    assert.match(textOf(await ada.get(from)), /Films\/ Series\//)
    const chosen = { path: folder, format: 'auto', language: '', columns: '' }
    const looked = await ada.post(`${address}/folder`, chosen, { from })
    const first = idIn(looked.location)
    assert.match(textOf(await ada.get(`${address}/${first}`)), /What an import of .* would change Reading/)
    await work(first)
    const told = textOf(await ada.get(`${address}/${first}`))
    assert.match(told, new RegExp(`New records \\d+ .* Refused ${brokenFiles} .*Nothing is written yet`))
    assert.equal(told.match(/: (is HTML|is empty|is not XML|ends inside)/g)?.length, brokenFiles)
    assert.match(told, /Video files All \d+ Found 0 New \d+ Left out \d+ Trailers and other extras 0 /)
    const begun = await ada.post(`${address}/${first}/import`, {}, { from: `${address}/${first}` })
    const second = idIn(begun.location)
    await work(second)
    const done = await ada.get(`${address}/${second}`)
    const [, edit] = /href="\/edit\/(\d+)\/undo"/.exec(done.body) ?? []
    assert.ok(edit && done.body.includes('href="/admin/matches"'))
    assert.match(textOf(await ada.get(`/edit/${edit}/undo`)), /Undo/)
    // The same once more changes nothing, and so there is nothing to undo.
    const third = idIn((await ada.post(`${address}/${second}/again`, {}, { from: address })).location)
    await work(third)
    assert.match(
      textOf(await ada.get(`${address}/${third}`)),
      /New records 0 Changed records 0 Unchanged records \d\d+/,
    )

    const beside = await placeOf(t, engine)
    const run = await runCommand(['import', '--from', 'nfo', folder, ...beside.words])
    assert.equal(run.code, 1)
    assert.match(run.stdout, new RegExp(`lines refused: ${brokenFiles}\n`))
    const exported = async (place: string[]) => (await runCommand(['export', ...place])).stdout
    assert.equal(await exported(words), await exported(beside.words))
  })
})

const engine = sqliteEngine(loadWorld)
const State = Type.Object({ state: Type.Unsafe<{ starts: number }>({ type: 'object' }), failure: Type.String() })

test('a file is uploaded, looked at, imported after its server was killed, and gone', async (t) => {
  const { ada, db, data, work, step, restart } = await openFilling(t, engine)
  const files = Object.entries(library).map(([path, content]) => ({ path, content: content as string | Buffer }))
  const fields = { format: 'auto', language: 'de', columns: '' }
  const name = '..\\../<b>Füms & more.zip'
  const begun = await ada.upload(address, fields, zipOf(files), { name })
  const first = idIn(begun.location)
  await step()
  restart()
  await step()
  await work(first)
  const page = await ada.get(`${address}/${first}`)
  assert.match(page.body, /_b_Füms _ more\.zip/)
  assert.doesNotMatch(page.body, /<b>|&lt;b&gt;/)
  const row = await db.one(State, sql`select state, failure from job where id = ${first}`)
  assert.equal(row?.state.starts, 2)
  const second = idIn((await ada.post(`${address}/${first}/import`, {}, { from: `${address}/${first}` })).location)
  assert.deepEqual((await readdir(join(data, 'fill'))).length, 1)
  await work(second)
  assert.match(textOf(await ada.get(`${address}/${second}`)), /New records 1\d/)
  assert.deepEqual(await readdir(join(data, 'fill')), [])
  assert.doesNotMatch(textOf(await ada.get(`${address}/${second}`)), /Preview again/)
  const gone = idIn((await ada.post(`${address}/${second}/again`, {}, { from: address })).location)
  await work(gone)
  assert.match(textOf(await ada.get(`${address}/${gone}`)), /The file no longer exists/)
  const spent = JSON.stringify({ starts: maxStarts, refusals: [], refused: 0, summary: null })
  const input = JSON.stringify({ ...fields, place: { folder: data }, sample: 'keep', is_dry_run: true })
  await db.run(sql`
    update job set state = ${spent}, status = 'waiting', ended_at = null, input = ${input} where id = ${gone}`)
  await work(gone)
  assert.equal((await db.one(State, sql`select state, failure from job where id = ${gone}`))?.failure, 'fault')
})

test('what is wrong with a file or a choice is said, and leaves nothing behind', async (t) => {
  const { ada, data, work, step } = await openFilling(t, engine, { 'import-upload-bytes': '1048576' })
  const fields = { format: 'auto', language: '', columns: '' }
  const upload = (content: Buffer, more = {}) => ada.upload(address, { ...fields, ...more }, content, { name: 'a.csv' })
  const table = Buffer.from('title,year\nDas Moor,2003\n')
  const refusals: readonly [reply: Awaited<ReturnType<typeof upload>>, said: RegExp][] = [
    [await upload(Buffer.alloc(0)), /Choose a file that is not empty/],
    [await upload(Buffer.alloc(1_048_577)), /The file is larger than 1 MiB/],
    [await upload(table, { language: 'German' }), /Enter two letters such as de/],
    [await upload(table, { columns: 'x'.repeat(maxColumnsLength + 1) }), /Enter at most 1000 characters/],
  ]
  for (const [reply, said] of refusals) assert.deepEqual([reply.status, said.test(textOf(reply))], [422, true])
  assert.deepEqual(await readdir(join(data, 'fill')), [])

  const ids: number[] = []
  for (let n = 0; n < maxOpenJobsOfAccount; n++) ids.push(idIn((await upload(table)).location))
  const many = await upload(table)
  assert.deepEqual([many.status, /You already have 5 jobs running/.test(textOf(many))], [422, true])
  assert.equal((await readdir(join(data, 'fill'))).length, maxOpenJobsOfAccount)
  await ada.post(`${address}/${ids[0]}/stop`, {}, { from: `${address}/${ids[0]}` })
  await step()
  assert.match(textOf(await ada.get(`${address}/${ids[0]}`)), /The import was stopped/)
  for (const id of ids) await work(id)
  assert.match(textOf(await ada.get(`${address}/${ids[1]}`)), /Format: Table \(CSV\) New records 1 /)
  for (let n = ids.length; n < maxUploads; n++) await mkdir(join(data, 'fill', String(n)))
  const full = await upload(table)
  assert.deepEqual([full.status, /10 files are already waiting/.test(textOf(full))], [422, true])
  const discard = () => ada.post(`${address}/${ids[1]}/discard`, {}, { from: `${address}/${ids[1]}` })
  assert.match(textOf(await ada.follow(await discard())), /File discarded|Fill the catalogue/)
  assert.equal((await readdir(join(data, 'fill'))).length, maxUploads - 1)
  assert.deepEqual([UPLOAD_DAYS, maxRefusalsShown, maxShownText], [7, 200, 300])

  const wrong = await upload(Buffer.from('nothing in particular'))
  await work(idIn(wrong.location))
  assert.match(textOf(await ada.get(wrong.location as string)), /The format was not recognised. Choose one./)
})

test('refusals are counted, and the first of them shown, whatever stands in them', async (t) => {
  const rows = Array.from({ length: maxRefusalsShown + 7 }, () => ',2003')
  const folder = await folderOf(t, {
    '<i>odd</i>\u202e\n.csv': `title,year\n${rows.join('\n')}\n`,
    [`${'long'.repeat(60)}.csv`]: 'title,year\n,1\n',
  })
  const { ada, work } = await openFilling(t, engine, { 'import-folders': folder })
  const from = `${address}/folder?${new URLSearchParams({ path: folder })}`
  assert.match((await ada.get(from)).body, /<bdi>&#60;i&#62;odd|<bdi>&lt;i&gt;odd/)
  const begun = await ada.post(`${address}/folder`, { path: folder, format: 'csv' }, { from })
  await work(idIn(begun.location))
  const page = await ada.get(begun.location as string)
  assert.doesNotMatch(page.body, /<i>odd/)
  assert.match(textOf(page), /8 more were refused\. The command import lists all of them/)
})

test('folders are those below the roots, whatever links say, and for administrators alone', async (t) => {
  const outside = await folderOf(t, { 'secret.csv': 'title\nSecret\n' })
  const root = await folderOf(t, { 'in/films.csv': 'title\nOne\n', '.hidden/x.csv': '', 'root.csv': 'title\n' })
  await symlink(outside, join(root, 'leads-out'))
  await symlink(join(root, 'in'), join(root, 'leads-in'))
  const many = join(root, 'many')
  await mkdir(many)
  for (let n = 0; n <= maxEntriesShown; n++) await writeFile(join(many, `${n}.csv`), '')
  const { ada, db, app } = await openFilling(t, engine, { 'import-folders': `${root},/no/such/root` })
  const at = (path: string) => ada.get(`${address}/folder?${new URLSearchParams({ path })}`)
  const shown = await at(root)
  assert.doesNotMatch(shown.body, /\.hidden|leads/)
  assert.match(textOf(await at(join(root, 'leads-in'))), /films\.csv/)
  assert.match(textOf(await at(join(root, 'in/films.csv'))), /Folder above/)
  assert.doesNotMatch((await at(root)).body, /rel="up"/)
  assert.match(textOf(await at(many)), /Only the first 500 are shown/)
  const elsewhere = [
    '',
    '/',
    '/etc',
    'in',
    `${root}/..`,
    `${root}x`,
    join(root, 'leads-out'),
    outside,
    `${root}/nothing`,
  ]
  for (const path of [
    ...elsewhere,
    join(root, 'leads-out/secret.csv'),
    '/no/such/root',
    `/${'x'.repeat(maxPathLength)}`,
  ]) {
    assert.equal((await at(path)).status, 404, path)
    const used = await ada.post(`${address}/folder`, { path, format: 'csv' }, { from: address })
    assert.equal(used.status, 404, path)
  }
  await ada.post('/language', { language: 'de' }, { from: address })
  await db.run(sql`update account set iso_639_1 = 'de' where username = 'ada'`)
  assert.match(textOf(await at('/etc')), /Diesen Ordner gibt es nicht/)
  await db.run(sql`update account set role = 'moderator' where username = 'ada'`)
  const moderator = await signedIn({ app, db }, 'ada')
  for (const path of [address, `${address}/folder?path=/`, `${address}/1`])
    assert.equal((await moderator.get(path)).status, 403)
  assert.equal((await moderator.post(`${address}/folder`, { path: root }, { from: '/' })).status, 403)
})

test('an import asks about the sample first, and other people see nothing of it', async (t) => {
  const folder = await folderOf(t, { 'films.csv': 'title,year,tmdb\nDas Moor,2003,991001\n' })
  const { ada, db, work, app } = await openFilling(t, sqliteEngine(loadWorld), { 'import-folders': folder })
  await importInto(db, [...sources, { kind: 'movie', id: 991_001, title: 'Of the sample', source: 'low' }], {
    note: sampleNote,
  })
  const from = `${address}/folder?${new URLSearchParams({ path: folder })}`
  const first = idIn((await ada.post(`${address}/folder`, { path: folder, format: 'auto' }, { from })).location)
  await work(first)
  const at = `${address}/${first}`
  assert.match(textOf(await ada.get(at)), /The catalogue still has the sample/)
  const unsaid = await ada.post(`${at}/import`, { sample: 'perhaps' }, { from: at })
  assert.deepEqual([unsaid.status, /Choose whether to remove the sample first/.test(textOf(unsaid))], [422, true])
  const second = idIn((await ada.post(`${at}/import`, { sample: 'remove' }, { from: at })).location)
  await work(second)
  const Movie = Type.Object({ title: Type.String() })
  assert.equal((await db.one(Movie, sql`select title from movie where id = 991001`))?.title, 'Das Moor')
  await db.run(sql`update account set role = 'administrator' where folded_username = 'bo'`)
  const bo = await signedIn({ app, db }, 'bo')
  assert.equal((await bo.get(at)).status, 404)
  assert.equal((await bo.post(`${at}/stop`, {}, { from: address })).status, 404)
})

test('names of files that arrive are names on every system', () => {
  const names: readonly [given: string, kept: string][] = [
    ['films.zip', 'films.zip'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\x\\y.csv', 'y.csv'],
    ['.hidden', 'hidden'],
    ['-rf', 'rf'],
    ['', 'file'],
    ['\ud800\0\n.csv', '___.csv'],
    [`${'ä'.repeat(300)}.json.gz`, `${'ä'.repeat(100)}.json.gz`],
    // Systems count bytes.
    [`${'映'.repeat(100)}.tar.gz`, `${'映'.repeat(66)}.tar.gz`],
    [`${'𠀀'.repeat(100)}.zip`, `${'𠀀'.repeat(50)}.zip`],
  ]
  for (const [given, kept] of names) assert.deepEqual([safeName(given), safeName(kept)], [kept, kept])
})
