import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertBody, status } from '../support/expected.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { gil } from '../support/pages/place.ts'
import { startTour, type Tour } from '../support/pages/tour.ts'

describe('the whole way of a new person', { skip: browserSkip }, () => {
  let tour: Tour
  let mails: MailServer
  let application: Awaited<ReturnType<typeof startApplication>>
  before(async () => {
    mails = await openMailServer()
    application = await startApplication()
    tour = await startTour({ smtp: mails.url, 'mail-from': 'keys@reelcommons.example' })
  })
  after(async () => {
    await tour?.close()
    application?.close()
    await mails?.close()
  })

  async function signUp(page: Page) {
    await page.goto(`${tour.address}/`)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('User name').fill(gil.username)
    await page.getByLabel('E-mail address').fill(gil.email)
    await page.getByLabel('Password (required)', { exact: true }).fill(gil.password)
    await page.getByLabel('Repeat password').fill(gil.repeat)
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await page.getByText(`We sent an e-mail to ${gil.email}.`).waitFor()
    const { recipients, link } = await mails.next()
    assert.deepEqual(recipients, [gil.email])
    await page.goto(link)
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByRole('status').getByText('Your e-mail address is verified.').waitFor()
  }

  const openSettings = async (page: Page, place: string) => {
    await page.getByRole('button', { name: gil.username }).click()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('main').getByRole('link', { name: place, exact: true }).click()
    await page.locator('main [aria-current=page]', { hasText: place }).waitFor()
  }

  /** Gets a key and hears of it in three ways: on the page, in the header, and by mail. */
  async function getKey(page: Page): Promise<string> {
    await openSettings(page, 'API keys')
    await page.getByRole('link', { name: 'Get a key' }).click()
    await page.getByText('More options').click()
    await page.getByLabel('Professional').check()
    await page.getByLabel('App name').fill('Lantern')
    await page.getByLabel('App address').fill(application.address)
    await page.getByLabel('Kind of use').selectOption('website')
    await page.getByLabel('What you want to do').fill('Shows what is on in the cinemas of our town.')
    await page.getByLabel('Contact e-mail address').fill('gil@lantern.example')
    await page.getByLabel('I accept these terms').check()
    await page.getByRole('button', { name: 'Get key' }).click()
    const secret = (await page.locator('#new-key').textContent()) ?? ''
    assert.match(secret, /^[0-9a-f]{32}$/)
    const mail = await mails.next()
    assert.deepEqual([mail.recipients, mail.headers.subject], [[gil.email], 'Your new API key'])
    assert.match(mail.text, new RegExp(`a key for Lantern was created .* It ends in ${secret.slice(-4)}\\.`))
    await page.getByRole('button', { name: `${gil.username} 1 new` }).click()
    await page.getByRole('link', { name: 'Notifications 1 new' }).click()
    await page.getByText(`A key was created for Lantern. It ends in ${secret.slice(-4)}.`).waitFor()
    await openSettings(page, 'API keys')
    await page
      .getByText(`ends in ${secret.slice(-4)}`)
      .first()
      .waitFor()
    assert.ok(!(await page.content()).includes(secret), 'the key is shown once')
    return secret
  }

  /** Asks through the interface, as the application does. */
  async function ask(secret: string, request: string, body?: object): Promise<[status: number, body: unknown]> {
    const [method = '', path = ''] = request.split(' ')
    const reply = await fetch(`${tour.address}/3${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return [reply.status, await reply.json()]
  }

  /** Has the person allow the application, which comes away with a session. */
  async function allow(page: Page, secret: string): Promise<string> {
    const [made, { request_token }] = (await ask(secret, 'GET /authentication/token/new')) as [
      number,
      { request_token: string },
    ]
    assert.equal(made, 200)
    const back = `${application.address}done`
    await page.goto(`${tour.address}/authenticate/${request_token}?redirect_to=${encodeURIComponent(back)}`)
    await page.getByRole('heading', { name: 'Allow “Lantern” to use your account?' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('welcome back').waitFor()
    assert.equal(page.url(), `${back}?request_token=${request_token}&approved=true`)
    const session = await ask(secret, 'POST /authentication/session/new', { request_token })
    assertBody(session, [200, { success: true, session_id: /^[0-9a-f]{40}$/ }])
    return (session[1] as { session_id: string }).session_id
  }

  const listed = (page: Page) => page.getByRole('main').locator('.record-card .name').allTextContents()

  test('from the sign-up to a movie on the watchlist, and back to nothing', async () => {
    const { page, requests, complaints } = await tour.newTab()
    await signUp(page)
    const secret = await getKey(page)
    assertBody(await ask(secret, 'GET /authentication'), [200, status(1)])
    const session_id = await allow(page, secret)
    const addTo = (media_id: number) =>
      ask(secret, `POST /account/0/watchlist?session_id=${session_id}`, {
        media_type: 'movie',
        media_id,
        watchlist: true,
      })

    await page.goto(`${tour.address}/watchlist`)
    assert.deepEqual(await listed(page), [])
    assertBody(await addTo(501), [200, status(1)])
    await page.reload()
    assert.deepEqual(await listed(page), ['The Glass Lantern'])

    await openSettings(page, 'Apps')
    await page.getByRole('button', { name: 'Revoke access Lantern' }).click()
    await page.getByRole('heading', { name: 'No apps have access to your account' }).waitFor()
    assertBody(await addTo(502), [401, status(3)])
    assertBody(await ask(secret, 'GET /authentication'), [200, status(1)])
    await page.getByRole('link', { name: 'My library', exact: true }).click()
    await page.getByRole('link', { name: 'Watchlist', exact: true }).click()
    await page.getByRole('heading', { name: 'Watchlist', level: 1 }).waitFor()
    assert.deepEqual(await listed(page), ['The Glass Lantern'])
    await page.getByRole('button', { name: 'Remove The Glass Lantern' }).waitFor()

    await openSettings(page, 'API keys')
    await page.getByRole('link', { name: 'Revoke Lantern' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Key revoked.').waitFor()
    assertBody(await ask(secret, 'GET /authentication'), [401, status(7)])

    const elsewhere = requests.filter((request) => !request.includes(` ${tour.address}/`))
    const asked = elsewhere.map((request) => request.split('?')[0])
    assert.deepEqual([asked, complaints], [[`GET ${application.address}done`], []])
  })
})

/** Where the person comes back to; it is on this machine as well. */
async function startApplication() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('welcome back')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
