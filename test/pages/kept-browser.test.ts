import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'

const lantern = '/movie/501-the-glass-lantern'

/** Where elements begin. */
const topsOf = (selectors: readonly string[]) =>
  `${JSON.stringify(selectors)}.map((each) => document.querySelector(each).getBoundingClientRect().top + scrollY)`
/** What a reader of the paper could try to press. */
const pressable = `[...document.querySelectorAll('main :is(button, .button, summary, .all-credits, .hint a)')]
  .filter((element) => element.checkVisibility())
  .map((element) => element.textContent)`

describe('keeping titles in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
  })
  after(() => tour?.close())

  test('a rating takes one click or one key, and nobody leaves the page', async () => {
    await tour.become('eve')
    // The marks of titles far out in a row do not make the page wider.
    await tour.db.run(sql`insert into watchlist (account_id, kind, entity_id, created_at)
      select a.id, 'movie', m.id, '2026-02-01T00:00:00.000Z' from account a, movie m where a.username = 'eve'`)
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}${lantern}`)
    await page.evaluate('window.isSame = true')
    const status = page.locator('.kept-said')
    const chosen = () => page.locator('.stars input:checked').inputValue()
    await page.locator('.stars label').nth(7).click()
    await status.getByText('Rating saved.').waitFor()
    await page.getByRole('button', { name: 'Remove rating' }).waitFor()
    assert.equal(await chosen(), '8')

    await page.keyboard.press('0')
    await page.locator('.rate .note').getByText('10 of 10').waitFor()
    assert.equal(await chosen(), '10')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.locator('.rate .note').getByText('8 of 10').waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'rating-8')

    await page.getByRole('button', { name: 'Add to favourites' }).click()
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await page.getByText('Add to a list').click()
    await page.getByLabel('New list').fill('For <rain>')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove from For <rain>' }).waitFor()
    assert.equal(await page.locator('.list-menu').getAttribute('open'), '', 'the menu stays open')
    await inspect(page, 'kept-title')
    // The window is a phone's since the page was inspected.
    await page.locator('#list-menu').click()
    const tops = await page.evaluate<number[]>(topsOf(['#mark-watchlist', '#mark-favorite', '#list-menu']))
    assert.equal(new Set(tops).size, 1, 'the buttons share a row')
    const sections = ['.record-main', '.record-beside', '.record-below', '.record-last']
    const inOneColumn = await page.evaluate<number[]>(topsOf(sections))
    assert.deepEqual(
      inOneColumn,
      inOneColumn.toSorted((one, other) => one - other),
    )
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate('scrollTo(0, 0)')
    const [main, beside, below, last] = await page.evaluate<number[]>(topsOf(sections))
    const long = await page.locator('.record-main').boundingBox()
    const short = await page.locator('.record-beside').boundingBox()
    assert.ok(main === beside && long && short)
    assert.deepEqual([below, last], [short.y + short.height, long.y + long.height], 'neither column has a gap')
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await page.evaluate(pressable), [])
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Remove rating' }).click()
    await status.getByText('Rating removed.').waitFor()
    assert.equal(await page.evaluate('window.isSame'), true)
    await page.emulateMedia({ media: 'print' })
    await page.goto(`${tour.address}/movie`)
    assert.deepEqual(await page.evaluate(pressable), [])
    await leave(tab, tour.address)
  })

  test('a list is ordered by dragging and by buttons, and shared', async () => {
    await tour.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/list/1`)
    const names = () => page.locator('.listed-name').allTextContents()
    const before = await names()
    const [from, to] = [page.locator('.drag').nth(0), page.locator('.drag').nth(2)]
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    assert.ok(start && end)
    await page.mouse.move(start.x + 5, start.y + 10)
    await page.mouse.down()
    await page.mouse.move(end.x + 5, end.y + end.height + 40, { steps: 4 })
    await page.mouse.up()
    await page.locator('.kept-said').getByText('Saved.').waitFor()
    const [first, second, third] = before
    assert.deepEqual(await names(), [second, third, first])
    await page.locator('#acts-movie-501 > summary').click()
    await page.locator('#up-movie-501').focus()
    await page.keyboard.press('Enter')
    await page.locator('li:nth-child(2) #up-movie-501').waitFor()
    assert.deepEqual(await names(), [second, first, third])
    assert.equal(await page.evaluate('document.activeElement.id'), 'up-movie-501')
    await page.getByText('Share', { exact: true }).click()
    await inspect(page, 'list-own')
    await page.reload()
    assert.deepEqual(await names(), [second, first, third])
    await page.goto(`${tour.address}/list/1/edit`)
    await inspect(page, 'list-edit')
    await page.getByLabel('Anyone with the link').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.secret').waitFor()
    await inspect(page, 'list-link')
    const link = (await page.locator('.secret').textContent()) ?? ''
    await page.goto(`${tour.address}${new URL(link).pathname}`)
    await inspect(page, 'list-unlisted')
    await leave(tab, tour.address)
  })

  test('a title and a list are passed on, by the system where it can, and else by their links', async () => {
    await tour.become()
    const tab = await tour.newTab()
    const { page } = tab
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: tour.address })
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    const [title, list] = [`${tour.address}${lantern}`, `${tour.address}/list/3`]
    const share = page.locator('.pass-on summary')
    await page.addInitScript('delete Navigator.prototype.share')
    await page.goto(title)
    await share.click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await copied(), title)
    const mail = (await page.locator('.pass-on a').getAttribute('href')) ?? ''
    assert.match(decodeURIComponent(mail), new RegExp(`^mailto:\\?subject=The Glass Lantern.*&body=${title}$`))
    await page.goto(list)
    await page.locator('summary', { hasText: 'Share' }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('status').getByText('Link copied.').waitFor()
    assert.equal(await copied(), list)
    assert.equal(await page.getByRole('button', { name: 'Share', exact: true }).count(), 0)

    // A system that shares, as far as the page can tell.
    await page.addInitScript('navigator.share = async (given) => { globalThis.given = given }')
    await page.goto(title)
    await share.click()
    assert.deepEqual(await page.evaluate('globalThis.given'), { url: title, title: 'The Glass Lantern (2021)' })
    assert.equal(await page.locator('.pass-on details').getAttribute('open'), null)
    await page.goto(list)
    await page.locator('summary', { hasText: 'Share' }).click()
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    assert.deepEqual(await page.evaluate('globalThis.given'), { url: list, title: 'All the reels' })
    await leave(tab, tour.address)
  })

  test('cards show it, and the page of an episode has stars', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}${lantern}`)
    await page.locator('.stars label').nth(8).click()
    await page.locator('.kept-said').getByText('saved').waitFor()
    await page.goto(`${tour.address}/movie`)
    await inspect(page, 'kept-cards')
    await page.goto(`${tour.address}/tv/601-tidewater-signals/season/2/episode/1`)
    await page.locator('.stars label').nth(4).click()
    await page.locator('.kept-said').getByText('saved').waitFor()
    await inspect(page, 'kept-episode')
    await page.goto(`${tour.address}/tv/601-tidewater-signals/season/2`)
    await inspect(page, 'kept-season')
    await leave(tab, tour.address)
  })
})
