import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { openUsage } from '#src/keys/usage.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('connecting an app, in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour({ 'app-hosts': 'api.player.example,image.player.example' })
    await tour.db.run(sql`update account set role = 'administrator', iso_639_1 = 'de' where folded_username = 'eve'`)
  })
  after(() => tour?.close())

  const open = async (path: string) => {
    const tab = await tour.newTab()
    await tab.page.goto(`${tour.address}${path}`)
    return tab
  }

  test('from the page to a key, and a test that says so while one looks at it', async () => {
    await tour.become('bo')
    const tab = await open('/settings/connect')
    const { page } = tab
    await inspect(page, 'connect')
    await page.getByRole('link', { name: 'Create a key for Jellyseerr' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Living room')
    await page.getByLabel('I accept these terms').check()
    await inspect(page, 'connect-form')
    await page.getByRole('button', { name: 'Create key' }).click()
    await inspect(page, 'connect-made')
    await page.getByRole('link', { name: 'Test the connection' }).click()
    await page.getByText('No request with this key has arrived').waitFor()
    await inspect(page, 'connect-test-nothing')
    const key_id = Number(/keys\/(\d+)/.exec(page.url())?.[1])
    const usage = openUsage(tour.db, () => new Date(testDay))
    usage.refuse('unknown_key', '127.0.0.1')
    await usage.write()
    await page.getByText('with an unknown key: 1.').waitFor()
    await inspect(page, 'connect-test-wrong')
    for (let count = 0; count < 14; count++) usage.count(key_id, false)
    await usage.write()
    await page.getByText('Your app sent 14 requests in the last minute: it works.').waitFor()
    await inspect(page, 'connect-test')
    await leave(tab, tour.address)
  })

  test('Plex gets two addresses, in German', async () => {
    await tour.become('eve')
    const tab = await open('/settings/connect')
    const { page } = tab
    await page.getByText('Zertifizierungsstelle installieren').click()
    await inspect(page, 'connect-administrator')
    await page.getByRole('link', { name: 'Schlüssel anlegen für Plex' }).click()
    await page.getByLabel('Ich nehme diese Bedingungen an').check()
    await page.getByRole('button', { name: 'Schlüssel anlegen' }).click()
    assert.equal(await page.locator('.secret').count(), 2)
    await inspect(page, 'connect-plex-made')
    await page.goto(`${tour.address}/settings/api`)
    await inspect(page, 'connect-keys-of-plex')
    await page.goto(`${tour.address}/admin/keys`)
    await inspect(page, 'connect-all-keys')
    await leave(tab, tour.address)
  })
})
