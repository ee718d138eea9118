import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { password, testDay } from '../support/world.ts'

const better = 'nine blue lanterns'
const phone = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'

/** Goes on with the key that moves between fields and buttons until a control has the focus. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'combobox' | 'checkbox' | 'radio', name: string) {
  const control = page.getByRole(role, { name, exact: true })
  for (let presses = 0; presses < 60; presses++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`the keyboard does not reach ${name}`)
}

describe('settings in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await tour.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  })
  after(() => tour?.close())

  async function open(username: string, place: string) {
    await tour.become(username)
    const tab = await tour.newTab()
    await tab.page.goto(`${tour.address}${place}`)
    return tab
  }

  test('the profile is changed by keyboard alone', async () => {
    const tab = await open('bo', '/settings/profile')
    const { page } = tab
    await tabTo(page, 'textbox', 'Name')
    await page.keyboard.type('Bo Reel')
    await tabTo(page, 'combobox', 'Country')
    await page.keyboard.type('Austria')
    await tabTo(page, 'checkbox', 'Show adult titles')
    await page.keyboard.press('Space')
    await tabTo(page, 'button', 'Save')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Saved.').waitFor()
    assert.equal(await page.getByLabel('Country').inputValue(), 'AT')
    assert.equal(await page.getByLabel('Show adult titles').isChecked(), true)
    await page.getByRole('button', { name: 'Bo Reel' }).waitFor()
    await page.reload()
    await inspect(page, 'settings-profile')
    await leave(tab, tour.address)
  })

  test('what is wrong with a form is on top of it and leads to its field', async () => {
    const tab = await open('eve', '/settings/account/password')
    const { page } = tab
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password (required)', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Change password' }).click()
    const link = page.getByRole('alert').getByRole('link', { name: 'A password has at least 12 characters.' })
    await link.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'password')
    await inspect(page, 'settings-password-wrong')
    await leave(tab, tour.address, [
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ])
  })

  test('a new password signs the others out and this one goes on', async () => {
    const now = new Date(testDay)
    await beginBrowserSession(tour.db, { account_id: 5, browser: phone, now })
    const tab = await open('eve', '/settings/sessions')
    const { page } = tab
    await page.getByText('Chrome on Android', { exact: true }).first().waitFor()
    await inspect(page, 'settings-sessions')
    // The window is a phone's since the page was inspected.
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('link', { name: 'Sign-in and security', exact: true }).click()
    await page.getByRole('heading', { name: 'E-mail address' }).waitFor()
    await inspect(page, 'settings-account')
    await page.getByRole('link', { name: 'Add e-mail address' }).click()
    await page.getByLabel('New e-mail address').waitFor()
    await inspect(page, 'settings-email')
    await page.goto(`${tour.address}/settings/account/password`)
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password (required)', { exact: true }).fill(better)
    await page.getByLabel('Repeat password').fill(better)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('status').getByText('Password changed').waitFor()
    await page.goto(`${tour.address}/settings/sessions`)
    assert.equal(await page.getByText('Chrome on Android', { exact: true }).count(), 0)
    await leave(tab, tour.address)
  })

  test('an application is revoked, and then there is none', async () => {
    const tab = await open('ada', '/settings/applications')
    const { page } = tab
    await inspect(page, 'settings-applications')
    await page.getByRole('button', { name: 'Revoke access first' }).click()
    await page.getByRole('heading', { name: 'No apps have access to your account' }).waitFor()
    await inspect(page, 'settings-applications-none')
    await leave(tab, tour.address)
  })

  test('own data are a file', async () => {
    const tab = await open('ada', '/settings/data')
    const { page } = tab
    await inspect(page, 'settings-data')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'reelcommons-ada.json')
    await leave(tab, tour.address)
  })

  test('an account is deleted', async () => {
    await tour.db.run(sql`update account set email = '' where username = 'Bo'`)
    const tab = await open('bo', '/settings/delete')
    const { page } = tab
    await inspect(page, 'settings-delete')
    await page.getByRole('radio', { name: 'Keep them' }).check()
    await page.getByLabel('Current password').fill(password)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('status').getByText('Your account is deleted.').waitFor()
    // The window is a phone's since the page was inspected.
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Sign in' }).waitFor()
    await leave(tab, tour.address)
  })

  test('an administrator finds an account, gives it a role, suspends and restores it', async () => {
    await tour.db.run(sql`update account set role = 'administrator' where username = 'ada'`)
    const tab = await open('ada', '/settings/profile')
    const { page } = tab
    await page.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await inspect(page, 'admin')
    await page.getByRole('link', { name: 'Check all points' }).click()
    await page.getByText('The server sends no e-mails. It writes them to the folder').waitFor()
    await inspect(page, 'admin-setup')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('status').getByText('Setup dismissed.').waitFor()
    await page.getByText('No problems').waitFor()
    await page.getByRole('term').getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('heading', { name: 'Accounts' }).waitFor()
    await inspect(page, 'admin-accounts')
    await page.getByRole('searchbox', { name: 'Find accounts' }).fill('dee')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader').getByRole('link', { name: 'dee' }).click()
    await page.getByRole('radio', { name: 'Moderator' }).check()
    await page.getByRole('button', { name: 'Save role' }).click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    assert.equal(await page.getByRole('radio', { name: 'Moderator' }).isChecked(), true)
    await page.getByRole('button', { name: 'Suspend account' }).click()
    await page.getByRole('status').getByText('Account suspended.').waitFor()
    await inspect(page, 'admin-account')
    await page.getByRole('button', { name: 'Restore account' }).click()
    await page.getByRole('button', { name: 'Suspend account' }).waitFor()
    await page.goto(`${tour.address}/admin/accounts?search=nobody`)
    await inspect(page, 'admin-accounts-none')
    await page.goto(`${tour.address}/admin/keys`)
    await inspect(page, 'admin-keys')
    await page.goto(`${tour.address}/settings/api`)
    await inspect(page, 'settings-api')
    await leave(tab, tour.address)
  })
})
