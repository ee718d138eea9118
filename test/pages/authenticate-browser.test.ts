import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createRequestToken } from '#src/accounts/request-tokens.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { keys, testDay } from '../support/world.ts'

describe('an application asks for an account, in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let application: { address: string; received: string[]; server: Server }
  before(async () => {
    tour = await startTour()
    application = await startApplication()
  })
  after(async () => {
    application?.server.close()
    await tour?.close()
  })

  const newToken = async () =>
    (await createRequestToken(tour.db, { key_id: 1, now: new Date(testDay), lifetimeMinutes: 60 })).request_token

  const exchange = async (request_token: string) => {
    const url = `/3/authentication/session/new?api_key=${keys.first}`
    const reply = await tour.app.inject({ method: 'POST', url, payload: { request_token } })
    return reply.json<{ session_id?: string }>().session_id
  }

  const open = async (token: string, redirect_to?: string) => {
    const tab = await tour.newTab()
    const query = redirect_to === undefined ? '' : `?redirect_to=${encodeURIComponent(redirect_to)}`
    await tab.page.goto(`${tour.address}/authenticate/${token}${query}`)
    return tab
  }

  for (const [label, word] of [
    ['Allow', 'approved'],
    ['Deny', 'denied'],
  ] as const) {
    test(`${label} leads back to the application, by keyboard alone`, async () => {
      await tour.become('bo')
      const token = await newToken()
      const { page, complaints } = await open(token, `${application.address}/done?a=b`)
      if (label === 'Allow') await inspect(page, 'authenticate')
      const button = page.getByRole('button', { name: label })
      for (let presses = 0; presses < 40; presses++) {
        if (await button.evaluate((element) => element === element.ownerDocument.activeElement)) break
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
      await page.getByText('welcome back').waitFor()
      assert.equal(page.url(), `${application.address}/done?a=b&request_token=${token}&${word}=true`)
      assert.deepEqual(application.received.splice(0), [
        `/done?a=b&request_token=${token}&${word}=true, referred by nobody`,
      ])
      assert.deepEqual(complaints, [])
      assert.equal((await exchange(token)) !== undefined, label === 'Allow')
      await page.close()
    })

    test(`${label} without an address says that one may go back`, async () => {
      await tour.become('bo')
      const tab = await open(await newToken())
      await tab.page.getByRole('button', { name: label }).click()
      await tab.page.getByText('You can close this page').waitFor()
      assert.equal(tab.page.url(), `${tour.address}/authenticate/${word}`)
      await inspect(tab.page, `authenticate-${word}`)
      await leave(tab, tour.address)
    })
  }

  const failed = (status: string) => [`Failed to load resource: the server responded with a status of ${status}`]

  test('a question that is over, and an address that nobody is sent to', async () => {
    await tour.become('bo')
    const over = await open('f'.repeat(40))
    await over.page.getByRole('heading', { name: 'This request has expired' }).waitFor()
    await inspect(over.page, 'authenticate-over')
    await leave(over, tour.address, failed('404 (Not Found)'))
    const wrong = await open(await newToken(), 'javascript:alert(1)')
    await wrong.page.getByRole('heading', { name: 'This app cannot use your account' }).waitFor()
    await inspect(wrong.page, 'authenticate-wrong-address')
    await leave(wrong, tour.address, failed('400 (Bad Request)'))
  })

  test('the question is not shown inside of another page', async () => {
    await tour.become('bo')
    const { page } = await tour.newTab()
    application.received.length = 0
    const address = `${tour.address}/authenticate/${await newToken()}`
    await page.goto(`${application.address}/frame?${encodeURIComponent(address)}`)
    const frame = await (await page.waitForSelector('iframe')).contentFrame()
    await page.waitForLoadState()
    assert.equal(await frame?.getByRole('button').count(), 0)
    assert.match(frame?.url() ?? '', /^chrome-error:/)
    await page.close()
  })
})

/** What waits for a person to come back, and what tries to show our page inside of its own. */
async function startApplication() {
  const received: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    if (url.startsWith('/favicon')) return response.writeHead(204).end()
    received.push(`${url}, referred by ${headers.referer ?? 'nobody'}`)
    const framed = decodeURIComponent(url.split('?')[1] ?? '')
    const body = url.startsWith('/frame') ? `<iframe src="${framed}"></iframe>` : 'welcome back'
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
