import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto } from '../support/catalogue.ts'
import { folderOf, importFormat } from '../support/foreign/import-format.ts'
import { browserSkip, openBrowser } from '../support/pages/browser.ts'
import { openSite } from '../support/pages/site.ts'
import { leave, startTour, type Tour } from '../support/pages/tour.ts'

/** The ways of a household from its first minute on, where browsers run no scripts; filling is in `fill-browser`. */

const password = 'four words in a row'
const windows = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const
type Window = (typeof windows)[number]

const lines = [
  { kind: 'source', id: 'sample', name: 'Sample', licence: 'CC0-1.0', rank: 1 },
  { kind: 'movie', id: 7001, source: 'sample', title: 'A lamp by the sea' },
]

/** Where a page that is read without scripts does not fit, it says so. */
async function fits(page: Page) {
  const [needed = 0, width = 0] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]')
  assert.ok(needed <= width, `${page.url()} is ${needed} pixels wide`)
}

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
/** A form that was sent has led on, and its page fits. */
async function says(page: Page, text: string) {
  await page.getByText(text).first().waitFor()
  await fits(page)
}

async function choose(page: Page, submit: string) {
  await page.getByLabel('assword (required)').first().fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await fits(page)
  await press(page, submit)
}

async function handed(page: Page): Promise<string> {
  const [address] = /http\S+/.exec((await page.locator('.new-key code').textContent()) ?? '') ?? []
  assert.ok(address, 'a link is shown')
  return address
}

describe('without scripts', { skip: browserSkip }, () => {
  for (const window of windows)
    test(`a server is set up on a ${window.name}`, async (t) => {
      const folder = await folderOf(t, { 'Films/Some film (1999).mkv': '' })
      const site = await openSite({
        async load(db) {
          await emptyCatalogue(db)
          await importInto(db, lines, { note: sampleNote })
        },
      })
      t.after(() => site.close())
      const browser = await openBrowser({ isScripted: false })
      t.after(() => browser.close())
      const tab = await browser.newTab()
      const { page } = tab
      await page.setViewportSize(window)
      await page.goto(site.address)
      await main(page).getByRole('link', { name: 'Set up this server' }).click()
      await press(page, 'Set up')
      await says(page, 'A user name has 2 to 32 letters')
      const values = { username: 'mara', password, repeat: password, siteName: 'The lamp room', folder }
      for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value)
      await page.locator('#private-true').check()
      await press(page, 'Set up')
      await says(page, 'See what your folder has')
      await main(page).getByRole('link', { name: 'Invite the others' }).click()
      await press(page, 'Create invitation')
      assert.match(await handed(page), /\/signup\?invitation=/)
      await leave(tab, site.address, [
        'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
      ])
    })

  describe('in a household', () => {
    let tour: Tour
    before(async () => {
      tour = await startTour({ private: 'true' }, { isScripted: false })
      await tour.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
    })
    after(() => tour?.close())

    /** A tab of a person in a window, which has complained of nothing in the end. */
    const inWindows = (what: string, who: string, work: (page: Page, window: Window) => Promise<void>) => {
      for (const window of windows)
        test(`${what}, on a ${window.name}`, async () => {
          await tour.become(who)
          const tab = await tour.newTab()
          await tab.page.setViewportSize(window)
          await work(tab.page, window)
          await leave(tab, tour.address)
        })
    }

    async function signIn(page: Page, username: string) {
      await page.getByLabel('User name or e-mail address').fill(username)
      await page.getByLabel(/^Password/).fill(password)
      await press(page, 'Sign in')
      await page.locator('header').getByText(username).first().waitFor()
      // Pictures that are still asked for when nobody is signed in any more would be refused.
      await page.waitForLoadState('networkidle')
    }

    inWindows('somebody is invited, and signs up', 'ada', async (page, { name }) => {
      await page.goto(`${tour.address}/admin/invitations`)
      await press(page, 'Create invitation')
      await fits(page)
      const address = await handed(page)
      await tour.become()
      await page.goto(address)
      await page.getByLabel('User name').fill(`dora-${name}`)
      await choose(page, 'Sign up')
      await says(page, `You are signed in as dora-${name}.`)
    })

    inWindows('somebody is added, and given another password', 'ada', async (page, { name }) => {
      await page.goto(`${tour.address}/admin/accounts`)
      await main(page).getByRole('link', { name: 'Add an account' }).click()
      await page.getByLabel('User name').fill(`cleo-${name}`)
      await fits(page)
      await press(page, 'Add account')
      await says(page, 'Account added.')
      const account = page.url()
      for (const round of [1, 2]) {
        const address = await handed(page)
        await tour.become()
        await page.goto(address)
        await choose(page, 'Save password')
        await signIn(page, `cleo-${name}`)
        await tour.become('ada')
        await page.goto(account)
        if (round === 1) await press(page, 'Create link for a new password')
      }
    })

    inWindows('settings of the server are changed', 'ada', async (page, { name }) => {
      await page.goto(`${tour.address}/admin/server`)
      await fits(page)
      await page.getByLabel('Greeting').fill(`Hello on a ${name}`)
      await press(page, 'Save changes')
      await says(page, 'Changes saved.')
      await page.goto(`${tour.address}/`)
      await says(page, `Hello on a ${name}`)
    })

    inWindows('a film goes on the watchlist and off it', 'bo', async (page) => {
      await page.goto(`${tour.address}/movie/501`)
      await fits(page)
      await page.locator('#mark-watchlist').click()
      await page.getByRole('status').first().waitFor()
      await page.goto(`${tour.address}/watchlist`)
      await fits(page)
      await main(page).getByRole('button', { name: 'Remove The Glass Lantern' }).click()
      await page.getByText('Removed from your watchlist.').waitFor()
    })

    test('a match is decided by a choice and by a name', async (t) => {
      const folder = await folderOf(t, { 'Nowhere Known (1988).mkv': '', 'Lonely Lamp (1977).mkv': '' })
      await importFormat(tour.db, 'nfo', folder)
      await tour.become('ada')
      const tab = await tour.newTab()
      const { page } = tab
      await page.setViewportSize(windows[0])
      await page.goto(`${tour.address}/admin/matches`)
      await fits(page)
      const nowhere = page.getByRole('region', { name: 'Nowhere Known (1988)' })
      await nowhere.getByLabel('A new record').check()
      await nowhere.getByRole('button', { name: 'Save' }).click()
      await says(page, 'Saved for the next import.')
      await page.setViewportSize(windows[1])
      const lonely = page.getByRole('region', { name: 'Lonely Lamp (1977)' })
      await lonely.getByLabel('Its name or ID').fill('glimmer')
      await lonely.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('searchbox', { name: 'Name, ID or address of the record' }).fill('502')
      await press(page, 'Search')
      await fits(page)
      await page.getByRole('button', { name: /^It is this one/ }).click()
      await says(page, 'Nothing to decide')
      await leave(tab, tour.address)
    })

    inWindows('a poster is added that is for the household alone', 'bo', async (page, { name, width }) => {
      await page.goto(`${tour.address}/movie/502/images/add`)
      await fits(page)
      const background = { r: width % 256, g: 90, b: 60 }
      const buffer = await sharp({ create: { width: 400, height: 600, channels: 3, background } })
        .png()
        .toBuffer()
      await page.getByLabel('Picture (required)').setInputFiles({ name: `${name}.png`, mimeType: 'image/png', buffer })
      await page.getByLabel('Licence').selectOption('LicenseRef-household')
      await press(page, 'Add image')
      await says(page, 'For this household only')
    })
  })
})
