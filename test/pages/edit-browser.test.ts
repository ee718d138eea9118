import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('editing records in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await tour.become('eve')
  })
  after(() => tour?.close())

  test('a film gets its cast by suggestions, and the order by dragging', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/movie/501`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.waitForURL('**/edit')
    await page.evaluate('window.isSame = true')
    // What is large comes when it is opened, and the names of countries when a field offers them.
    await page.locator('#p\\.watch\\/providers > summary').click()
    await page.locator('#p\\.watch\\/providers').getByLabel('Country').first().focus({ timeout: 20_000 })
    await page.locator('#countries option[value=DE]').waitFor({ state: 'attached', timeout: 20_000 })
    await page.locator('#p\\.credits > summary').click()
    await page.getByRole('button', { name: 'Add row: Cast' }).click()
    const rows = page.locator('#p\\.credits ol').first().locator('.edit-row')
    await rows.nth(2).waitFor()
    const person = rows.nth(2).getByLabel('Person')
    await person.fill('Nobody has this name')
    await page.locator('p.suggestions:not([hidden])').getByText('It will be added as new.').waitFor()
    await inspect(page, 'edit-form-unknown')
    await person.fill('')
    await person.pressSequentially('Odal', { delay: 30 })
    await page.locator('.suggestions:not([hidden]) a').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await person.inputValue(), 'Odalys Fenwick #301')
    await rows.nth(2).getByLabel('Character').fill('The other keeper')
    const [from, to] = [rows.nth(2).locator('.drag'), rows.nth(0).locator('.drag')]
    await from.scrollIntoViewIfNeeded()
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    assert.ok(start && end)
    await page.mouse.move(start.x + 5, start.y + 5)
    await page.mouse.down()
    await page.mouse.move(end.x + 5, end.y - 10, { steps: 4 })
    await page.mouse.up()
    assert.equal(await rows.nth(0).getByLabel('Character').inputValue(), 'The other keeper')
    await rows
      .nth(0)
      .getByRole('button', { name: /^Move down/ })
      .focus()
    for (const place of [2, 3]) {
      await page.keyboard.press('Enter')
      await page.locator(`button[aria-label="Move down: Cast ${place}"]:focus`).waitFor()
    }
    assert.equal(await rows.nth(2).getByLabel('Character').inputValue(), 'The other keeper')
    await inspect(page, 'edit-form')
    assert.equal(await page.evaluate('window.isSame'), true)
    await page.getByLabel('Tagline').fill('It shines for two.')
    await page.getByLabel('Reason for the edit').fill('The credits at its end')
    await page.locator('.edit-end').getByRole('button', { name: 'Preview changes' }).click()
    await page.getByRole('heading', { name: 'Your changes' }).waitFor()
    await inspect(page, 'edit-changes')
    await page.locator('.edit-summary').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changes saved.').waitFor()
    await page.getByText('It shines for two.').waitFor()
    await page.getByText('The other keeper').first().waitFor()
    await leave(tab, tour.address)
  })

  test('a conflict and what is wrong are shown, and one chooses', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/movie/502/edit`)
    await page.getByLabel('Tagline').fill('Mine')
    await applyEdit(tour.db, {
      account_id: null,
      at: new Date(testDay),
      records: [{ kind: 'movie', id: 502, values: { tagline: 'Theirs' } }],
    })
    const look = page.locator('.edit-end').getByRole('button', { name: 'Preview changes' })
    await look.click()
    await page.getByRole('heading', { name: 'Someone else has changed this, too' }).waitFor()
    await inspect(page, 'edit-conflict')
    await page.getByLabel('Yours: Mine').check()
    await page.getByLabel('Runtime in minutes').fill('long')
    await look.click()
    await page.getByText('Enter a whole number').first().waitFor()
    await inspect(page, 'edit-wrong')
    await page.getByLabel('Runtime in minutes').fill('')
    await page.locator('#facts').getByLabel('Overview').fill('Seen again.')
    await look.click()
    await page.locator('.edit-summary').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changes saved.').waitFor()
    tab.complaints.length = 0
    await leave(tab, tour.address)
  })

  test('a season is pasted into its table, and a movie is added', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/tv/601/season/1`)
    await page.getByRole('link', { name: 'Edit all episodes' }).click()
    await page.getByText('Paste from a spreadsheet or text').click()
    await page.getByLabel('One episode per line').fill('1. Low Water, 5 March 2021, 41 min\n8\tHarbour\t2021-04-23\t44')
    await page.getByRole('button', { name: 'Fill in table' }).click()
    await page.getByText('2 episodes filled in.').waitFor()
    await page.getByRole('button', { name: 'Add episode' }).click()
    await page.getByLabel('Number, New episode 2').waitFor()
    await page.locator('.edit-end').getByRole('button', { name: 'Preview changes' }).click()
    await page.locator('.edit-summary').getByRole('button', { name: 'Save' }).waitFor()
    await inspect(page, 'edit-episodes')
    await page.locator('.edit-summary').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changes saved.').waitFor()
    await page.getByText('Harbour').first().waitFor()

    await page.goto(`${tour.address}/movie/new`)
    await page.locator('#title').fill('The Glass Lanterns')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'Is it one of these?' }).waitFor()
    await inspect(page, 'edit-search-first')
    await page.getByRole('link', { name: 'None of these: add “The Glass Lanterns”' }).click()
    await page.locator('.edit-end').getByRole('button', { name: 'Preview changes' }).click()
    await page.locator('.edit-summary').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Added to the catalogue.').waitFor()
    await leave(tab, tour.address)
  })
})
