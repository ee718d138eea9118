import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { faultsInLooks } from '../support/pages/looks.ts'
import { openSite, signIn, visit } from '../support/pages/site.ts'

const secret = 'seven green bottles'

/** A site of somebody else, with one page. */
async function listenElsewhere(body: string) {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}

describe('accounts in a browser', { skip: browserSkip }, () => {
  let site: string
  let mails: MailServer
  let close: () => Promise<void>
  before(async () => {
    mails = await openMailServer()
    const opened = await openSite({ options: { smtp: mails.url }, clock: () => new Date() })
    site = opened.address
    close = opened.close
  })
  after(async () => {
    await close?.()
    await mails?.close()
  })

  const titleOf = async (page: Page) => (await page.title()).replace(' · Reelcommons', '')
  const notice = (page: Page) => page.locator('.notice').textContent()

  test('a new person goes all the way by keyboard, without a look at anything else', async () => {
    await visit(site, async ({ page }) => {
      await page.goto(`${site}/`)
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
      await page.getByRole('main').getByRole('link', { name: 'Sign up' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/signup')
      await page.getByLabel('User name').focus()
      for (const text of ['gil', 'gil@people.example', secret, secret]) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
      await page.waitForURL('**/verify')
      await page.getByText('We sent an e-mail to gil@people.example.').waitFor()
      const { link } = await mails.next()
      await page.goto(link)
      await page.getByRole('button', { name: 'Verify address' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site}/verify`)
      assert.equal(await notice(page), 'Your e-mail address is verified.')
      await page.getByRole('button', { name: 'gil', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Sign out' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('You are signed out.').waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel('E-mail address').fill('gil@people.example')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/login')
      const reset = await mails.next()
      await page.goto(reset.link)
      await page.getByLabel('Password', { exact: false }).first().fill(`${secret}!`)
      await page.getByLabel('Repeat password').fill(`${secret}!`)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/login')
      assert.match((await notice(page)) ?? '', /^Your new password is saved\. All devices are signed out/)
      await page.getByLabel('User name or e-mail address').fill('gil@people.example')
      await page.getByLabel('Password', { exact: false }).fill(`${secret}!`)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site}/`)
      await page.getByRole('button', { name: 'gil', exact: true }).waitFor()
    })
  })

  test('a form that is wrong says so, leads to its fields and keeps what was typed', async () => {
    await visit(
      site,
      async ({ page }) => {
        await page.goto(`${site}/signup`)
        await page.getByLabel('User name').fill('<b>x</b>')
        await page.getByLabel('E-mail address').fill('"><img src=x onerror=alert(1)>')
        await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
        await page.getByRole('alert').waitFor()
        assert.equal(await page.getByLabel('User name').inputValue(), '<b>x</b>')
        assert.equal(await page.locator('main b, main img').count(), 0)
        await page.getByRole('alert').getByRole('link').first().click()
        assert.equal(await page.evaluate('document.activeElement.id'), 'username')
        assert.deepEqual(await faultsInLooks(page, 'sign-up-wrong'), [])
      },
      { complaint: /status of 422/ },
    )
  })

  test('another site can send no form and frame no page', async (t) => {
    const other = await listenElsewhere(`
<form method="post" action="${site}/logout"><button>Win</button></form>
<iframe src="${site}/login"></iframe>`)
    t.after(other.close)
    await visit(
      site,
      async (tab) => {
        const { page } = tab
        await signIn(tab, site)
        await page.goto(other.address)
        assert.equal(await page.frameLocator('iframe').locator('form').count(), 0)
        await page.getByRole('button', { name: 'Win' }).click()
        await page.waitForURL('**/logout')
        assert.equal(await titleOf(page), 'This form has expired')
        await page.goto(`${site}/`)
        await page.getByRole('button', { name: 'Bo', exact: true }).waitFor()
      },
      { complaint: /frame-ancestors|status of 403|Framing/, other: new RegExp(`^GET ${other.address}`) },
    )
  })

  const strangers: [path: string, name: string, title: string][] = [
    ['/', 'home', 'An open catalogue of film and television'],
    ['/signup', 'sign-up', 'Sign up'],
    ['/login', 'sign-in', 'Sign in'],
    ['/password/forgotten', 'forgotten', 'Forgot your password?'],
    ['/password/reset/0', 'reset-over', 'This link has expired'],
    ['/verify/0', 'verify-over', 'This link has expired'],
    ['/nothing', 'not-found', 'Page not found'],
  ]
  for (const [path, name, title] of strangers) {
    test(`${path} is as it should be on a phone and a desk, light and dark, in both languages`, async () => {
      await visit(
        site,
        async ({ page }) => {
          await page.goto(`${site}${path}`)
          assert.equal(await titleOf(page), title)
          assert.deepEqual(await faultsInLooks(page, name), [])
          await page.getByLabel('Language').selectOption('de')
          await page.getByRole('button', { name: 'Change language' }).click()
          await page.locator('html[lang=de]').waitFor()
          assert.deepEqual(await faultsInLooks(page, `${name}-de`), [])
        },
        { complaint: /status of 404/ },
      )
    })
  }

  test('the pages of a new account are as they should be', async () => {
    await visit(site, async ({ page }) => {
      await page.goto(`${site}/signup`)
      await page.getByLabel('User name').fill('hal')
      await page.getByLabel('E-mail address').fill('hal@people.example')
      await page.getByLabel('Password', { exact: false }).first().fill(secret)
      await page.getByLabel('Repeat password').fill(secret)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/verify')
      assert.deepEqual(await faultsInLooks(page, 'verify'), [])
      await page.goto(`${site}/`)
      assert.deepEqual(await faultsInLooks(page, 'home-unverified'), [])
      const { link } = await mails.next()
      await page.goto(link)
      assert.deepEqual(await faultsInLooks(page, 'verify-link'), [])
      await page.goto(`${site}/password/forgotten`)
      await page.getByLabel('E-mail address').fill('hal@people.example')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname !== '/password/forgotten')
      const reset = await mails.next()
      await page.goto(reset.link)
      assert.deepEqual(await faultsInLooks(page, 'reset'), [])
    })
  })
})
