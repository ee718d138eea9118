import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserSkip } from '../support/pages/browser.ts'
import { faultsInLooks } from '../support/pages/looks.ts'
import { openSite, visit } from '../support/pages/site.ts'

const looked: [name: string, path: string][] = [
  ['movies', '/discover/movie'],
  ['chosen', '/discover/movie?genre=18,878&person=301&took=person%3A301%3AOdalys'],
]

async function place(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  assert.ok(box)
  return box
}

describe('Discover in a browser', { skip: browserSkip }, () => {
  let site: string
  let close: () => Promise<void>
  before(async () => {
    ;({ address: site, close } = await openSite())
  })
  after(() => close?.())

  test('its pages have no fault that axe finds, and fit a phone', async () => {
    await visit(site, async ({ page }) => {
      const faults: Record<string, string[]> = {}
      for (const [name, path] of looked) {
        await page.goto(`${site}${path}`)
        faults[name] = await faultsInLooks(page, `discover-${name}`)
      }
      assert.deepEqual(faults, { movies: [], chosen: [] })
      const form = page.locator('.filters form')
      assert.equal(await form.isVisible(), false, 'on a phone the form is folded')
    })
  })

  test('people are suggested while somebody types, and join those who are chosen', async () => {
    await visit(site, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${site}/discover/movie?keyword=801`)
      await page.fill('#person_name', 'odalys')
      await page.locator('[role=option]').first().waitFor()
      const [field, list] = [await place(page, '#person_name'), await place(page, '#person_name-suggestions')]
      assert.deepEqual([list.x, list.width], [field.x, field.width])
      assert.ok(list.y >= field.y + field.height, 'the suggestions are not below the field')
      await page.press('#person_name', 'ArrowDown')
      await page.press('#person_name', 'Enter')
      await page.waitForURL(`${site}/discover/movie?keyword=801&person=301`)
      assert.match((await page.textContent('.chips')) ?? '', /lighthouse.*Odalys Fenwick/s)
      await page.locator('nav.kinds').getByRole('link', { name: 'Series' }).click()
      await page.waitForURL(`${site}/discover/tv?keyword=801&person=301`)
      assert.match((await page.textContent('.chips')) ?? '', /lighthouse.*Odalys Fenwick/s)
      await page.getByText('1 title', { exact: true }).waitFor()
      assert.deepEqual(await faultsInLooks(page, 'discover-series-of-person'), [])
    })
  })
})
