import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

async function open(t: TestContext, engine: TestEngine, options: Record<string, string | boolean>) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  return server
}

type Route = { method: string; path: string }

/** Every route of an application, as its router prints them. */
function routesOf(app: FastifyInstance): Route[] {
  const lines = app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n')
  const open: string[] = []
  const routes: Route[] = []
  for (const line of lines) {
    const [, indent = '', text = ''] = /^([│├└─ ]*)(.*)$/.exec(line) ?? []
    const [, path, methods] = /^(.*?) \(([A-Z, ]+)\)$/.exec(text) ?? [undefined, text, undefined]
    const depth = Math.round(indent.length / 4)
    open.length = Math.max(0, depth - 1)
    open[depth - 1] = path ?? ''
    for (const method of methods?.split(', ') ?? []) routes.push({ method, path: open.join('') })
  }
  return routes
}

/** The routes that are there for everybody: one needs them to sign in, or they say nothing of the catalogue. */
const forStrangers = [
  ...['GET /assets/:name', 'GET /healthz', 'GET /readyz', 'GET /robots.txt', 'POST /language', 'POST /appearance'],
  ...['GET /favicon.ico', 'GET /site.webmanifest', 'POST /login/passkey', 'POST /login/passkey/options'],
  ...[
    'GET /login',
    'POST /login',
    'GET /login/code',
    'POST /login/code',
    'POST /logout',
    'GET /signup',
    'POST /signup',
  ],
  ...['GET /verify/:secret', 'POST /verify/:secret', 'GET /password/forgotten', 'POST /password/forgotten'],
  ...['GET /password/reset/:secret', 'POST /password/reset/:secret'],
  ...['GET /settings/email/:secret', 'POST /settings/email/:secret', 'GET /calendar/:secret'],
  ...['GET /mails/stop/:secret', 'POST /mails/stop/:secret', 'GET /setup', 'POST /setup'],
]

/** Addresses with a secret, for the Plex media server and for players: with another one there is nothing. */
const isSecret = (path: string) => /^\/(plex\/:secret\/(movies|television)|players\/:secret)/.test(path)
const hidden = [404, statusEnvelope('not_found')]

/** An address of a route: all of its parameters are numbers of records that are there, or say nothing. */
const addressOf = (path: string) => path.replace(/:\w+/g, '1').replace(/\*$/, '')

test('without signing in or a key no route of a private server shows anything', async (t) => {
  const { app } = await open(t, sqliteEngine(loadWorld), { private: true })
  await app.ready()
  const routes = routesOf(app).filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  assert.ok(routes.length > 300, `${routes.length} routes`)
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(
    forStrangers.filter((name) => !names.includes(name)),
    [],
    'these routes are not there',
  )
  for (const { method, path } of routes) {
    if (forStrangers.includes(`${method} ${path}`)) continue
    for (const accept of ['application/json', 'text/html'])
      for (const key of ['', `?api_key=${'0'.repeat(32)}`]) {
        const reply = await app.inject({ method: method as 'GET', url: addressOf(path) + key, headers: { accept } })
        const what = `${method} ${path} for ${accept}`
        if (reply.statusCode === 303)
          assert.equal(reply.headers.location, `/login?next=${encodeURIComponent(addressOf(path))}`, what)
        else if (isSecret(path)) assert.deepEqual([reply.statusCode, reply.json()], hidden, what)
        else {
          assert.equal(reply.statusCode, 401, what)
          if (accept === 'application/json') assert.deepEqual(reply.json(), statusEnvelope('invalid_key'), what)
        }
      }
  }
})

forEachEngine(loadWorld, (engine) => {
  test('whoever has signed in or sends a key sees everything, and nobody between keeps it', async (t) => {
    const server = await open(t, engine, { private: true })
    const ada = await signedIn(server, 'ada')
    const asked = ['/movie', '/openapi.json', '/docs', '/search/suggest?q=a', '/edits/feed', '/search/opensearch.xml']
    for (const address of asked) {
      assert.equal((await ada.get(address)).status, 200, address)
      const join = address.includes('?') ? '&' : '?'
      const byKey = await server.app.inject(`${address}${join}api_key=${keys.first}`)
      assert.deepEqual(
        [byKey.statusCode, byKey.headers['x-robots-tag']],
        [200, 'noindex, nofollow, noarchive'],
        address,
      )
      assert.match(String(byKey.headers['cache-control']), /^private\b/, address)
      const byToken = await server.app.inject({ url: address, headers: { authorization: `Bearer ${keys.first}` } })
      assert.equal(byToken.statusCode, 200, address)
    }
    for (const what of ['rendered', 'warm']) {
      const reply = await server.app.inject(`/3/movie/502?api_key=${keys.first}`)
      assert.match(String(reply.headers['cache-control']), /^private, max-age=\d+$/, what)
    }
    const robots = await server.app.inject('/robots.txt')
    assert.equal(robots.body, 'User-agent: *\nDisallow: /\n')
    await ada.post('/logout', {}, { from: '/' })
    assert.equal((await ada.get('/movie')).location, '/login?next=%2Fmovie')
  })

  test('a stranger is led to the form and back, and sees no way in or to sign up', async (t) => {
    const { app } = await open(t, engine, { private: true, signups: 'open' })
    const visitor = openVisitor(app)
    const form = await visitor.get('/login?next=%2Fmovie%2F1')
    assert.equal(form.status, 200)
    assert.doesNotMatch(form.body, /href="\/(movie|tv|search|edits|docs|signup)|search\.js|opensearch/)
    const closed = await visitor.get('/signup')
    assert.deepEqual([closed.status, /by invitation only/.test(textOf(closed))], [403, true])
    const fields = { username: 'cleo', email: 'cleo@example.org', password: 'six blue boats at sea' }
    const sent = await visitor.post('/signup', { ...fields, repeat: fields.password }, { from: '/login' })
    assert.equal(sent.status, 403)
  })

  test('a private server opens its form to the invited, and nothing else; an address is optional', async (t) => {
    const server = await open(t, engine, { private: true })
    const ada = await signedIn(server, 'ada')
    const invitation = await invitationOf(server, ada)
    const from = `/signup?invitation=${invitation}`
    const cleo = openVisitor(server.app)
    const closed = await cleo.get('/signup')
    assert.deepEqual([closed.status, /by invitation only/.test(textOf(closed))], [403, true])
    const form = await cleo.get(from)
    assert.equal(form.status, 200)
    assert.match(textOf(form), /^Sign up You are invited to Reelcommons\. With an account you rate/)
    assert.doesNotMatch(
      form.body,
      /href="\/(movie|tv|search|edits|docs)|search\.js|opensearch|name="email"[^>]* required/,
    )
    for (const path of ['/movie', '/person/1', '/t/p/w500/a.jpg', '/search?query=a'])
      assert.notEqual((await cleo.get(path)).status, 200, path)
    const fields = { username: 'cleo', email: '', password: 'six blue boats at sea', invitation }
    const wrong = await cleo.post('/signup', { ...fields, repeat: fields.password, email: 'no address' }, { from })
    assert.equal(wrong.status, 422)
    const made = await cleo.post('/signup', { ...fields, repeat: fields.password }, { from })
    assert.equal(made.location, '/verify')
    const page = await cleo.get('/verify')
    assert.doesNotMatch(textOf(page), /not verified|is verified|API key/)
    assert.match(textOf(await cleo.get('/settings/account')), /no e-mail address\. .* Add e-mail address/)
    assert.equal((await cleo.get('/movie')).status, 200)
    assert.equal((await openVisitor(server.app).get(from)).status, 403)
    const again = await cleo.post('/logout', {}, { from: '/' })
    assert.equal(again.status, 303)
    const signedInAgain = await cleo.post(
      '/login',
      { name: 'cleo', password: fields.password, next: '' },
      { from: '/login' },
    )
    assert.equal(signedInAgain.status, 303)
  })

  test('with an invitation one person signs up, and a second one does not', async (t) => {
    const server = await open(t, engine, { signups: 'invitation' })
    assert.equal((await openVisitor(server.app).get('/signup')).status, 403)
    const ada = await signedIn(server, 'ada')
    const link = await invitationOf(server, ada)
    const fields = { username: 'cleo', email: 'cleo@example.org', password: 'six blue boats at sea', invitation: link }
    const form = { ...fields, repeat: fields.password }
    const [cleo, other] = [openVisitor(server.app), openVisitor(server.app)]
    const from = `/signup?invitation=${link}`
    // The form of the other one was opened while the invitation still worked.
    const stale = /name="form_token" value="([^"]*)"/.exec((await other.get(from)).body)?.[1] as string
    assert.equal((await cleo.post('/signup', form, { from })).location, '/verify')
    const late = await other.post('/signup', { ...form, username: 'dora', email: 'd@example.org' }, { token: stale })
    assert.equal(late.status, 403)
    const again = await invitationOf(server, ada)
    const [revoke = ''] = /\/admin\/invitations\/\d+\/revoke/.exec((await ada.get('/admin/invitations')).body) ?? []
    await ada.post(revoke, {}, { from: '/admin/invitations' })
    assert.equal((await openVisitor(server.app).get(`/signup?invitation=${again}`)).status, 403)
    const third = await invitationOf(server, ada)
    server.setTime(new Date(new Date(testDay).getTime() + 14 * 86_400_000).toISOString())
    assert.equal((await openVisitor(server.app).get(`/signup?invitation=${third}`)).status, 403)
  })
})

async function invitationOf({ config }: PagesServer, ada: Awaited<ReturnType<typeof signedIn>>): Promise<string> {
  const reply = await ada.follow(await ada.post('/admin/invitations', {}, { from: '/admin/invitations' }))
  const [, secret] = new RegExp(`${config.site}/signup\\?invitation(?:=|&#61;)([0-9a-f]{40})`).exec(reply.body) ?? []
  assert.ok(secret, textOf(reply))
  return secret
}
