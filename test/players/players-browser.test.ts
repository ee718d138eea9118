import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import * as recorded from './recorded.ts'

describe('players in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
  })
  after(() => tour?.close())

  test('an address is made, a player tells, and what it told is decided and taken back', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/settings/players`)
    await inspect(page, 'players-none')
    await page.getByRole('button', { name: 'Create address' }).click()
    const address = (await page.locator('#player-address').textContent()) ?? ''
    assert.match(address, /\/players\/[0-9a-f]{40}$/)
    await page.getByText('Plex with Tautulli').click()
    await inspect(page, 'players-address')
    const tell = async (body: object) => {
      const url = `${tour.address}${new URL(address).pathname}`
      const reply = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
      assert.equal(reply.status, 200)
    }
    await tell(recorded.jellyfinEpisode)
    await tell(recorded.plexMovie)
    await tell({ ...recorded.scrobbleEpisode(90), show: { title: 'Signals from the Sea', year: 2001, ids: {} } })
    await tell({ ...recorded.scrobbleMovie(90), movie: { title: 'Glass Lanterns', year: 2021, ids: {} } })
    await tell({ event: 'surprise' })
    await page.getByRole('link', { name: 'Continue to players' }).click()
    await page.getByText('Not understood').first().waitFor()
    await inspect(page, 'players')
    await page.getByRole('link', { name: /Choose title Signals from the Sea/ }).click()
    await page.getByLabel('Title', { exact: true }).fill('tidewater')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await inspect(page, 'players-choose')
    await page.getByRole('button', { name: 'This one' }).first().click()
    await page.getByText('Choice saved.').waitFor()
    await page.getByRole('button', { name: /Yes, this one Glass Lanterns/ }).click()
    await page.getByText('Choice saved.').waitFor()
    await page.getByRole('button', { name: /Take back Tidewater Signals · 1×01/ }).click()
    await page.getByText('It is no longer in your diary.').waitFor()
    await page.getByLabel('User names that count').fill('Bo, the others')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('User names saved.').waitFor()
    await page.getByRole('button', { name: 'Revoke address' }).click()
    await page.getByText('Address revoked.').waitFor()
    await leave(tab, tour.address)
  })
})
