import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { assets } from '#src/pages/assets.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const tagline = (page: Page) => page.locator('#facts').getByLabel('Tagline')
const offers = (page: Page) => page.getByText('You have unsaved changes from')
const look = (page: Page) => page.locator('.edit-end').getByRole('button', { name: 'Preview changes' }).click()
const save = async (page: Page) => {
  await page.locator('.edit-summary').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').waitFor()
}
const kept = (page: Page) => page.evaluate('localStorage.length')
/** The policy of our pages lets no text run as a script, so a page cannot wait for it itself. */
async function until(page: Page, expression: string) {
  while (!(await page.evaluate(expression))) await delay(50)
}
const untilKept = (page: Page, drafts: number) => until(page, `localStorage.length === ${drafts}`)

test('every script is small', () => {
  const scripts = [...assets].filter(([name]) => name.endsWith('.js'))
  assert.ok(scripts.length > 10)
  const large = scripts.filter(([, { content }]) => content.length >= 5_000).map(([name]) => name)
  assert.deepEqual(large, [])
})

describe('drafts of forms in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await tour.become('eve')
  })
  after(() => tour?.close())

  const elsewhere = () => `${tour.address}/edits`
  const newPage = async () => {
    const tab = await tour.newTab()
    // The browser asks before it leaves a form with changes.
    tab.page.on('dialog', (dialog) => dialog.accept())
    return tab
  }

  test('what was typed comes back with rows and conflicts, and is forgotten when it is saved', async () => {
    const tab = await newPage()
    const { page } = tab
    const address = `${tour.address}/movie/501/edit`
    await page.goto(address)
    await page.locator('#p\\.credits > summary').click()
    await page.getByRole('button', { name: 'Add row: Cast' }).click()
    const rows = page.locator('#p\\.credits ol').first().locator('.edit-row')
    await rows.nth(2).getByLabel('Person').fill('Odalys Fenwick #301')
    await rows.nth(2).getByLabel('Character').fill('A keeper’s shadow')
    await tagline(page).fill('Typed by Eve')
    await until(page, 'Object.values(localStorage).some((draft) => draft.includes("Typed+by+Eve"))')
    await page.goto(elsewhere())
    const records = [{ kind: 'movie', id: 501, values: { tagline: 'Theirs' } } as const]
    await applyEdit(tour.db, { account_id: null, at: new Date(testDay), records })
    await page.goto(address)
    await offers(page).waitFor()
    await inspect(page, 'edit-draft')
    await page.getByRole('button', { name: 'Bring them back' }).click()
    await page.getByRole('heading', { name: 'Someone else has changed this, too' }).waitFor()
    await page.getByLabel('Yours: Typed by Eve').check()
    await look(page)
    await page.getByText('A keeper’s shadow').first().waitFor()
    assert.equal(await kept(page), 1)
    await save(page)
    await page.getByText('Typed by Eve').waitFor()
    assert.equal(await kept(page), 0)
    await page.goto(address)
    await tagline(page).waitFor()
    assert.equal(await offers(page).count(), 0)
    tab.complaints.length = 0
    await leave(tab, tour.address)
  })

  test('two forms of one record keep a draft each, and discarding one leaves the other', async () => {
    const [one, other] = [await newPage(), await newPage()]
    const address = `${tour.address}/movie/502/edit`
    await one.page.goto(address)
    await other.page.goto(address)
    await tagline(one.page).fill('In one')
    await untilKept(one.page, 1)
    await tagline(other.page).fill('In the other')
    await untilKept(other.page, 2)
    await one.page.goto(elsewhere())
    await other.page.goto(address)
    await offers(other.page).nth(1).waitFor()
    await other.page.getByRole('button', { name: 'Discard' }).first().click()
    assert.equal(await offers(other.page).count(), 1)
    await other.page.getByRole('button', { name: 'Bring them back' }).click()
    await other.page.getByRole('heading', { name: 'Your changes' }).waitFor()
    assert.equal(await tagline(other.page).inputValue(), 'In one')
    await save(other.page)
    assert.equal(await kept(other.page), 0)
    await leave(one, tour.address)
    await leave(other, tour.address)
  })

  test('a draft outlives the session, is nobody else’s, and goes when its owner signs out', async () => {
    const tab = await newPage()
    const { page } = tab
    const address = `${tour.address}/movie/503/edit`
    await page.goto(address)
    await tagline(page).fill('Only Eve’s')
    await untilKept(page, 1)
    await page.goto(elsewhere())
    await tour.become('bo')
    await page.goto(address)
    await tagline(page).waitFor()
    assert.deepEqual([await offers(page).count(), await kept(page)], [0, 1])
    await tour.become('eve')
    await page.goto(address)
    await offers(page).waitFor()
    await page.locator('.own').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    assert.equal(await kept(page), 0)
    await leave(tab, tour.address)
  })
})
