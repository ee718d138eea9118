import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noteOwned } from '#src/kept/owned/owned.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('what lies in the house, in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour({ private: true } as never)
    const found = { movie: new Set([501, 502, 503]), episode: new Set([60111]) }
    await noteOwned(tour.db, '/films', found, new Date(testDay))
  })
  after(() => tour?.close())

  test('a member goes from a title to all that is in the house, and to what was not watched', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/tv/601-tidewater-signals`)
    await page.getByText('In this house: 1 episode').waitFor()
    await inspect(page, 'owned-title')
    await page.goto(`${tour.address}/library`)
    await page.getByRole('link', { name: 'In this house' }).first().click()
    await page.getByText('3 titles').waitFor()
    await inspect(page, 'owned')
    await page.getByRole('link', { name: 'Not watched yet' }).click()
    await page.getByRole('link', { name: 'One at random' }).click()
    assert.match(page.url(), /\/movie\/50[123]-/)
    await leave(tab, tour.address)
  })
})
