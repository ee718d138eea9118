import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browserSkip } from '../support/pages/browser.ts'
import { faultsOnPaper } from '../support/pages/looks.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'

/** What stands on paper of a calendar: the month, its days, and nothing to press. */
const printed =
  /^Calendar\s+March 2026\s+Tuesday, 3 March 2026\s+Tidewater Signals Season 2, episode 1, Storm.*Slack Water$/s

const season = '/tv/601-tidewater-signals/season/2'

describe('a library in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
  })
  after(() => tour?.close())

  test('a season is watched, and the library, the diary and the calendar show it', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    page.setDefaultTimeout(60_000)
    await page.goto(`${tour.address}${season}`)
    const local = await page.evaluate("new Date().toLocaleDateString('sv')")
    assert.equal(await page.locator('input[name=on]').first().inputValue(), local, 'the day where the reader is')
    // The day of the world is not that of this browser.
    await page.evaluate("document.querySelectorAll('[data-today]').forEach((field) => { field.value = '2026-03-10' })")
    await page.getByRole('button', { name: 'Mark as watched Episode 1' }).click()
    await page.getByText('Marked as watched.').waitFor()
    await inspect(page, 'library-season')
    for (const [address, name] of [
      ['/library', 'overview'],
      ['/library/watchlist/movie', 'shelf'],
      ['/library/favorites/movie', 'empty'],
      ['/library/diary/2026-03', 'diary'],
      ['/library/calendar/2026-03', 'calendar'],
      ['/tv/601-tidewater-signals', 'series'],
    ] as const) {
      await page.goto(`${tour.address}${address}`)
      await inspect(page, `library-${name}`)
      assert.deepEqual(await faultsOnPaper(page), [], name)
    }
    await page.goto(`${tour.address}/library/calendar/2026-03`)
    await page.emulateMedia({ media: 'print' })
    assert.match(await page.evaluate<string>("document.querySelector('main').innerText.trim()"), printed)
    await page.emulateMedia({ media: 'screen' })
    await leave(tab, tour.address)
  })
})
