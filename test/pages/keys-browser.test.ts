import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { openUsage } from '#src/keys/usage.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('a person and a key, in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let mails: MailServer
  before(async () => {
    mails = await openMailServer()
    tour = await startTour({ smtp: mails.url, 'mail-from': 'keys@reelcommons.example' })
    await tour.db.run(sql`update account set email = 'bo@people.example' where folded_username = 'bo'`)
  })
  after(async () => {
    await tour?.close()
    await mails?.close()
  })

  const statusWith = async (secret: string) =>
    (await fetch(`${tour.address}/3/authentication?api_key=${secret}`)).status

  const open = async (path: string) => {
    const tab = await tour.newTab()
    await tab.page.goto(`${tour.address}${path}`)
    return tab
  }

  /** Requests of a month, more on some days than on others. */
  async function use(key_id: number) {
    let nowMs = 0
    const usage = openUsage(tour.db, () => new Date(nowMs))
    for (let day = 0; day < 30; day++) {
      nowMs = Date.parse(testDay) - day * 86_400_000
      for (let count = 0; count < 200 * Math.abs(Math.sin(day)) + 20; count++) usage.count(key_id, count < day)
    }
    await usage.write()
  }

  test('from the form to the key, its notification, a request, and its revocation', async () => {
    await tour.become('bo')
    const tab = await open('/settings/api')
    const { page } = tab
    await inspect(page, 'keys-none')
    await page.getByRole('link', { name: 'Get a key' }).click()
    await page.getByRole('button', { name: 'Get key' }).click()
    await page.getByRole('alert').waitFor()
    await inspect(page, 'keys-form-wrong')
    await page.getByRole('link', { name: 'Choose a kind of use' }).click()
    assert.equal(await page.evaluate('document.activeElement.id'), 'kind_of_use')

    await page.getByText('More options').click()
    await page.getByLabel('Professional').check()
    await page.getByLabel('App name').fill('Lantern')
    await page.getByLabel('App address').fill('https://lantern.example/')
    await page.getByLabel('Kind of use').selectOption('media_centre')
    await page.getByLabel('What you want to do').fill('Shows what is on in the cinemas of our town.')
    await page.getByLabel('Contact e-mail address').fill('bo@lantern.example')
    await page.getByLabel('I accept these terms').check()
    await inspect(page, 'keys-form')
    await page.getByRole('button', { name: 'Get key' }).click()
    const secret = (await page.locator('#new-key').textContent()) ?? ''
    assert.match(secret, /^[0-9a-f]{32}$/)
    await inspect(page, 'keys-made')
    const copy = page.getByRole('button', { name: 'Copy', exact: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: tour.address })
    await copy.click()
    await page.getByRole('button', { name: 'Copied', exact: false }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret)
    await copy.waitFor()
    assert.equal(await statusWith(secret), 200)
    const mail = await mails.next()
    assert.deepEqual([mail.recipients, mail.headers.subject], [['bo@people.example'], 'Your new API key'])
    assert.match(mail.text, new RegExp(`a key for Lantern was created .* It ends in ${secret.slice(-4)}\\.`))
    assert.ok(!mail.text.includes(secret))

    // The window is a phone's since the page was inspected.
    await page.getByRole('button', { name: 'Bo 1 new' }).click()
    await page.getByRole('link', { name: 'Notifications 1 new' }).click()
    await page.getByText(`A key was created for Lantern. It ends in ${secret.slice(-4)}.`).waitFor()
    await inspect(page, 'notifications')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Bo', exact: true }).click()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Show keys' }).click()
    await page.getByRole('link', { name: 'Revoke Lantern' }).click()
    await inspect(page, 'keys-revoke')
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Key revoked.').waitFor()
    assert.equal(await statusWith(secret), 401)
    await leave(tab, tour.address, [
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ])
  })

  test('a key that is used, one that is replaced, and one that is suspended', async () => {
    await tour.become('eve')
    const made = { account_id: 5, now: new Date('2026-02-01T08:30:00Z') }
    const { id } = await createKey(tour.db, { ...made, name: 'Serial diary', plan: 'professional' })
    const old = await createKey(tour.db, { ...made, name: 'Watch party', plan: 'developer' })
    const { id: suspended } = await createKey(tour.db, { ...made, name: 'Scraper', plan: 'developer' })
    await use(id)
    await tour.db.run(sql`update api_key set suspended_at = ${testDay} where id = ${suspended}`)
    const tab = await open(`/settings/api/${old.id}/replace`)
    const { page } = tab
    await inspect(page, 'keys-replace')
    await page.getByLabel('Keep the old key valid for').selectOption('2 days')
    await page.getByRole('button', { name: 'Create new key' }).click()
    const secret = (await page.locator('#new-key').textContent()) ?? ''
    await inspect(page, 'keys-replaced')
    assert.deepEqual([await statusWith(secret), await statusWith(old.secret)], [200, 200])
    await page.getByRole('link', { name: 'Back to your keys' }).click()
    await inspect(page, 'keys')
    await leave(tab, tour.address)
  })

  test('an administrator looks for a key and suspends it', async () => {
    await tour.db.run(sql`update account set role = 'administrator' where folded_username = 'bo'`)
    await tour.become('bo')
    const tab = await open('/admin/keys')
    const { page } = tab
    await inspect(page, 'admin-keys')
    await page.getByRole('searchbox', { name: 'Find keys' }).fill('serial')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByText('1 key').waitFor()
    await page.locator('summary', { hasText: 'Suspend' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).first().fill('It floods us')
    await inspect(page, 'admin-keys-reason')
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByText('Key suspended.').waitFor()
    await inspect(page, 'admin-keys-suspended')
    await leave(tab, tour.address)
    await tour.become('ada')
    const german = await open('/settings/api/new')
    await inspect(german.page, 'keys-form-german')
    await german.page.goto(`${tour.address}/notifications`)
    await inspect(german.page, 'notifications-none-german')
    await leave(german, tour.address)
  })
})
