import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { browserSkip } from '../support/pages/browser.ts'
import { startTour, type Tour } from '../support/pages/tour.ts'
import { keys } from '../support/world.ts'

/** What programs in pages send with their requests; a browser asks first whether they may. */
const sent = {
  authorization: `Bearer ${keys.first}`,
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  'x-requested-with': 'XMLHttpRequest',
}

describe('a page of another origin, in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  /** Serves a page that has nothing to do with the catalogue. */
  const other = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>App</title>'))
  before(async () => {
    tour = await startTour()
    await once(other.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    await tour?.close()
    other.close()
  })

  /** What a script of the page gets. */
  async function asked(path: string, init: { method?: string; headers: Record<string, string>; body?: string }) {
    const { page } = await tour.newTab()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const got = await page.evaluate(
      async ([address, more]) => {
        const reply = await fetch(address, more)
        return { status: reply.status, text: await reply.text(), headers: Object.fromEntries([...reply.headers]) }
      },
      [`${tour.address}${path}`, init] as const,
    )
    await page.close()
    return got
  }

  test('reads with the headers of programs, and sees the tag of a reply and its age', async () => {
    const first = await asked('/3/movie/501', { headers: sent })
    assert.deepEqual([first.status, JSON.parse(first.text).title], [200, 'The Glass Lantern'])
    const { etag, date, 'x-memc': memc, 'x-memc-age': age, 'x-memc-key': key } = first.headers
    assert.match(String(etag), /^W\/"/)
    assert.ok(key)
    assert.deepEqual([typeof date, memc, age], ['string', 'MISS', '0'])
    const second = await asked('/3/movie/501', { headers: { ...sent, 'if-none-match': String(etag) } })
    assert.deepEqual([second.status, second.text, second.headers.etag], [304, '', etag])
  })

  test('writes, and reads what is refused', async () => {
    const headers = { ...sent, 'content-type': 'application/json;charset=utf-8' }
    const body = JSON.stringify({ username: 'ada', password: 'wrong', request_token: 'none' })
    const refused = await asked('/3/authentication/token/validate_with_login', { method: 'POST', headers, body })
    assert.deepEqual([refused.status >= 400, JSON.parse(refused.text).success], [true, false])
    const unknown = await asked('/3/movie/501', { headers: { 'x-requested-with': 'app' } })
    assert.deepEqual([unknown.status, JSON.parse(unknown.text).status_code], [401, 7])
  })
})
