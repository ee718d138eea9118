import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browserSkip } from '../support/pages/browser.ts'
import { faultsInLooks } from '../support/pages/looks.ts'
import { openSite, signIn, visit } from '../support/pages/site.ts'

const looked: [name: string, path: string][] = [
  ['home', '/'],
  ['movies', '/movie'],
  ['companies', '/company'],
  ['search', '/search?query=the'],
  ['search-nothing', '/search?query=xyzzy'],
  ['movie', '/movie/501-the-glass-lantern'],
  ['movie-bare', '/movie/504-untitled-glimmer'],
  ['series', '/tv/601-tidewater-signals'],
  ['order', '/tv/601-tidewater-signals/order/000000000000000000060171'],
  ['season', '/tv/601-tidewater-signals/season/2'],
  ['episode', '/tv/601-tidewater-signals/season/2/episode/1'],
  ['person', '/person/301-odalys-fenwick'],
  ['company', '/company/101-lanternfish-pictures'],
  ['network', '/network/201-channel-zephyr'],
  ['collection', '/collection/401-the-glimmer-collection'],
  ['review', '/review/000000000000000000050191'],
]

const lookedSignedIn: [name: string, path: string][] = [
  ['watchlist', '/watchlist'],
  ['watchlist-empty', '/watchlist?kind=tv'],
  ['write-review', '/movie/502-das-zweite-glimmen/review'],
]

describe('the catalogue in a browser', { skip: browserSkip }, () => {
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
        faults[name] = await faultsInLooks(page, `catalogue-${name}`)
      }
      assert.deepEqual(faults, Object.fromEntries(looked.map(([name]) => [name, []])))
    })
  })

  test('so have those of people who are signed in', async () => {
    await visit(site, async (tab) => {
      await signIn(tab, site)
      const faults: Record<string, string[]> = {}
      for (const [name, path] of lookedSignedIn) {
        await tab.page.goto(`${site}${path}`)
        faults[name] = await faultsInLooks(tab.page, `catalogue-${name}`)
      }
      assert.deepEqual(faults, Object.fromEntries(lookedSignedIn.map(([name]) => [name, []])))
    })
  })

  test('on a phone the way to everything else is a menu, by keyboard', async () => {
    await visit(site, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${site}/`)
      const way = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Series' })
      assert.equal(await way.count(), 0)
      await page.getByRole('button', { name: 'Menu' }).press('Enter')
      assert.deepEqual(await faultsInLooks(page, 'catalogue-menu'), [])
      await page.keyboard.press('Escape')
      assert.equal(await way.count(), 0)
      await page.getByRole('button', { name: 'Menu' }).press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${site}/tv`)
    })
  })

  test('a person looks up a movie, puts it on the watchlist and reviews it, by keyboard', async () => {
    await visit(site, async (tab) => {
      const { page } = tab
      await signIn(tab, site)
      await page.getByLabel('Search the catalogue by title or name').focus()
      await page.keyboard.type('second gl')
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('link', { name: 'The Second Glimmer' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/movie/502-das-zweite-glimmen')
      await page.getByRole('button', { name: 'Add to watchlist' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('It is on your watchlist now.').waitFor()
      await page.getByRole('link', { name: 'Write a review' }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Review', { exact: false }).first().focus()
      await page.keyboard.type('It **glows** again.')
      await page.getByLabel('Your rating').selectOption('8.5')
      await page.getByRole('button', { name: 'Preview' }).press('Enter')
      await page.locator('.preview strong').waitFor()
      assert.equal(await page.getByLabel('Your rating').inputValue(), '8.5')
      await page.getByRole('button', { name: 'Publish' }).press('Enter')
      await page.getByText('Your review is published.').waitFor()
      assert.equal(await page.locator('.prose strong').textContent(), 'glows')
      await page.getByRole('link', { name: 'Delete review' }).press('Enter')
      assert.deepEqual(await faultsInLooks(page, 'catalogue-delete-review'), [])
      await page.getByRole('button', { name: 'Delete review' }).press('Enter')
      await page.getByText('Your review is deleted.').waitFor()
    })
  })
})
