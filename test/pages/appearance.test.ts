import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

async function open(t: TestContext, engine: TestEngine, options = {}) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  return server
}

/** What a page tells a browser: its own mark, the meta tag, the colours of the frame, and what is chosen below. */
function looksOf({ body }: Reply) {
  const [html = ''] = /<html[^>]*>/.exec(body) ?? []
  return [
    /data-appearance="(\w+)"/.exec(html)?.[1],
    /<meta name="color-scheme" content="([^"]*)">/.exec(body)?.[1],
    body.match(/<meta name="theme-color"/g)?.length,
    /<select id="site-appearance"[\s\S]*?value="(\w+)" selected/.exec(body)?.[1],
  ]
}

const asDevice = [undefined, 'light dark', 2, 'device']
const always = (which: string) => [which, which, 1, which]

forEachEngine(loadWorld, (engine) => {
  test('a visitor chooses light or dark for the browser, also on a private server', async (t) => {
    const server = await open(t, engine, { private: true })
    const visitor = openVisitor(server.app)
    assert.deepEqual(looksOf(await visitor.get('/login')), asDevice)
    for (const which of ['dark', 'light']) {
      const reply = await visitor.post(
        '/appearance',
        { appearance: which, next: '/login?next=%2Fmovie' },
        { from: '/login' },
      )
      assert.equal(reply.location, '/login?next=%2Fmovie')
      assert.match(textOf(await visitor.follow(reply)), /^The appearance is changed\./)
      assert.deepEqual(looksOf(await visitor.get('/login')), always(which))
    }
    await visitor.post('/appearance', { appearance: 'device', next: '/' }, { from: '/login' })
    assert.deepEqual(looksOf(await visitor.get('/login')), asDevice)
    visitor.cookies.set('reelcommons_appearance', '"><script>')
    assert.deepEqual(looksOf(await visitor.get('/login')), asDevice)
  })

  test('a person chooses it for the account, which comes before what a browser has', async (t) => {
    const server = await open(t, engine)
    const bo = await signedIn(server, 'bo')
    bo.cookies.set('reelcommons_appearance', 'light')
    assert.deepEqual(looksOf(await bo.get('/')), always('light'), 'until the person chooses')
    const profile = { name: '', iso_639_1: 'en', iso_3166_1: 'DE', appearance: 'dark' }
    assert.equal((await bo.post('/settings/profile', profile)).status, 303)
    const elsewhere = await signedIn(server, 'bo')
    assert.deepEqual(looksOf(await elsewhere.get('/')), always('dark'))
    assert.match((await elsewhere.get('/settings/profile')).body, /<select id="appearance"[\s\S]*?"dark" selected/)
    await elsewhere.post('/appearance', { appearance: 'device', next: '/' }, { from: '/' })
    assert.deepEqual(looksOf(await bo.get('/')), asDevice, 'the choice at the bottom of a page is the same')
    // A form that does not say leaves it as it is.
    assert.equal((await bo.post('/settings/profile', { ...profile, appearance: '' })).status, 303)
    const kept = await server.db.one(
      Type.Object({ appearance: Type.String() }),
      sql`select appearance from account where username = 'Bo'`,
    )
    assert.equal(kept?.appearance, 'device')
  })

  test('what is no choice is refused, as is a form of another site', async (t) => {
    const { app } = await open(t, engine)
    const visitor = openVisitor(app)
    for (const appearance of ['', 'Dark', 'constructor', 'x'.repeat(1_000)])
      assert.equal((await visitor.post('/appearance', { appearance, next: '/' }, { from: '/' })).status, 400)
    assert.equal((await visitor.post('/appearance', { appearance: 'dark', next: '/' }, { token: '' })).status, 403)
    const away = await visitor.post('/appearance', { appearance: 'dark', next: '//evil.example' }, { from: '/' })
    assert.equal(away.location, '/')
    assert.equal((await visitor.get('/appearance')).location, '/')
  })
})
