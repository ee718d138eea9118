import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { registerDocs } from '#src/http/pages/docs.ts'
import { type Browser, browserSkip, openBrowser, type Tab } from '../support/pages/browser.ts'
import { openSite, type Site } from '../support/pages/site.ts'
import * as tour from '../support/pages/tour.ts'
import { keys } from '../support/world.ts'

const always = { 'referrer-policy': 'no-referrer', vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' }
const etagForm = /^W\/"[0-9a-f]{32}"$/
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Fastify alone, so that the headers are those of the page and not of the server around it. */
function bareApp(): FastifyInstance {
  const app = fastify()
  const info = { title: 'Reels & <commons>', version: '1.0.0' }
  registerDocs(app, [{ name: 'one', label: 'One', document: '/one.json', info }], 'neutral')
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('the not-found handler of the application'))
  return app
}

const addressesIn = (page: string) => [...page.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!)

/** What a reply says about itself, without the headers that differ between two runs. */
function headersOf({ headers }: { headers: Record<string, unknown> }) {
  const { date, connection, etag, 'content-length': length, ...others } = headers
  assert.match(String(etag), etagForm)
  return others
}

describe('the files of the API reference', () => {
  const app = bareApp()
  after(() => app.close())
  const get = (url: string, headers = {}) => app.inject({ url, headers })

  test('the page is asked for anew each time and may load only what the server has itself', async () => {
    const reply = await get('/docs')
    assert.equal(reply.statusCode, 200)
    assert.deepEqual(headersOf(reply), {
      ...always,
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
    })
    assert.match(reply.body, /<title>Reels &#38; &#60;commons&#62; 1\.0\.0: API reference<\/title>/)
    const stems = addressesIn(reply.body).map((path) => path.replace(/-[0-9a-f]{16}\./, '.'))
    assert.deepEqual(stems, ['/docs/swagger-ui.css', '/docs/docs.css', '/docs/swagger-ui-bundle.js', '/docs/docs.js'])
  })

  test('each file that the page names is kept for good', async () => {
    const page = await get('/docs')
    for (const path of addressesIn(page.body)) {
      const reply = await get(path)
      assert.equal(reply.statusCode, 200, path)
      assert.deepEqual(headersOf(reply), {
        ...always,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      })
    }
  })

  test('page and files are sent compressed, and not again to who has them', async () => {
    const page = await get('/docs')
    for (const path of ['/docs', ...addressesIn(page.body)]) {
      const plain = await get(path)
      const zipped = await get(path, { 'accept-encoding': 'gzip, br' })
      assert.equal(zipped.headers['content-encoding'], 'gzip')
      assert.ok(gunzipSync(zipped.rawPayload).equals(plain.rawPayload), path)
      assert.equal(zipped.headers.etag, plain.headers.etag)
      const known = await get(path, { 'if-none-match': String(plain.headers.etag) })
      assert.deepEqual(
        [known.statusCode, known.body, headersOf(known)['cache-control']],
        [304, '', headersOf(plain)['cache-control']],
      )
    }
  })

  test('page, script and style of our own name no other host', async () => {
    const page = await get('/docs')
    const own = addressesIn(page.body).filter((path) => path.startsWith('/docs/docs-'))
    assert.equal(own.length, 2)
    const texts = [page.body, ...(await Promise.all(own.map(async (path) => (await get(path)).body)))]
    for (const text of texts) assert.doesNotMatch(text, /https?:|["'(]\/\/|@import/)
  })

  for (const path of [
    '/docs/',
    '/docs/swagger-ui.css',
    '/docs/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/index.html',
    '/docs/constructor',
  ]) {
    test(`${path} is not there`, async () => {
      const reply = await get(path)
      assert.deepEqual([reply.statusCode, reply.body], [404, 'the not-found handler of the application'])
    })
  }
})

describe('the API reference in a browser', { skip: browserSkip }, () => {
  let server: Site
  let browser: Browser
  before(async () => {
    server = await openSite()
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  async function open(): Promise<Tab> {
    const tab = await browser.newTab()
    await tab.page.goto(`${server.address}/docs`)
    await tab.page.locator('.opblock-tag').first().waitFor()
    return tab
  }

  /** Whatever was done with the page, it asked nobody else for anything, kept nothing and broke no policy. */
  async function leave(tab: Tab, expected: string[] = []) {
    assert.ok(tab.requests.length > 0)
    assert.equal(await tab.page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'), 0)
    await tour.leave(tab, server.address, expected)
  }

  test('it shows every operation of the contract, and no link leads away', async () => {
    const { paths } = (await server.app.inject('/openapi.json')).json<{ paths: Record<string, object> }>()
    const declared = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const tab = await open()
    await tab.page.getByRole('button', { name: 'Schemas' }).click()
    const shown: string[] = []
    for (const group of await tab.page.locator('.opblock-tag').all()) {
      await group.click()
      await tab.page.locator('.opblock').first().waitFor()
      const lines = await tab.page.evaluate<string[]>(
        `[...document.querySelectorAll('.opblock-summary')].map((line) => [
          line.querySelector('.opblock-summary-method').textContent, line.querySelector('[data-path]').dataset.path,
        ].join(' '))`,
      )
      shown.push(...lines)
      await group.click()
      await tab.page.locator('.opblock').first().waitFor({ state: 'detached' })
    }
    assert.ok(shown.length > 0)
    assert.deepEqual(shown.sort(), declared.sort())
    const origins = await tab.page.evaluate('[...new Set([...document.links].map((link) => link.origin))]')
    assert.deepEqual(origins, [server.address])
    await leave(tab)
  })

  for (const [scheme, sent] of [
    ['apikey', `/3/movie/501?language=en-US&api_key=${keys.first}`],
    ['bearer', '/3/movie/501?language=en-US'],
  ] as const) {
    test(`a request is tried with a key (${scheme}), by keyboard alone`, async () => {
      const tab = await open()
      await giveKey(tab.page, scheme)
      const tried = await tryDetails(tab.page)
      const reply = await server.app.inject(`/3/movie/501?api_key=${keys.first}`)
      assert.deepEqual(tried, { http: '200', body: reply.json() })
      assert.equal(tab.requests.at(-1), `GET ${server.address}${sent}`)
      await leave(tab)
    })
  }

  test('without a key the refusal of the server is shown', async () => {
    const tab = await open()
    assert.deepEqual(await tryDetails(tab.page), { http: '401', body: statusEnvelope('invalid_key') })
    await leave(tab, ['Failed to load resource: the server responded with a status of 401 (Unauthorized)'])
  })

  test('it shows the field names of either dialect', async () => {
    const tab = await open()
    const dialects = tab.page.getByRole('navigation', { name: 'Field names' })
    for (const [name, names] of [
      ['as existing apps expect', ['imdb_id', 'filmdb_id']],
      ['as the specification says', ['filmdb_id', 'imdb_id']],
    ] as const) {
      await dialects.getByRole('link', { name }).click()
      await openGroup(tab.page, 'find')
      assert.equal(await dialects.locator('[aria-current=page]').textContent(), name)
      await operation(tab.page, 'get', '/3/find/{external_id}').locator('.opblock-summary-control').click()
      const choice = tab.page.locator('[data-param-name="external_source"] select')
      const offered = await choice.locator('option').allTextContents()
      assert.deepEqual([names.map((system) => offered.includes(system))], [[true, false]])
    }
    await leave(tab)
  })

  test('it fits phones and wide windows, and is dark when the system is', async () => {
    const tab = await open()
    await openGroup(tab.page, 'movie')
    await operation(tab.page, 'get', '/3/movie/{movie_id}').locator('.opblock-summary-control').click()
    await tab.page.getByRole('button', { name: 'Execute' }).waitFor()
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'dark'],
      [390, 'light'],
    ] as const) {
      await tab.page.setViewportSize({ width, height: 844 })
      await tab.page.emulateMedia({ colorScheme })
      await tab.page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor()
      const seen = await tab.page.evaluate(
        "[document.documentElement.scrollWidth, getComputedStyle(document.querySelector('.swagger-ui')).color]",
      )
      assert.deepEqual(seen, [width, textColours[colorScheme]])
    }
    await leave(tab)
  })
})

/** The colours that the library gives its text. */
const textColours = { light: 'rgb(59, 65, 81)', dark: 'rgb(228, 230, 230)' }

const operation = (page: Page, method: 'get' | 'post', path: string) =>
  page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) })

/** Groups are closed at first, and opened by the keyboard as well. */
async function openGroup(page: Page, group: string) {
  await page.locator(`.opblock-tag[data-tag="${group}"] .expand-operation`).press('Enter')
  await page.locator('.opblock').first().waitFor()
}

/** Types the key into the dialog, which has to take the focus and to give it back. */
async function giveKey(page: Page, scheme: 'apikey' | 'bearer') {
  const opener = page.locator('.btn.authorize')
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Key and session' })
  const field = dialog.getByRole('textbox', { name: scheme, exact: true })
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), 'apikey')
  await field.focus()
  await page.keyboard.type(keys.first)
  await page.keyboard.press('Enter')
  await dialog.getByText('Authorized').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate("document.activeElement === document.querySelector('.btn.authorize')"), true)
}

/** Asks for the details of movie 501, and reads what the page shows of the reply. */
async function tryDetails(page: Page) {
  await openGroup(page, 'movie')
  const block = operation(page, 'get', '/3/movie/{movie_id}')
  await block.locator('.opblock-summary-control').press('Enter')
  const id = block.locator('[data-param-name="movie_id"] input')
  await id.fill('501')
  await block.getByRole('button', { name: 'Execute' }).press('Enter')
  const reply = block.locator('.live-responses-table .response')
  return {
    http: (await reply.locator('.response-col_status').textContent())?.trim(),
    body: JSON.parse((await reply.locator('.highlight-code code').first().textContent()) ?? ''),
  }
}
