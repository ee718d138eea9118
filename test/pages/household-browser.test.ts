import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'

const chosen = 'six blue boats at sea'

describe('a household in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour({ private: 'true', signups: 'invitation' })
    await tour.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  })
  after(() => tour?.close())

  async function open(username: string | undefined, place: string) {
    await tour.become(username)
    const tab = await tour.newTab()
    await tab.page.goto(`${tour.address}${place}`)
    return tab
  }

  test('somebody is added, chooses a password, forgets it, and chooses another', async () => {
    const tab = await open('ada', '/admin/accounts')
    const { page } = tab
    await page.getByRole('link', { name: 'Add an account' }).click()
    await inspect(page, 'admin-add-account')
    await page.getByLabel('User name').fill('x')
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByRole('alert').getByText('A user name has 2 to 32').waitFor()
    await page.getByLabel('User name').fill('cleo')
    await page.getByRole('button', { name: 'Add account' }).click()
    await page.getByRole('status').getByText('Account added.').waitFor()
    await inspect(page, 'admin-password-link')
    const account = page.url()
    const link = async () => (await page.locator('.new-key').textContent())?.match(/http\S+\/password\/reset\/\w+/)?.[0]
    for (const title of ['Choose a password', 'Choose a new password']) {
      const address = await link()
      assert.ok(address)
      await tour.become()
      await page.goto(address)
      await page.getByRole('heading', { name: title }).waitFor()
      await inspect(page, `password-${title.split(' ').length}`)
      await page.getByLabel('assword (required)').first().fill(chosen)
      await page.getByLabel('Repeat password').fill(chosen)
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByLabel('User name or e-mail address').fill('cleo')
      await page.getByLabel(/^Password/).fill(chosen)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'cleo' }).waitFor()
      // Pictures that are still asked for when nobody is signed in any more would be refused.
      await page.waitForLoadState('networkidle')
      await tour.become('ada')
      await page.goto(account)
      await page.getByRole('button', { name: 'Create link for a new password' }).click()
      await page.getByRole('heading', { name: 'A link for cleo' }).waitFor()
    }
    await leave(tab, tour.address, [
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ])
  })

  test('somebody is invited to a private server, and gives no e-mail address', async () => {
    const tab = await open('ada', '/admin/invitations')
    const { page } = tab
    await page.getByRole('button', { name: 'Create invitation' }).click()
    const address = (await page.locator('.new-key').textContent())?.match(/http\S+\/signup\S+/)?.[0]
    assert.ok(address)
    await page.getByText('opens nowhere else').waitFor()
    await inspect(page, 'admin-invitation')
    await tour.become()
    await page.goto(address)
    await inspect(page, 'signup-invited')
    await page.getByLabel('User name').fill('dora')
    await page.getByLabel('Password (required)', { exact: true }).fill(chosen)
    await page.getByLabel('Repeat password').fill(chosen)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('You are signed in as dora.').waitFor()
    await inspect(page, 'verify-invited')
    await page.goto(`${tour.address}/settings/account`)
    await page.getByText('only an administrator can help you').waitFor()
    await tour.become()
    await page.goto(`${tour.address}/password/forgotten`)
    await inspect(page, 'password-forgotten')
    await leave(tab, tour.address)
  })

  test('on a phone the settings are a list, and each page leads back to it', async () => {
    const tab = await open('ada', '/settings')
    const { page } = tab
    await inspect(page, 'settings')
    await page.setViewportSize({ width: 390, height: 844 })
    const list = page.getByRole('main').getByRole('list')
    assert.equal(await list.getByRole('link').count(), 15)
    await list.getByRole('link', { name: 'Privacy' }).click()
    assert.equal(await page.locator('.side-places').isVisible(), false)
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await list.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('heading', { name: 'Your data' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    assert.equal(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').count(), 15)
    assert.equal(await page.locator('.to-places').isVisible(), false)
    await leave(tab, tour.address)
  })

  test('a person puts a picture of their own in the place of the drawn one, and removes it', async () => {
    const tab = await open('bo', '/settings/profile')
    const { page } = tab
    const create = { width: 400, height: 300, channels: 3, background: '#c8792d' } as const
    const buffer = await sharp({ create }).png().toBuffer()
    assert.equal(await page.locator('svg.avatar').count(), 2)
    await page.getByLabel('Your own picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('status').getByText('Your picture is saved.').waitFor()
    const loaded = "[...document.images].flatMap((image) => (image.matches('.avatar') ? image.naturalWidth : []))"
    await page.waitForLoadState('load')
    assert.deepEqual(await page.evaluate(loaded), [92, 185])
    await inspect(page, 'settings-profile-picture')
    await page.getByLabel('Your own picture').setInputFiles({
      ...{ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
    })
    await page.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByRole('alert').getByText('The file is not a JPEG').waitFor()
    await inspect(page, 'settings-profile-picture-wrong')
    await page.goto(`${tour.address}/settings/profile`)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await page.getByRole('status').getByText('Your picture is removed.').waitFor()
    assert.equal(await page.locator('svg.avatar').count(), 2)
    await leave(tab, tour.address, [
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ])
  })

  test('light or dark is what was chosen, whatever the device says, from the first moment', async () => {
    const tab = await open(undefined, '/login')
    const { page } = tab
    const paper = () =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor').then((colour) => colour)
    const [light, dark] = ['rgb(251, 250, 248)', 'rgb(20, 22, 26)']
    for (const [colorScheme, own] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [appearance, expected] of [
        ['Dark', dark],
        ['Light', light],
        ['Like the device', own],
      ] as const) {
        await page.getByLabel('Appearance').selectOption(appearance)
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.getByRole('status').getByText('The appearance is changed.').waitFor()
        assert.equal(await paper(), expected, `${appearance} on a device that is ${colorScheme}`)
      }
    }
    await page.getByLabel('Appearance').selectOption('Dark')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('status').waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    assert.notEqual(await paper(), dark, 'paper is white')
    await leave(tab, tour.address)
  })
})
