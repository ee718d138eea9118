import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'

const movie = '/movie/501-the-glass-lantern'
const series = '/tv/601-tidewater-signals'

describe('a diary in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
  })
  after(() => tour?.close())

  test('a movie is logged on a sheet over its page, and a series is marked and undone', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    page.setDefaultTimeout(60_000)
    await page.goto(`${tour.address}${movie}`)
    await page.locator('#log').click()
    const sheet = page.getByRole('dialog', { name: 'Watched: The Glass Lantern' })
    await sheet.waitFor()
    const local = await page.evaluate("new Date().toLocaleDateString('sv')")
    assert.equal(await sheet.getByLabel('Date').inputValue(), local, 'the day where the reader is')
    await inspect(page, 'diary-sheet')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.id'), 'log', 'whoever closes it is where they were')
    await page.locator('#log').click()
    await sheet.getByLabel('Date').fill('2026-03-07')
    await sheet.getByLabel('Your rating').selectOption('8.5')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Added to your diary.').waitFor()
    await inspect(page, 'diary-logged')
    await page.goto(`${tour.address}${movie}/watched`)
    await inspect(page, 'diary-log-page')

    await page.goto(`${tour.address}${series}`)
    await page.locator('#log').click()
    await page.getByRole('dialog').getByLabel('On the days when they aired').check()
    await inspect(page, 'diary-mark-sheet')
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as watched' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await inspect(page, 'diary-marked')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await leave(tab, tour.address)
  })

  test('months, years, statistics and shelves are drawn on phones and wide screens', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    page.setDefaultTimeout(60_000)
    for (const [on, of] of [
      ['2026-02-01', movie],
      ['2026-01-31', '/movie/502-das-zweite-glimmen'],
      ['2025-05-05', movie],
    ] as const) {
      await page.goto(`${tour.address}${of}/watched`)
      await page.getByLabel('Date').fill(on)
      await page.getByLabel('Your rating').selectOption('8')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.notice').waitFor()
    }
    await page.goto(`${tour.address}${series}/watched`)
    await page.getByLabel('On the days when they aired').check()
    await page.getByRole('button', { name: 'Mark as watched' }).click()
    await page.locator('.notice.noted').waitFor()
    for (const [name, address] of [
      ['month', '/library/diary/2026-03'],
      ['year', '/library/diary/2026'],
      ['statistics', '/library/statistics'],
      ['library', '/library'],
      ['shelf', '/library/ratings/movie'],
      ['calendar', '/library/calendar/2026-03'],
      ['home', '/'],
      ['movies', '/movie'],
      ['edits', '/edits'],
      ['list', '/tv?list=title'],
    ] as const) {
      await page.goto(`${tour.address}${address}`)
      await inspect(page, `diary-${name}`)
    }
    await page.goto(`${tour.address}/library/diary/2026?lang=de`)
    await inspect(page, 'diary-year-de')
    await leave(tab, tour.address)
  })
})
