import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { contracts } from '#src/interface.ts'
import { sqliteEngine } from '../support/engines.ts'
import { type Browser, browserSkip, openBrowser, type Tab } from '../support/pages/browser.ts'
import { openSite, type Site } from '../support/pages/site.ts'
import * as tour from '../support/pages/tour.ts'
import { openVisitor, type PagesServer, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { keys, loadWorld } from '../support/world.ts'

/** What a page may weigh besides pictures: its markup compressed, with the style and the scripts of every page. */
const maxBytes = 60_000

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
const mainOf = (body: string) => /<main[^>]*>([\s\S]*)<\/main>/.exec(body)?.[1] ?? ''
const linksIn = (body: string) =>
  [...mainOf(body).matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to = '']) => unescaped(to))
const idsIn = (body: string) => new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescaped(id as string)))

describe('the reference and the guide', () => {
  let server: PagesServer
  let visitor: Visitor
  before(async () => {
    server = await startPages(sqliteEngine(loadWorld))
    visitor = openVisitor(server.app)
  })
  after(() => server.close())

  test('every link of every page leads somewhere, each operation has a page, and no page is heavy', async () => {
    const bodies = new Map<string, string>()
    const broken: string[] = []
    const waiting = ['/docs', '/docs/guide']
    const seen = new Set(waiting)
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const reply = await visitor.get(path)
      if (reply.status !== 200 && reply.status !== 303) broken.push(`${path}: ${reply.status}`)
      if (!path.startsWith('/docs') || !String(reply.headers['content-type']).startsWith('text/html')) continue
      bodies.set(path, reply.body)
      for (const link of linksIn(reply.body)) {
        const [to = ''] = link.split('#', 1)
        if (!to.startsWith('/') || to.includes('dialect=') || seen.has(to)) continue
        seen.add(to)
        waiting.push(to)
      }
    }
    for (const [path, body] of bodies)
      for (const link of linksIn(body).filter((to) => to.includes('#') && !/^[a-z]+:/.test(to))) {
        const [to = '', anchor = ''] = link.split('#', 2)
        const target = bodies.get(to || path)
        if (target && !idsIn(target).has(decodeURIComponent(anchor))) broken.push(`${path}: ${link}`)
      }
    assert.deepEqual(broken, [])
    const operations = contracts.flatMap((contract) =>
      contract.operations.map(({ id }) => `/docs/operation/${id.replace('/', '_')}`),
    )
    assert.deepEqual(
      operations.filter((address) => !bodies.has(address)),
      [],
    )
    const heavy = [...bodies].map(([path, body]) => [path, gzipSync(body).length] as const)
    assert.deepEqual(
      heavy.filter(([, bytes]) => bytes > maxBytes / 2),
      [],
    )
  })

  test('an operation says what it takes, what it answers, and how to ask', async () => {
    const address = 'http://reelcommons.example/3/movie/1?append_to_response=credits'
    const reply = await visitor.get('/docs/operation/movie.details')
    const said = textOf(reply)
    for (const part of [
      'GET /3/movie/{movie_id}',
      'movie_id integer | string ID of the movie, or its film database ID in the path · required',
      `curl '${address}' \\ --header 'Authorization: Bearer YOUR_KEY'`,
      `await fetch('${address}'`,
      `request = Request( '${address}'`,
      'Reply 200 From the sample catalogue. “…” stands for what is left out here.',
      '"title": "A Trip to the Moon"',
      'belongs_to_collection object | null',
      'filmdb_id string | null',
      '34: Not found: there is no such resource.',
      'Trying it here needs JavaScript',
    ])
      assert.ok(said.includes(part), `${part} is not in ${said}`)
    const rating = textOf(await visitor.get('/docs/operation/movie.rate'))
    assert.ok(rating.includes('--request POST') && rating.includes('session_id=YOUR_SESSION'), rating)
  })

  test('an example says what it needs first, and which word in it is replaced by what', async () => {
    const item = await visitor.get('/docs/operation/lists.add_item')
    const said = textOf(item)
    const steps = [
      'What it needs first:',
      'GET /3/authentication/token/new “request_token” of the reply is YOUR_NEW_TOKEN',
      'POST /3/authentication/session/new { "request_token": "YOUR_REQUEST_TOKEN" } ' +
        '“session_id” of the reply is YOUR_SESSION',
      'POST /3/list?session_id=YOUR_SESSION { "name": "Silent films" } “list_id” of the reply is YOUR_LIST',
      "curl --request POST 'http://reelcommons.example/3/list/YOUR_LIST/add_item?session_id=YOUR_SESSION'",
    ]
    const places = steps.map((step) => said.indexOf(step))
    assert.ok(
      places.every((place, at) => place > (places[at - 1] ?? -1)),
      `${places} in ${said}`,
    )
    assert.ok(linksIn(item.body).includes('/docs/operation/lists.create'))
    const lock = textOf(await visitor.get('/docs/operation/locks.set?lang=de'))
    assert.match(lock, /Ein Zugriffstoken mit dem Bereich „moderate“ von jemandem, der moderiert ist YOUR_TOKEN/)
    const found = textOf(await visitor.get('/docs/operation/find.by_id?dialect=common'))
    assert.match(found, /external_source=imdb_id/)
    const stream = textOf(await visitor.get('/docs/operation/feed.changes_stream'))
    assert.match(stream, /new EventSource\('http:\/\/reelcommons\.example\/commons\/1\/changes\/stream\?kinds=movie&/)
    // An address in a reply is one of this server.
    assert.match(textOf(await visitor.get('/docs/operation/movie.reviews')), /"http:\/\/reelcommons\.example\/review\//)
  })

  test('field names are those of the dialect that is asked for, and stay so from page to page', async () => {
    const reply = await visitor.get('/docs/operation/movie.details?dialect=common')
    assert.match(textOf(reply), /imdb_id string \| null/)
    assert.doesNotMatch(textOf(reply), /filmdb_id/)
    assert.ok(linksIn(reply.body).includes('/docs/interface/movie?dialect=common'))
    assert.equal((await visitor.get('/docs?dialect=other')).status, 404)
  })

  test('it is in German where that is asked for, except for what the contract and the documents say', async () => {
    assert.match(textOf(await visitor.get('/docs?lang=de')), /^Inhalt API-Referenz Übersicht Handbuch .*API-Schlüssel/)
    assert.match(textOf(await visitor.get('/docs/guide/settings?lang=de')), /nur auf Englisch\. Settings/)
  })

  test('the guide for members and the one for editors are written in German, too', async () => {
    for (const [name, english, german] of [
      ['members', 'For members', 'Für Mitglieder'],
      ['editors', 'For editors', 'Für alle, die bearbeiten'],
    ] as const) {
      const inEnglish = await visitor.get(`/docs/guide/${name}`)
      assert.match(inEnglish.body, new RegExp(`<div class="guide" lang="en">\\s*<h1[^>]*>${english}`))
      const inGerman = await visitor.get(`/docs/guide/${name}?lang=de`)
      assert.match(inGerman.body, new RegExp(`<div class="guide" lang="de">\\s*<h1[^>]*>${german}`))
      assert.doesNotMatch(textOf(inGerman), /nur auf Englisch\./)
    }
    const { body } = await visitor.get('/docs/guide/members?lang=de')
    // Links lead to pages, whatever the folder of the text, and the menu has the titles of the language.
    assert.match(body, /href="\/docs\/guide\/editors[^>]*>Für alle, die bearbeiten</)
    assert.match(body, /href="\/docs\/guide\/search[^>]*>Suche</)
  })

  test('what is for those who read the files is not shown: comments, and links to tests', async () => {
    const { body } = await visitor.get('/docs/guide/behaviour')
    assert.match(body, /\(<a href="\/docs\/guide\/decisions\/0011-changes-by-get">why<\/a>\)/)
    assert.doesNotMatch(body, /href="[^"]*test\/interface|[ (]tests?\)/)
    assert.doesNotMatch((await visitor.get('/docs/guide/settings')).body, /&#60;!--|<!-- Generated/)
  })

  for (const path of [
    ...['/docs/', '/docs/guide/', '/docs/guide/none', '/docs/guide/constructor', '/docs/guide/..%2fpackage.json'],
    ...['/docs/guide/pictures/..~..~package.json', '/docs/guide/pictures/settings.md', '/docs/operation/none'],
    ...['/docs/interface/none', '/docs/none/movie', '/docs/shape/interface/constructor', '/docs/guide/decisions/9999'],
  ])
    test(`${path} is not there`, async () => assert.equal((await visitor.get(path)).status, 404))
})

describe('the reference in a browser', { skip: browserSkip }, () => {
  let site: Site
  let browser: Browser
  before(async () => {
    site = await openSite()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  async function open(path: string): Promise<Tab> {
    const tab = await browser.newTab()
    await tab.page.goto(`${site.address}${path}`)
    return tab
  }

  for (const [name, path] of [
    ['docs', '/docs'],
    ['docs-operation', '/docs/operation/lists.create'],
    ['guide', '/docs/guide'],
    ['editors', '/docs/guide/editors'],
  ] as const)
    test(`${path} has no faults, on phones and wide windows, light and dark`, async () => {
      const tab = await open(path)
      await tour.inspect(tab.page, name)
      await tour.leave(tab, site.address)
    })

  /** Fills in the form by the keyboard, and reads what comes. */
  async function tryDetails(page: Page, key: string) {
    await page.getByLabel('API key').focus()
    if (key) await page.keyboard.type(key)
    await page.getByLabel('movie_id').fill('501')
    await page.getByLabel('movie_id').press('Enter')
    await page.locator('form.try pre').waitFor()
    const status = (await page.locator('form.try [role=status]').textContent()) ?? ''
    return { status: status.slice(0, 3), body: JSON.parse((await page.locator('form.try pre').textContent()) ?? '') }
  }

  test('a request is tried, and its key gets into no address and no store', async () => {
    const tab = await open('/docs/operation/movie.details')
    const reply = await site.app.inject(`/3/movie/501?append_to_response=credits&api_key=${keys.first}`)
    assert.deepEqual(await tryDetails(tab.page, keys.first), { status: '200', body: reply.json() })
    assert.equal(tab.requests.at(-1), `GET ${site.address}/3/movie/501?append_to_response=credits`)
    assert.equal(tab.page.url(), `${site.address}/docs/operation/movie.details`)
    assert.equal(await tab.page.evaluate('localStorage.length + sessionStorage.length'), 0)
    await tour.leave(tab, site.address)
  })

  test('without a key the refusal of the server is shown', async () => {
    const tab = await open('/docs/operation/movie.details')
    assert.deepEqual(await tryDetails(tab.page, ''), { status: '401', body: statusEnvelope('invalid_key') })
    await tour.leave(tab, site.address, [
      'Failed to load resource: the server responded with a status of 401 (Unauthorized)',
    ])
  })

  test('examples are in the language that was chosen last, by keyboard, and also without scripts', async () => {
    const shown = (page: Page) => page.locator('.code-example pre:visible').allInnerTexts()
    const tab = await open('/docs/operation/movie.details')
    assert.match((await shown(tab.page)).join(), /^curl /)
    await tab.page.getByRole('radio', { name: 'curl' }).press('ArrowRight')
    assert.match((await shown(tab.page)).join(), /^const reply = await fetch/)
    await tab.page.getByRole('radio', { name: 'Python' }).check()
    await tab.page.goto(`${site.address}/docs/operation/lists.create`)
    assert.match((await shown(tab.page)).join(), /^import json/)
    await tour.leave(tab, site.address)
    const unscripted = await openBrowser({ isScripted: false })
    const plain = await unscripted.newTab()
    await plain.page.goto(`${site.address}/docs/operation/movie.details`)
    await plain.page.getByText('JavaScript', { exact: true }).click()
    assert.match((await shown(plain.page)).join(), /^const reply = await fetch/)
    await tour.leave(plain, site.address)
    await unscripted.close()
  })

  test('the key is written into examples only where somebody wants that', async () => {
    const tab = await open('/docs/operation/movie.details')
    const code = tab.page.locator('.code-example pre code').first()
    await tab.page.getByLabel('API key').fill('$&')
    assert.match((await code.textContent()) ?? '', /Bearer YOUR_KEY'/)
    await tab.page.getByLabel('Write it into the examples').check()
    assert.match((await code.textContent()) ?? '', /Bearer \$&'/)
    await tab.page.getByLabel('Write it into the examples').uncheck()
    assert.match((await code.textContent()) ?? '', /Bearer YOUR_KEY'/)
    await tour.leave(tab, site.address)
  })

  test('code is copied', async () => {
    const tab = await open('/docs/operation/movie.details')
    await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await tab.page.getByRole('radio', { name: 'curl' }).check()
    await tab.page.getByRole('button', { name: 'Copy' }).first().click()
    await tab.page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(
      await tab.page.evaluate('navigator.clipboard.readText()'),
      /^curl 'http.*\/3\/movie\/1\?append_to_response=credits' /,
    )
    await tour.leave(tab, site.address)
  })
})
