import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ApiError, type StatusName, statusEnvelope } from '#src/contract/statuses.ts'
import { addPending } from '#src/contributions/editing/pending.ts'
import { sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import { html, trusted } from '#src/pages/html.ts'
import { localAddress } from '#src/pages/local-address.ts'
import { maxCounted } from '#src/pages/viewer.ts'
import { preferredLanguage } from '#src/texts/index.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf, tokenIn } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

test('markup keeps markup and escapes everything else', () => {
  const evil = `"><script>alert('1')&`
  const inner = html`<b title="${evil}">${evil}</b>`
  assert.equal(
    html`<p>!${evil}${[inner, trusted('<hr>')]}${false}${null}${0}</p>`.text,
    '<p>!&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#38;' +
      '<b title="&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#38;">' +
      '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#38;</b>' +
      '<hr>0</p>',
  )
})

const addresses: [text: string, address: string][] = [
  ['/movie/1?page=2', '/movie/1?page=2'],
  ['/', '/'],
  ['', '/'],
  ['movie', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/..//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/movie\r\nset-cookie: a=b', '/movieset-cookie:%20a=b'],
]
for (const [text, address] of addresses) {
  test(`${JSON.stringify(text)} leads to ${address}`, () => assert.equal(localAddress(text), address))
}

const preferences: [header: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['fr-FR, de-AT;q=0.8, en;q=0.9', 'en'],
  ['fr, de;q=0.5', 'de'],
  ['de;q=0, en', 'en'],
  ['constructor, __proto__', 'en'],
  [`${'fr,'.repeat(100)}de`, 'en'],
]
for (const [header, language] of preferences) {
  test(`of ${String(header).slice(0, 40)} the pages speak ${language}`, () =>
    assert.equal(preferredLanguage(header), language))
}

const pageHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "manifest-src 'self'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Headers without those that differ between two replies. */
function headersOf({ headers }: { headers: Record<string, unknown> }) {
  const { date, connection, 'content-length': length, 'set-cookie': cookie, ...others } = headers
  return others
}

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  test('a page has its headers, and a browser gets a secret for its forms once', async () => {
    const visitor = openVisitor(server.app)
    const first = await visitor.get('/')
    assert.equal(first.status, 200)
    assert.deepEqual(headersOf(first), pageHeaders)
    assert.match(
      String(first.headers['set-cookie']),
      /^reelcommons_visitor=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const second = await visitor.get('/')
    assert.equal(second.headers['set-cookie'], undefined)
    assert.notEqual(tokenIn(first.body), tokenIn(second.body))
  })

  test('behind https the cookie belongs to this host and the browser stays with https', async (t) => {
    const secure = await startPages(engine, { site: 'https://reelcommons.example' })
    t.after(() => secure.close())
    const { headers } = await openVisitor(secure.app).get('/')
    assert.match(
      String(headers['set-cookie']),
      /^__Host-reelcommons_visitor=[0-9a-f]{64}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  })

  test('whoever is signed in is named, and comes back to the page at hand after signing in', async () => {
    const ada = await signedIn(server, 'ada')
    assert.match((await ada.get('/')).body, /Ada Lamplight/)
    const stranger = await openVisitor(server.app).get('/nothing?a=1&b=2')
    assert.match(stranger.body, /href="\/login\?next&#61;%2Fnothing%3Fa%3D1%26b%3D2"/)
  })

  test('what waits for somebody stands beside its words, and nobody waits for themselves', async (t) => {
    const own = await startPages(engine)
    t.after(() => own.close())
    await own.db.run(sql`update account set role = 'moderator' where id in (1, 2)`)
    const waits = { source_id: 'people', note: '', source_url: '', at: new Date(testDay), records: [], changes: [] }
    for (let each = 0; each <= maxCounted; each++) await addPending(own.db, { account_id: 2, ...waits })
    await notify(own.db, { account_id: 2, what: 'key_made', about: { name: 'x' }, now: new Date(testDay) })
    const badges = async (name: string) => {
      const { body } = await (await signedIn(own, name)).get('/nothing')
      return [...body.matchAll(/([^<>]*)(?:<\/span>)? <span class="badge">([^<]+)</g)].map(([, ...found]) => found)
    }
    const [ada, bo] = [await badges('ada'), await badges('bo')]
    assert.deepEqual(ada, [
      ['Ada Lamplight', '99+'],
      ['Ausstehende Änderungen', '99+'],
    ])
    assert.deepEqual(bo, [
      ['Bo', '1'],
      ['Notifications', '1'],
    ])
  })

  test('the language is that of the account, else the chosen one, else that of the browser', async () => {
    const german = { 'accept-language': 'de-AT' }
    const ada = await signedIn(server, 'ada')
    assert.match((await ada.get('/')).body, /<html lang="de">/)
    const visitor = openVisitor(server.app)
    assert.match((await visitor.get('/', german)).body, /<html lang="de">/)
    const chosen = await visitor.post('/language', { language: 'de', next: '/nothing?x=1' }, { from: '/' })
    assert.deepEqual([chosen.status, chosen.location], [303, '/nothing?x=1'])
    const page = await visitor.follow(chosen)
    assert.match(page.body, /<html lang="de">/)
    assert.match(textOf(page), /^Die Sprache ist jetzt Deutsch\. 404 /)
    assert.doesNotMatch(textOf(await visitor.get('/nothing')), /Die Sprache ist jetzt/)
  })

  test('who asks for the address of the choice of language again gets on', async () => {
    const reply = await openVisitor(server.app).get('/language')
    assert.deepEqual([reply.status, reply.location], [303, '/'])
  })

  test('a language that is chosen while signed in is that of the account', async (t) => {
    const own = await startPages(engine)
    t.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    await bo.post('/language', { language: 'de', next: '//evil.example' }, { from: '/' })
    const elsewhere = await signedIn(own, 'bo')
    assert.match((await elsewhere.get('/')).body, /<html lang="de">/)
  })

  test('a notice is one of ours', async () => {
    const visitor = openVisitor(server.app)
    for (const name of ['<script>', 'common', 'common.constructor', 'constructor.name', 'common.errors']) {
      visitor.cookies.set('reelcommons_notice', encodeURIComponent(name))
      assert.doesNotMatch((await visitor.get('/')).body, /class="notice"/, name)
    }
  })

  describe('a form of another site', () => {
    const sent: [title: string, headers: Record<string, string>, status: number][] = [
      ['says so itself', { 'sec-fetch-site': 'cross-site' }, 403],
      ['of a neighbour', { 'sec-fetch-site': 'same-site' }, 403],
      ['of another origin', { origin: 'https://evil.example' }, 403],
      ['of no origin', { origin: 'null' }, 403],
      ['is ours by its origin', { origin: 'http://reelcommons.example' }, 303],
      ['is ours by its host', { origin: 'http://localhost:8080' }, 303],
      ['is ours by what the browser says', { 'sec-fetch-site': 'same-origin' }, 303],
      ['says nothing', {}, 303],
    ]
    for (const [title, headers, status] of sent) {
      test(title, async () => {
        const visitor = openVisitor(server.app)
        const form_token = tokenIn((await visitor.get('/')).body)
        const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await server.app.inject({
          method: 'POST',
          url: '/language',
          headers: { ...headers, cookie, 'content-type': 'application/x-www-form-urlencoded', host: 'localhost:8080' },
          payload: new URLSearchParams({ form_token, language: 'de', next: '/' }).toString(),
        })
        assert.equal(reply.statusCode, status)
      })
    }

    test('has no token, that of another browser, or one that is none', async () => {
      const [visitor, other] = [openVisitor(server.app), openVisitor(server.app)]
      const foreign = tokenIn((await other.get('/')).body)
      await visitor.get('/')
      for (const token of ['', 'x', foreign, `${foreign.slice(0, -4)}AAAA`]) {
        const reply = await visitor.post('/language', { language: 'de' }, { token })
        assert.equal(reply.status, 403)
        assert.match(textOf(reply), /^403 This form has expired/)
      }
    })

    test('of a signed-in browser does not take the token from before signing in', async () => {
      const bo = await signedIn(server, 'bo')
      const stranger = openVisitor(server.app)
      const token = tokenIn((await stranger.get('/')).body)
      for (const [name, value] of stranger.cookies) bo.cookies.set(name, value)
      assert.equal((await bo.post('/language', { language: 'en' }, { token })).status, 403)
    })
  })

  test('a browser is told of a wrong address by a page, a program by the envelope', async () => {
    const page = await openVisitor(server.app).get('/nothing')
    assert.deepEqual([page.status, headersOf(page)], [404, pageHeaders])
    assert.match(page.body, /<title>Page not found · Reelcommons<\/title>/)
    for (const [url, headers, status, name] of [
      ['/nothing', {}, 404, 'not_found'],
      ['/nothing', { accept: 'application/json' }, 404, 'not_found'],
      ['/3/nothing', { accept: 'text/html' }, 401, 'invalid_key'],
      ['/%33/nothing', { accept: 'text/html' }, 401, 'invalid_key'],
    ] as const) {
      const reply = await server.app.inject({ url, headers })
      assert.deepEqual([reply.statusCode, reply.json()], [status, statusEnvelope(name)], url)
    }
  })

  test('what is wrong with a form is told by a page', async () => {
    const visitor = openVisitor(server.app)
    const page = await visitor.post('/language', { language: 'xx' }, { from: '/' })
    assert.equal(page.status, 400)
    const nul = await visitor.post('/language', { language: 'de', next: '/\0' }, { from: '/' })
    assert.equal(nul.status, 400)
    const long = await visitor.post('/language', { language: 'x'.repeat(70_000) }, { from: '/' })
    assert.deepEqual([long.status, textOf(long).slice(0, 14)], [413, '413 Too large '])
  })

  const faults: [fault: Error, status: number, title: string][] = [
    [new Error('select password from account'), 500, 'Something went wrong'],
    [new ApiError('unavailable'), 503, 'Temporarily unavailable'],
  ]
  for (const [fault, status, title] of faults) {
    test(`a page says ${status} where ${fault.name} kept it from its database`, async (t) => {
      let isBroken = false
      const open: typeof engine.open = async () => {
        const db = await engine.open()
        const one: typeof db.one = (row, query) => (isBroken ? Promise.reject(fault) : db.one(row, query))
        return { ...db, one }
      }
      const broken = await startPages({ ...engine, open })
      t.after(() => broken.close())
      const visitor = await signedIn(broken, 'ada')
      isBroken = true
      const page = await visitor.get('/', { 'accept-language': 'en' })
      assert.equal(page.status, status)
      assert.ok(page.body.includes(`<h1>${title}</h1>`))
      assert.doesNotMatch(page.body, /select password/)
    })
  }

  test('during maintenance people get a page, programs the envelope, and health is told', async (t) => {
    const resting = await startPages(engine, { maintenance: true })
    t.after(() => resting.close())
    const visitor = openVisitor(resting.app)
    const page = await visitor.get('/')
    assert.deepEqual([page.status, page.headers['retry-after']], [503, '120'])
    assert.match(textOf(page), /^503 Down for maintenance/)
    const [, stylesheet = ''] = /href="(\/assets\/site-[^"]+)"/.exec(page.body) ?? []
    const others: [url: string, status: number, name?: StatusName][] = [
      ['/3/movie/501', 503, 'maintenance'],
      ['/openapi.json', 503, 'maintenance'],
      ['/healthz', 200],
      ['/readyz', 200],
      [stylesheet, 200],
    ]
    for (const [url, status, name] of others) {
      const reply = await resting.app.inject(url)
      assert.equal(reply.statusCode, status, url)
      if (name) assert.deepEqual(reply.json(), statusEnvelope(name))
    }
  })
})
