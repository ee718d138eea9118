import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { browserSkip, MOST_SHIFT, shiftOf } from '../support/pages/browser.ts'
import { faultsInLooks } from '../support/pages/looks.ts'
import { openSite, signIn, visit } from '../support/pages/site.ts'
import { testDay } from '../support/world.ts'

const looked: [name: string, path: string][] = [
  ['home', '/'],
  ['movies', '/movie'],
  ['companies', '/company'],
  ['search', '/search?query=the'],
  ['search-nothing', '/search?query=xyzzy'],
  ['search-similar', '/search?query=lantren+glas'],
  ['search-season', '/search?query=tidewater+season+2'],
  ['movie', '/movie/501-the-glass-lantern'],
  ['movie-bare', '/movie/504-untitled-glimmer'],
  ['credits', '/movie/501-the-glass-lantern/credits'],
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
  ['watchlist', '/library/watchlist/movie'],
  ['watchlist-empty', '/library/watchlist/tv'],
  ['write-review', '/movie/502-das-zweite-glimmen/review'],
]

const markup = `Mark <img src=x onerror="alert(1)"><script>alert(1)</script>`

/** Of each shelf of six cards and each page of 24 as they are seen: how many stand in each row. */
const rowsOfFullGrids = `[...document.querySelectorAll('.cards:not(.row)')]
  .filter((grid) => grid.children.length === (grid.classList.contains('shelf') ? 6 : 24))
  .map((grid) => [...grid.children].filter((card) => card.offsetParent))
  .map((seen) => [...Map.groupBy(seen, (card) => card.offsetTop).values()].map((row) => row.length))`

/** A movie whose title must not become part of any page. */
async function addMarkup(db: Database) {
  const values = { title: markup, original_title: markup }
  await applyEdit(db, { account_id: null, at: new Date(testDay), records: [{ kind: 'movie', id: 599, values }] })
  await updateNameIndex(db)
}

describe('the catalogue in a browser', { skip: browserSkip }, () => {
  let site: string
  let close: () => Promise<void>
  before(async () => {
    ;({ address: site, close } = await openSite({ fill: addMarkup }))
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
      for (const width of [300, 390, 600, 768, 960, 1000, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of ['/', '/movie', '/discover/movie', '/search?query=short']) {
          await page.goto(`${site}${path}`)
          const rows = await page.evaluate<number[][]>(rowsOfFullGrids)
          assert.ok(rows.length > 0 && rows.every(([first, ...more]) => more.every((one) => one === first)), path)
        }
      }
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

  test('a page that moves while it loads is noticed, and what somebody does moves nothing', async () => {
    await visit(site, async ({ page }) => {
      const moving = (when: string) =>
        page.goto(`data:text/html,<p id="above"></p><p style="height:400px">Below</p><button>Move</button><script>
          const move = () => { above.style.height = '300px' }; ${when}</script>`)
      await moving('requestAnimationFrame(() => requestAnimationFrame(move))')
      await page.waitForFunction(`globalThis.shifts > ${MOST_SHIFT}`)
      await moving("document.querySelector('button').onclick = move")
      await page.getByText('Move').click()
      await page.waitForFunction('above.clientHeight === 300')
      assert.equal(await shiftOf(page), 0)
    })
  })

  test('on a phone the way to everything else is a menu, by keyboard', async () => {
    await visit(site, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(`${site}/`)
      assert.ok((await page.locator('.site-header').boundingBox())!.height < 80, 'the header is one row')
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

  test('the search field suggests titles and people, by keyboard and by hand', async () => {
    await visit(site, async ({ page }) => {
      const field = page.getByRole('combobox', { name: 'Search titles and names' })
      const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
      const shown = async () => [await options.allTextContents(), await field.getAttribute('aria-expanded')]
      await page.goto(`${site}/movie`)
      await page.keyboard.press('/')
      await page.keyboard.type('glimmer')
      await options.nth(1).waitFor()
      assert.deepEqual(await shown(), [['The Second Glimmer 2026 · Movie', 'Untitled Glimmer Movie'], 'true'])
      assert.equal(await page.getByText('2 suggestions').getAttribute('role'), 'status')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      assert.equal(
        await page.locator('[role=option][aria-selected=true]').textContent(),
        'The Second Glimmer 2026 · Movie',
      )
      assert.equal(await field.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'))
      assert.deepEqual(await faultsInLooks(page, 'catalogue-suggestions'), [])
      await page.keyboard.press('Escape')
      assert.deepEqual([await options.count(), await field.inputValue()], [0, 'glimmer'])
      await page.keyboard.press('ArrowDown')
      await options.first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/movie/502-das-zweite-glimmen')

      await page.keyboard.press('/')
      await page.keyboard.type('odalys')
      await options.first().click()
      await page.waitForURL('**/person/301-odalys-fenwick')
      await page.keyboard.press('/')
      await page.keyboard.type('mark')
      await options.first().waitFor()
      assert.equal(await options.first().locator('.name').textContent(), markup)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/search?query=mark')
      assert.equal(await page.getByRole('main').getByRole('link', { name: markup }).count(), 1)
    })
  })

  test('a person looks up a movie, puts it on the watchlist and reviews it, by keyboard', async () => {
    await visit(site, async (tab) => {
      const { page } = tab
      await signIn(tab, site)
      await page.getByLabel('Search titles and names').focus()
      await page.keyboard.type('second gl')
      await page.keyboard.press('Enter')
      await page.getByRole('main').getByRole('link', { name: 'The Second Glimmer' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/movie/502-das-zweite-glimmen')
      await page.getByRole('button', { name: 'Add to watchlist' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Added to your watchlist.').waitFor()
      await page.getByRole('link', { name: 'Write a review' }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Review', { exact: false }).first().focus()
      await page.keyboard.type('It **glows** again.')
      await page.getByLabel('Your rating').selectOption('8.5')
      await page.getByRole('button', { name: 'Preview' }).press('Enter')
      await page.locator('.preview strong').waitFor()
      assert.equal(await page.getByLabel('Your rating').inputValue(), '8.5')
      await page.getByRole('button', { name: 'Publish' }).press('Enter')
      await page.getByText('Review saved.').waitFor()
      assert.equal(await page.locator('.prose strong').textContent(), 'glows')
      await page.getByRole('link', { name: 'Delete review' }).press('Enter')
      assert.deepEqual(await faultsInLooks(page, 'catalogue-delete-review'), [])
      await page.getByRole('button', { name: 'Delete review' }).press('Enter')
      await page.getByText('Review deleted.').waitFor()
    })
  })
})
