import assert from 'node:assert/strict'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { openChangeBus } from '#src/background/change-bus.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { emptyCatalogue, importInto } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { openFilling } from '../support/foreign/filling.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openVisitor, type PagesServer, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { runCommand } from '../support/run/command.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/admin/server'
const said = { siteName: 'Reelcommons', greeting: '', signups: 'open', private: 'false' }

async function start(
  t: { after(work: () => Promise<void>): void },
  engine: TestEngine,
  options: Record<string, string | boolean> = {},
) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  return { server, ada: await signedIn(server, 'ada'), visitor: openVisitor(server.app) }
}

const openTask = async (db: PagesServer['db']) =>
  (await db.one(Type.Object({ id: Type.Integer() }), sql`select id from job where ended_at is null`))?.id ?? 0

const titleOf = ({ body }: Reply) => /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? ''

forEachEngine(loadWorld, (engine) => {
  test('what an administrator says of the server holds at once, everywhere, and after a restart', async (t) => {
    const { server, ada, visitor } = await start(t, engine)
    const { db, config } = server
    // Another process over the same database hears of it from the others, or looks.
    const changeBus = openChangeBus((error) => assert.fail(String(error)))
    const elsewhere = buildServer({ db, config, clock: () => new Date(testDay), changeBus })
    t.after(() => elsewhere.close())
    const other = openVisitor(elsewhere)
    assert.match(titleOf(await other.get('/')), / · Reelcommons$/)
    assert.equal((await other.get('/movie/501')).status, 301)

    const saved = await ada.post(address, { ...said, siteName: 'Our <films>', greeting: 'Hi', signups: 'closed' })
    assert.equal(saved.status, 422)
    assert.match(textOf(saved), /Enter a name of at most 60 characters/)
    const changed = { siteName: 'Our films & more', greeting: 'Hi there', signups: 'closed', private: 'true' }
    const done = await ada.post(address, changed)
    assert.match(textOf(await ada.follow(done)), /^Changes saved\. They hold from now on\./)
    const login = await visitor.get('/login')
    assert.equal(titleOf(login), 'Sign in · Our films &#38; more')
    assert.equal((await visitor.get('/movie/501')).location, '/login?next=%2Fmovie%2F501')
    assert.match(textOf(await ada.get('/')), /^Hello, Ada Lamplight Hi there/)
    assert.match(String((await ada.get('/')).headers['x-robots-tag']), /noindex/)
    assert.equal(JSON.parse((await visitor.get('/site.webmanifest')).body).name, 'Our films & more')
    assert.equal((await visitor.get('/sitemap.xml')).status, 303)
    assert.match((await visitor.get('/robots.txt')).body, /Disallow: \/\n/)

    changeBus.publish('settings')
    await until(async () => (await other.get('/movie/501')).status === 303)
    const again = buildServer({ db, config, clock: () => new Date(testDay) })
    t.after(() => again.close())
    assert.equal(titleOf(await openVisitor(again).get('/login')), 'Sign in · Our films &#38; more')
    assert.equal((await settingsNow(db, config)).private, true)

    assert.match(
      textOf(await ada.get('/admin/audit-log')),
      /Setting of the server changed Who sees the catalogue: Only people .* ada .*Name of the site: Our films/,
    )
    assert.equal((await ada.post(address, { ...changed, private: 'false' })).status, 303)
    assert.equal((await visitor.get('/movie/501')).status, 301, 'and is open again')
    assert.equal((await visitor.get('/sitemap.xml')).status, 200)
  })

  test('what was given when the server was started is fixed, and says so', async (t) => {
    const { server, ada, visitor } = await start(t, engine, { 'site-name': 'Given', private: true })
    await server.db.run(sql`
      insert into server_setting (name, value)
      values ('siteName', 'Stored'), ('private', 'false'), ('signups', 'nonsense'), ('port', '1')`)
    assert.equal(titleOf(await visitor.get('/login')), 'Sign in · Given')
    const page = textOf(await ada.get(address))
    assert.match(page, /Name of the site Given Fixed: it was given .* as --site-name or REELCOMMONS_SITE_NAME/)
    assert.match(page, /Who sees the catalogue Only people who sign in, .* --private or REELCOMMONS_PRIVATE/)
    const done = await ada.post(address, { ...said, siteName: 'Mine', greeting: 'Hello' })
    assert.equal(done.status, 303)
    assert.equal(titleOf(await visitor.get('/login')), 'Sign in · Given')
    assert.equal((await visitor.get('/movie/501')).status, 303)
    assert.match(textOf(await ada.get('/')), /Hello/)
  })

  test('a catalogue with values for personal use stays private', async (t) => {
    const { server, ada } = await start(t, engine)
    await ada.post(address, { ...said, private: 'true' })
    await server.db.run(sql`update source set private_only = true where id = (select min(id) from source)`)
    const refused = await ada.post(address, said)
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /for personal use only, .* so it stays private/)
  })

  test('only administrators get there, and the overview says how the server is doing', async (t) => {
    const { server, ada } = await start(t, engine)
    const bo = await signedIn(server, 'bo')
    for (const path of ['/admin', address]) assert.equal((await bo.get(path)).status, 403, path)
    for (const path of ['', '/sample', '/backup', '/mail'])
      assert.equal((await bo.post(`${address}${path}`, said, { from: '/' })).status, 403, path)
    const page = textOf(await ada.get('/admin'))
    assert.match(page, /Waiting to be verified .* sends no e-mails, so they get no link\. .*dee /)
    assert.match(page, /In the catalogue Movies \d+ Series \d+ .* Accounts \d+ Last backup Never Version \d/)
    assert.match(page, /Running now Nothing is running\./)
    assert.match(
      textOf(await ada.get(address)),
      /Sizes Database [\d.]+ [kM]B Original pictures \d+ kB Resized pictures/,
    )
  })
})

forEachEngine(loadWorld, (engine) => {
  test('a backup is made from the page, one at a time, and restores', async (t) => {
    const { ada, db, data, work, words } = await openFilling(t, engine)
    assert.match(textOf(await ada.get(address)), /There was no backup yet/)
    const begun = await ada.post(`${address}/backup`, {}, { from: address })
    assert.match(textOf(await ada.follow(begun)), /The backup is being made/)
    assert.match(textOf(await ada.get('/admin')), /Running now A task on the page Server , started by ada/)
    const twice = await ada.post(`${address}/backup`, {}, { from: address })
    assert.match(textOf(await ada.follow(twice)), /^Something else is running already/)
    await work(await openTask(db))
    const page = textOf(await ada.get(address))
    const [name = ''] = await readdir(join(data, 'backups'))
    assert.match(page, /Last backup: \d/)
    assert.ok(page.includes(`The backup is in ${join(data, 'backups', name)}`), page)
    assert.match(textOf(await ada.get('/admin/audit-log')), /Backup made/)
    const into = join(data, 'restored')
    const { code, stderr } = await runCommand(['restore', join(data, 'backups', name), '--data', into])
    assert.deepEqual([code, stderr], [0, ''])
    assert.ok((await stat(join(into, 'catalogue.sqlite'))).size > 0)
    const byCommand = join(data, 'another')
    assert.equal((await runCommand(['backup', byCommand, ...words])).code, 0)
    assert.ok(textOf(await ada.get(address)).includes(byCommand), 'the command is remembered, too')
  })
})

const engine = sqliteEngine(loadWorld)

test('a backup that fails says why', async (t) => {
  const { ada, db, data, work } = await openFilling(t, engine)
  await ada.post(`${address}/backup`, {}, { from: address })
  await writeFile(join(data, 'backups'), 'no folder')
  await work(await openTask(db))
  assert.match(textOf(await ada.get(address)), /This did not work: reelcommons backup: .*backups/)
})

test('a test e-mail says what the mail server says', async (t) => {
  const mails = await openMailServer()
  const { server, ada } = await start(t, engine, { smtp: mails.url })
  await ada.post(address, { ...said, siteName: 'Films “at home”' })
  const send = async () => {
    const reply = await ada.post(`${address}/mail`, {}, { from: address })
    return textOf(reply.status === 303 ? await ada.follow(reply) : reply)
  }
  assert.match(await send(), /^The mail server has taken the e-mail/)
  const { headers, text } = await mails.next()
  assert.match(headers.from ?? '', /Films.*<no-reply@reelcommons\.example>/)
  assert.match(text, /this is the test e-mail of Films “at home” \(http:\/\/reelcommons\.example\)/)
  mails.refuseWith(550)
  assert.match(await send(), /The mail server did not take it\. It says: .*550 refused/)
  await mails.close()
  assert.match(await send(), /It says: .*ECONNREFUSED/)
  await server.db.run(sql`update account set email = '' where username = 'ada'`)
  assert.match(textOf(await ada.get(address)), /Your account has no e-mail address\./)
  const unsent = await start(t, engine)
  const written = await unsent.ada.post(`${address}/mail`, {}, { from: address })
  assert.match(textOf(await unsent.ada.follow(written)), /^The e-mail is in the folder\..* no mail server/)
})

test('the sample is removed from the page, which says what stays; and loaded where there is nothing', async (t) => {
  const { ada, db, work } = await openFilling(t, sqliteEngine(loadSampleAndAda))
  await db.run(sql`insert into watchlist (account_id, kind, entity_id, created_at)
    select id, 'movie', 7001, ${testDay} from account where username = 'ada'`)
  assert.match(textOf(await ada.get(address)), /What people have used stays/)
  await ada.post(`${address}/sample`, { task: 'remove' }, { from: address })
  assert.match(textOf(await ada.get(address)), /The sample is being removed/)
  await work(await openTask(db))
  assert.match(textOf(await ada.get(address)), /Removed: 1 records\. Kept: 1\. These stay, .* refer to them: Kept film/)
  assert.match(textOf(await ada.get('/admin/audit-log')), /Sample removed .*ada/)
  await db.run(sql`delete from watchlist`)
  await ada.post(`${address}/sample`, { task: 'remove' }, { from: address })
  await work(await openTask(db))
  const home = await ada.get('/')
  assert.match(textOf(home), /This catalogue is empty Import a folder, load the sample .* Fill the catalogue Load the/)
  await ada.post(`${address}/sample`, { task: 'load' }, { from: '/' })
  await work(await openTask(db))
  assert.match(textOf(await ada.get(address)), /Remove the sample/)
  await ada.post(`${address}/sample`, { task: 'load' }, { from: '/' })
  assert.equal(await openTask(db), 0, 'it is loaded where there is nothing')
})

/** Two films of the sample, and an account. */
async function loadSampleAndAda(db: Migratable) {
  await emptyCatalogue(db)
  const now = new Date(testDay)
  const ada = { username: 'ada', name: '', email: '', password: 'four words in a row', now }
  await createAccount(db, openPasswords(1), ada)
  const lines = [
    { kind: 'source', id: 'sample', name: 'Sample', licence: 'CC0-1.0', rank: 1 },
    { kind: 'movie', id: 7001, source: 'sample', title: 'Kept film' },
    { kind: 'movie', id: 7002, source: 'sample', title: 'Other film' },
  ]
  await importInto(db, lines, { note: sampleNote })
}
