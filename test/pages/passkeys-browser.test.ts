import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codeAt } from '#src/credentials/one-time-codes.ts'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { codesOfFay } from '../support/world/second-factor.ts'
import { password, testDay } from '../support/world.ts'

describe('signing in as of today in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let address = ''
  before(async () => {
    tour = await startTour()
    address = tour.address.replace('127.0.0.1', 'localhost')
  })
  after(() => tour?.close())

  test('a passkey is added, signs in, and is removed', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
    } as const
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
    })
    await page.goto(`${address}/login`)
    await inspect(page, 'sign-in-with-passkey')
    await page.getByLabel('User name or e-mail address').fill('bo')
    await page.getByLabel('Password (required)').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${address}/`)
    await page.goto(`${address}/settings/account`)
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lamp')
    await inspect(page, 'passkey-add')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('status').getByText('Passkey added.').waitFor()
    await page.getByText('Lamp', { exact: true }).first().waitFor()
    await inspect(page, 'sign-in-and-security')
    await page.context().clearCookies()
    await page.goto(`${address}/login?next=%2Fsettings%2Faccount`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${address}/settings/account`)
    await page.getByRole('button', { name: 'Remove Lamp' }).click()
    await page.getByRole('status').getByText('Passkey removed.').waitFor()
    await page.context().clearCookies()
    await page.goto(`${address}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey does not belong to an account here.').waitFor()
    await leave(tab, address)
  })

  test('one-time codes are set up, and asked for after the password', async () => {
    await tour.db.run(sql`update account set iso_639_1 = 'en' where username = 'eve'`)
    await tour.become('eve')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/settings/account/codes`)
    await page.getByLabel('Current password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await inspect(page, 'codes-set-up')
    const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '')
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, new Date(testDay)))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Save these codes now' }).waitFor()
    await inspect(page, 'recovery-codes')
    assert.equal(await page.locator('.recovery-codes li').count(), 10)
    await page.getByRole('link', { name: 'Back to sign-in and security' }).click()
    await page.getByText('10 of your 10 codes').waitFor()
    await page.context().clearCookies()
    await page.goto(`${tour.address}/login`)
    await page.getByLabel('User name or e-mail address').fill('fay')
    await page.getByLabel('Password (required)').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await inspect(page, 'enter-code')
    await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(codesOfFay, new Date(testDay)))
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('You are signed in.').waitFor()
    await leave(tab, tour.address)
  })
})
