import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { type MailServer, openMailServer } from '../support/mail-server.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { faultsInLook } from '../support/pages/looks.ts'
import { gil } from '../support/pages/place.ts'
import { leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

/** Edits of a new member that somebody has to look at: the film, the series, and a date. */
const firstEdits = 3
const windows = [
  { look: 'desktop', width: 1440, height: 900, colorScheme: 'light', day: '2019-05-17' },
  { look: 'phone', width: 390, height: 844, colorScheme: 'dark', day: '2019-05-18' },
] as const

const episodes = `1\tThe Weir\t2024-03-01\t44
2. Low Pressure, 8 March 2024, 45 min
3;Ebb;15/03/2024;0:47`

const look = (page: Page) => page.locator('.edit-end').getByRole('button', { name: 'Preview changes' }).click()
const save = (page: Page) => page.locator('.edit-summary').getByRole('button', { name: 'Save' }).click()
const main = (page: Page) => page.getByRole('main')

type Walk = {
  page: Page
  window: (typeof windows)[number]
  names: Readonly<Record<'account' | 'film' | 'series' | 'person', string>>
  /** Takes a picture, and finds nothing wrong. */
  inspect(what: string): Promise<void>
}

describe('a stranger maintains the catalogue, on a desk and on a phone', { skip: browserSkip }, () => {
  let tour: Tour
  let mails: MailServer
  before(async () => {
    mails = await openMailServer()
    tour = await startTour({ smtp: mails.url, 'edits-of-new-members': String(firstEdits) })
    await tour.db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  })
  after(async () => {
    await tour?.close()
    await mails?.close()
  })

  async function signUp(page: Page, username: string) {
    await main(page).getByRole('link', { name: 'Sign up' }).click()
    await page.getByText('A free account lets you add and correct titles').waitFor()
    await page.getByText('Your first edits go live once somebody has checked them.').waitFor()
    await page.getByLabel('User name').fill(username)
    await page.getByLabel('E-mail address').fill(`${username}@people.example`)
    await page.getByLabel('Password (required)', { exact: true }).fill(gil.password)
    await page.getByLabel('Repeat password').fill(gil.repeat)
    await main(page).getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('We sent an e-mail').waitFor()
    await page.goto((await mails.next()).link)
    await page.getByRole('button', { name: 'Verify address' }).click()
    await page.getByRole('status').getByText('Your e-mail address is verified.').waitFor()
  }

  /** From the notification to what has been made. */
  async function openAccepted(page: Page, title: string) {
    await page.goto(`${tour.address}/notifications`)
    const told = page.locator('li, article', { hasText: `Your edit of ${title} was accepted.` }).last()
    await told.getByRole('link', { name: 'See the edit' }).click()
    await main(page).getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }

  /** From Edit to the form, past signing up. */
  async function correctDate({ page, inspect, window, names }: Walk) {
    await page.goto(`${tour.address}/movie/502`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL('**/login?next**')
    await signUp(page, names.account)
    await page.waitForURL('**/movie/502**/edit')
    await inspect('form')
    await page.getByLabel('Release date', { exact: true }).fill(window.day)
    await page.getByText('You are new here').waitFor()
    await look(page)
    await page.getByRole('heading', { name: 'Your changes' }).waitFor()
    await inspect('date')
    await save(page)
    await page.getByText('Thank you. A moderator will check').waitFor()
    await page.getByRole('heading', { name: 'Your pending edits' }).waitFor()
    await inspect('held')
  }

  /** A film with somebody who is known, and somebody who is not. */
  async function addFilm({ page, inspect, names }: Walk) {
    await page.goto(`${tour.address}/`)
    await page.getByRole('link', { name: 'Add a movie' }).click()
    await page.getByLabel('Title or name').fill(names.film)
    await page.getByLabel('Year').fill('2024')
    await main(page).getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: new RegExp(`add “${names.film}”`, 'i') }).click()
    const credits = page.locator('#p\\.credits')
    await credits.locator('> summary').click()
    await page.getByRole('button', { name: 'Add row: Cast' }).click()
    const rows = credits.locator('ol').first().locator('.edit-row')
    await rows.nth(0).getByLabel('Person').pressSequentially('Odal', { delay: 30 })
    await page.locator('.suggestions:not([hidden]) a').first().waitFor()
    await inspect('suggestions')
    await page.locator('.suggestions:not([hidden]) a').first().click()
    assert.equal(await rows.nth(0).getByLabel('Person').inputValue(), 'Odalys Fenwick #301')
    await rows.nth(0).getByLabel('Character').fill('The keeper')
    await page.getByRole('button', { name: 'Add row: Cast' }).click()
    await rows.nth(1).getByLabel('Person').fill('Odalys Fenwic')
    await look(page)
    await page.getByLabel('None of these: add “Odalys Fenwic”').waitFor()
    await inspect('who')
    await rows.nth(1).getByLabel('Person').fill(names.person)
    await rows.nth(1).getByLabel('Character').fill('Her sister')
    await look(page)
    await page.getByText(`New in the catalogue: ${names.person}.`).waitFor()
    await page.getByText(`${names.person} (new)`).first().waitFor()
    await page.getByText('Images can be added once this is accepted.').waitFor()
    await inspect('film')
    await save(page)
    await page.getByText('Thank you. A moderator will check').waitFor()
    await page.getByText('Images can be added once this is accepted.').waitFor()
  }

  async function addSeries({ page, inspect, names }: Walk) {
    await page.goto(`${tour.address}/tv/new?title=${encodeURIComponent(names.series)}`)
    await page.getByRole('link', { name: new RegExp(`add “${names.series}”`, 'i') }).click()
    await look(page)
    await save(page)
    await page.getByRole('heading', { name: 'Your pending edits' }).waitFor()
    await inspect('own-queue')
  }

  /** A moderator accepts all three. */
  async function beAccepted({ page, inspect, names }: Walk) {
    await tour.become('eve')
    await page.goto(`${tour.address}/queue?of=${names.account}`)
    await inspect('queue')
    for (const box of await page.locator('input[form=many]').all()) await box.check()
    await page.getByRole('button', { name: 'Accept selected' }).click()
    await page.getByText('Edits accepted.').waitFor()
    await tour.become(names.account)
    await page.goto(`${tour.address}/notifications`)
    await page.getByText('accepted').first().waitFor()
    await inspect('told')
    await openAccepted(page, names.film)
    await page.getByText(names.person).first().waitFor()
    await inspect('accepted')
    return page.url()
  }

  /** A season from text, which goes live at once by now. */
  async function addSeason({ page, inspect, names }: Walk) {
    await openAccepted(page, names.series)
    await page.getByRole('link', { name: 'Add a season' }).click()
    await page.getByLabel('Number').fill('1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await look(page)
    await inspect('season')
    await save(page)
    await page.getByText('Added to the catalogue.').waitFor()
    await page.locator('section').getByRole('link', { name: 'Edit all episodes' }).click()
    await page.getByLabel('One episode per line').fill(episodes)
    await page.getByRole('button', { name: 'Fill in table' }).click()
    await page.getByText('3 episodes filled in.').waitFor()
    await inspect('pasted')
    await save(page)
    await page.getByText('Changes saved.').waitFor()
    await page.getByText('Ebb').first().waitFor()
    await inspect('season-page')
  }

  /** Somebody else changes two values while the form is open. */
  async function meetConflict({ page, inspect }: Walk, address: string) {
    await page.goto(`${address}/edit`)
    await page.locator('#facts').getByLabel('Tagline').fill('Mine')
    await page.getByLabel('Runtime in minutes').fill('97')
    const id = Number(/\/movie\/(\d+)/.exec(address)?.[1])
    await applyEdit(tour.db, {
      ...{ account_id: 2, at: new Date(testDay) },
      records: [{ kind: 'movie', id, values: { tagline: 'Theirs', runtime: 99 } }],
    })
    await look(page)
    await page.getByRole('heading', { name: 'Someone else has changed this, too' }).waitFor()
    await inspect('conflict')
    await page.getByLabel('Yours: Mine').check()
    await page.getByLabel('Theirs: 99').check()
    await look(page)
    await save(page)
    await page.getByText('Changes saved.').waitFor()
    await page.getByText('Mine', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.getByText('Mine').first().waitFor()
    await inspect('history')
  }

  for (const window of windows) {
    const names = {
      account: `gil-${window.look}`,
      film: `The Weir Keeper ${window.width}`,
      series: `Low Pressure ${window.width}`,
      person: `Nell Arbour ${window.width}`,
    }

    test(`${window.look}: signs up, adds, corrects, is held and accepted, and meets a conflict`, async () => {
      await tour.become()
      const tab = await tour.newTab()
      const { page } = tab
      await page.setViewportSize(window)
      const inspect = async (what: string) => assert.deepEqual(await faultsInLook(page, `newcomer-${what}`, window), [])
      const walk = { page, window, names, inspect }
      await correctDate(walk)
      await addFilm(walk)
      await addSeries(walk)
      const address = await beAccepted(walk)
      await addSeason(walk)
      await meetConflict(walk, address)
      // The browser tells of the refusals that were shown: a name that was not known, and the conflict.
      const refusals = tab.complaints.splice(0).filter((said) => !/status of (422|409)/.test(said))
      assert.deepEqual(refusals, [])
      await leave(tab, tour.address)
    })
  }
})
