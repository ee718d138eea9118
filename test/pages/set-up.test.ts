import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { createAccount } from '#src/accounts/accounts.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { sql } from '#src/database/sql.ts'
import { newSetUpCode } from '#src/installation/set-up-code.ts'
import { createKey, firstKeyName } from '#src/keys/keys.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { openVisitor, type PagesServer, startPages, textOf, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { testDay } from '../support/world.ts'

const password = 'four words in a row'
const here = '127.0.0.1'
const stranger = '198.51.100.7'
const now = new Date(testDay)

const answers = {
  ...{ code: '', username: 'mara', email: '', password, repeat: password },
  ...{ siteName: 'Films at home', greeting: 'Welcome, everybody', signups: 'invitation', private: 'false' },
  ...{ catalogue: 'sample', folder: '' },
}

const Person = Type.Object({ username: Type.String(), role: Type.String() })
const people = ({ db }: PagesServer) => db.all(Person, sql`select username, role from account where source_id is null`)

async function start(t: TestContext, engine: TestEngine, options: Record<string, string | boolean> = {}) {
  const server = await startPages(engine, { site: '', ...options })
  t.after(() => server.close())
  return server
}

const setUp = (visitor: Visitor, changed: Partial<typeof answers> = {}) =>
  visitor.post('/setup', { ...answers, ...changed })

forEachEngine(emptyCatalogue, (engine) => {
  test('the first visit makes the administrator and the server, and leads on', async (t) => {
    const folder = await folderOf(t, { 'Films/A film (1999).mkv': '' })
    const server = await start(t, engine)
    const { app, db } = server
    const key = await createKey(db, {
      ...{ name: firstKeyName, plan: 'developer', account_id: null, limit_per_second: 0, now },
    })
    const visitor = openVisitor(app, here)
    const home = await visitor.get('/')
    assert.match(home.body, /<a class="button" href="\/setup">Set up this server<\/a>/, 'in the header')
    assert.match(textOf(home), /This catalogue is empty Set up the server: then import a folder, load the sample/)
    assert.doesNotMatch(home.body, /href="\/signup|href="\/login/)
    assert.match(textOf(await visitor.get('/login')), /Nobody has set up this server yet\. Set up this server/)
    assert.match(textOf(await visitor.get('/signup')), /Nobody has set up this server yet\. Set up this server/)
    const asked = await visitor.get('/setup')
    assert.doesNotMatch(asked.body, /name="code"/, 'who sits at the machine needs no code')

    const made = await setUp(visitor, { folder })
    assert.equal(made.status, 303, textOf(made))
    assert.match(made.location ?? '', /^\/welcome\?look=\d+$/)
    const welcome = await visitor.follow(made)
    assert.match(
      textOf(welcome),
      /What you can do now See what your folder has .* Invite the others .* Fill the catalogue .* Connect a player/,
    )
    assert.match(textOf(await visitor.get(`/admin/fill/${made.location?.split('=')[1]}`)), /Films|import/i)
    assert.deepEqual(await people(server), [{ username: 'mara', role: 'administrator' }])
    const after = await visitor.get('/')
    assert.match(after.body, /<title>[^<]* · Films at home<\/title>/)
    assert.match(textOf(after), /Hello, mara Welcome, everybody/)
    assert.match(
      textOf(await visitor.get('/settings/api')),
      new RegExp(`development .*ends in ${key.secret.slice(-4)}`),
    )
    assert.match(
      textOf(await visitor.get('/admin/audit-log')),
      /Setting of the server changed .*Name of the site: Films at home .*Account created mara/,
    )
    const other = openVisitor(app, here)
    assert.equal((await other.get('/setup')).location, '/login', 'once is enough')
    assert.match(textOf(await other.get('/signup')), /by invitation only/)
    const late = await other.post('/setup', { ...answers, username: 'eve' }, { from: '/login' })
    assert.equal(late.location, '/login')
    assert.deepEqual(await people(server), [{ username: 'mara', role: 'administrator' }])
  })

  test('a stranger on the network needs the code that the terminal has printed', async (t) => {
    const server = await start(t, engine)
    const { app, db } = server
    const code = (await newSetUpCode(db, now)) ?? ''
    assert.match(code, /^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    const later = (await newSetUpCode(db, now)) ?? ''
    const visitor = openVisitor(app, stranger)
    assert.match((await visitor.get('/setup')).body, /name="code"/)
    for (const wrong of ['', 'AAAA-BBBB-CCCC-DDDD', `${code}A`, '0'.repeat(64)]) {
      const reply = await setUp(visitor, { code: wrong })
      assert.equal(reply.status, 422)
      assert.match(textOf(reply), /This is not the code, or it has expired/)
    }
    const guessed = await setUp(visitor, { code: 'x', folder: '/nowhere/at-all' })
    assert.equal(guessed.status, 422)
    assert.doesNotMatch(textOf(guessed), /no such folder/, 'what folders there are is not said')
    const refused = await setUp(visitor, { code })
    assert.equal(refused.status, 429, 'who guesses waits, even with the right one')
    server.setTime(new Date(now.getTime() + 25 * 3_600_000).toISOString())
    assert.equal((await setUp(visitor, { code })).status, 422, 'it has expired')
    server.setTime(new Date(now.getTime() + 60_000).toISOString())
    const another = openVisitor(app, '198.51.100.8')
    assert.equal((await setUp(another, { code: code.toLowerCase().replaceAll('-', ' ') })).status, 303)
    assert.deepEqual(await people(server), [{ username: 'mara', role: 'administrator' }])
    assert.equal(await newSetUpCode(db, now), undefined, 'no start prints another one')
    const third = await openVisitor(app, '198.51.100.9').post(
      '/setup',
      { ...answers, username: 'eve', code: later },
      { from: '/login' },
    )
    assert.deepEqual([third.location, (await people(server)).length], ['/login', 1])
  })

  test('only a browser on the machine itself is taken for one', async (t) => {
    const cases: [
      name: string,
      from: string,
      headers: Record<string, string>,
      options: Record<string, string>,
      is: boolean,
    ][] = [
      ['by its name', here, {}, {}, true],
      ['by IPv6', '::1', { host: '[::1]:8080' }, {}, true],
      ['by its address', '::ffff:127.0.0.1', { host: '127.0.0.1:8080' }, {}, true],
      ['with a local site', here, {}, { site: 'http://localhost:8080' }, true],
      ['from the network', '192.168.1.7', {}, {}, false],
      ['from the network, as if here', '192.168.1.7', { host: 'localhost' }, {}, false],
      ['through a name that leads here', here, { host: 'evil.example' }, {}, false],
      ['through a proxy', here, { 'x-forwarded-for': here }, {}, false],
      ['through another proxy', here, { forwarded: `for=${here}` }, {}, false],
      ['through a trusted proxy', here, { 'x-forwarded-for': here }, { proxies: 'loopback' }, false],
      ['where there may be a silent proxy', here, {}, { proxies: 'loopback' }, false],
      ['where others reach the server, too', here, {}, { host: '0.0.0.0' }, false],
      ['where the site has a name', here, {}, { site: 'https://films.example' }, false],
    ]
    for (const [name, remoteAddress, headers, options, isHere] of cases) {
      const { app } = await start(t, engine, options)
      const reply = await app.inject({ url: '/setup', remoteAddress, headers: { host: 'localhost:8080', ...headers } })
      assert.equal(reply.statusCode, 200, name)
      assert.equal(!reply.body.includes('name="code"'), isHere, name)
    }
  })

  test('of two who set up the server at once, one becomes its administrator', async (t) => {
    const server = await start(t, engine)
    const visitors = ['mara', 'eve', 'ida'].map((username) => ({ username, visitor: openVisitor(server.app, here) }))
    const forms = await Promise.all(visitors.map(({ visitor }) => visitor.get('/setup')))
    const replies = await Promise.all(
      visitors.map(({ username, visitor }, at) =>
        visitor.post('/setup', { ...answers, username }, { token: tokenIn(forms[at]?.body ?? '') }),
      ),
    )
    const locations = replies.map(({ location = '' }) => location).sort()
    assert.deepEqual(locations, ['/login', '/login', '/welcome'])
    assert.deepEqual(
      (await people(server)).map(({ role }) => role),
      ['administrator'],
    )
  })

  test('what is wrong is said, and nothing is made', async (t) => {
    const server = await start(t, engine, { signups: 'closed', 'import-folders': '/media/films' })
    const visitor = openVisitor(server.app, here)
    const form = await visitor.get('/setup')
    assert.match(textOf(form), /Who can sign up Nobody Fixed: it was given .* --signups or REELCOMMONS_SIGNUPS/)
    const reply = await setUp(visitor, {
      ...{ username: 'x', email: 'nowhere', repeat: 'something else', siteName: 'A "name"', private: 'perhaps' },
    })
    assert.equal(reply.status, 422)
    const said = textOf(reply)
    for (const fault of [/do not match/, /at most 60 characters/, /Choose who sees/]) assert.match(said, fault)
    assert.match(textOf(await setUp(visitor, { folder: '/nowhere/at-all' })), /There is no such folder/)
    const closed = await setUp(visitor, { folder: '/' })
    assert.match(textOf(closed), /importFolders does not allow this folder/)
    assert.deepEqual(await people(server), [])
    assert.equal((await setUp(visitor)).status, 303)
    assert.match(textOf(await visitor.get('/admin/server')), /Who can sign up Nobody Fixed/)
  })

  test('somebody who signs up first keeps nobody from setting up the server', async (t) => {
    const server = await start(t, engine)
    await createAccount(server.db, openPasswords(1), { username: 'early', name: '', email: '', password, now })
    const visitor = openVisitor(server.app, here)
    assert.doesNotMatch((await visitor.get('/')).body, /href="\/setup"/)
    assert.equal((await setUp(visitor)).location, '/welcome')
    assert.deepEqual(
      (await people(server)).map(({ role }) => role),
      ['member', 'administrator'],
    )
    const early = openVisitor(server.app)
    assert.equal((await early.post('/login', { name: 'early', password, next: '/' })).status, 303)
    assert.match(
      textOf(await early.get('/welcome')),
      /What you can do now Find something to watch .* Bring what you keep/,
    )
  })

  test('a private server is set up, too, and shows itself to nobody else', async (t) => {
    const server = await start(t, engine)
    await importInto(server.db, [...sources, { kind: 'movie', id: 501, source: 'high', title: 'Lantern' }])
    const visitor = openVisitor(server.app, here)
    const made = await setUp(visitor, { private: 'true', signups: 'open' })
    assert.equal(made.status, 303)
    // Whom everybody could be asks for an invitation: nobody has to choose that, too.
    assert.match(textOf(await visitor.follow(made)), /Invite the others Links with which/)
    assert.match(textOf(await visitor.get('/admin/invitations')), /Create invitation/)
    assert.match((await visitor.get('/admin/server')).body, /id="signups-invitation"[^>]* checked/)
    const other = openVisitor(server.app)
    assert.equal((await other.get('/movie/501')).location, '/login?next=%2Fmovie%2F501')
    assert.match((await other.get('/login')).body, /Films at home/)
    assert.equal((await visitor.get('/movie/501-lantern')).status, 200)
  })
})
