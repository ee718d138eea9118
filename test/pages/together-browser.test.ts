import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { noteOwned } from '#src/kept/owned/owned.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const movie = '/movie/502-das-zweite-glimmen'

/** The same page with its scripts, and in a browser that runs none. */
async function withoutScripts(page: Page): Promise<Page> {
  const browser = page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await context.addCookies(await page.context().cookies())
  return context.newPage()
}

describe('favourites, likes and lists of several in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let review: string
  before(async () => {
    tour = await startTour({ private: 'true' })
    const { db } = tour
    await db.run(sql`
      update account set iso_639_1 = 'en', has_public_profile = true, shows_ratings = true, shows_diary = true
      where folded_username in ('ada', 'bo')`)
    const written = { content: 'It **glows** for hours.', rating: 8, iso_639_1: 'en' }
    review = await writeReview(db, 2, { kind: 'movie', entity_id: 502 }, written, new Date(testDay))
    await db.run(sql`
      insert into favorite (account_id, kind, entity_id, created_at) values
        (2, 'movie', 501, ${testDay}), (2, 'series', 601, ${testDay}), (2, 'movie', 503, ${testDay})
      on conflict do nothing`)
    await db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at) values
        (2, 'movie', 501, '2026-03-05T12:00:00.000Z', '2026-03-05', null, ${testDay}),
        (2, 'episode', 60121, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay}),
        (2, 'episode', 60122, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay})`)
    const found = { movie: new Set([501, 502]), episode: new Set([60121]) }
    await noteOwned(db, '/media/a-folder-with-a-long-name/films-and-series', found, new Date(testDay))
  })
  after(() => tour?.close())

  /** Looks at pages as bo sees them in German. */
  async function inGerman(page: Page, places: readonly (readonly [to: string, name: string])[]) {
    await tour.db.run(sql`update account set iso_639_1 = 'de' where id = 2`)
    for (const [to, name] of places) {
      await page.goto(`${tour.address}${to}`)
      await inspect(page, name)
    }
    await tour.db.run(sql`update account set iso_639_1 = 'en' where id = 2`)
  }

  test('favourites are chosen on a title and in the settings, and stand on the profile', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}${movie}`)
    await page.getByRole('button', { name: 'Add to favourites' }).click()
    await page.getByRole('button', { name: 'Show on my profile' }).click()
    await page.getByRole('button', { name: 'Remove from my profile' }).waitFor()
    assert.match(page.url(), /glimmen$/, 'the script stays on the page')
    await inspect(page, 'favourite-on-title')
    await page.goto(`${tour.address}/settings/profile`)
    for (const name of ['The Glass Lantern', 'Tidewater Signals']) {
      const options = await page.getByLabel('One of your favourites').locator('option').allTextContents()
      await page.getByLabel('One of your favourites').selectOption(options.find((one) => one.startsWith(name)) ?? '')
      await page.getByRole('button', { name: 'Show on my profile' }).click()
      await page.getByText('Your profile shows it.').waitFor()
    }
    await page.getByRole('button', { name: 'Put first Tidewater Signals' }).click()
    await page.getByText('Your profile shows it.').waitFor()
    await inspect(page, 'favourites-settings')
    const still = await withoutScripts(page)
    await still.goto(`${tour.address}/settings/profile`)
    await still.getByRole('button', { name: 'Show on my profile' }).click()
    await still.getByText('Four are shown.').waitFor()
    await still.context().close()
    await page.goto(`${tour.address}/@Bo`)
    await page.getByRole('heading', { name: 'Watched last' }).waitFor()
    assert.equal(await page.locator('.favorites .record-card').count(), 4)
    await inspect(page, 'favourites-profile')
    await inGerman(page, [
      ['/@Bo', 'profile-german'],
      ['/settings/profile', 'settings-german'],
    ])
    await leave(tab, tour.address)
  })

  test('a review and a list are liked, and a list is kept by two', async () => {
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/review/${review}`)
    await page.getByRole('button', { name: 'Like' }).click()
    await page.getByText('Liked by').waitFor()
    await inspect(page, 'like-review')
    const still = await withoutScripts(page)
    await still.goto(`${tour.address}/list/3`)
    await still.getByRole('button', { name: 'Like' }).click()
    await still.getByText('1 like').waitFor()
    await still.context().close()
    await page.goto(`${tour.address}${movie}`)
    await page.getByRole('button', { name: 'Remove like Bo' }).waitFor()
    await page.goto(`${tour.address}/lists`)
    await page.locator('#name').fill('Friday nights')
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { name: 'Friday nights' }).waitFor()
    const list = new URL(page.url()).pathname
    await page.getByRole('link', { name: 'Edit list' }).click()
    await page.getByLabel('User name').fill('nobody-here')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('There is no member of that name').first().waitFor()
    await inspect(page, 'list-invite-wrong')
    await page.getByLabel('User name').fill('bo')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('Invited.').waitFor()
    await inspect(page, 'list-keepers')
    await page.goto(`${tour.address}/movie/501`)
    await page.locator('#list-menu').click()
    await page.getByRole('button', { name: 'Add to Friday nights' }).click()
    await page.getByRole('button', { name: 'Remove from Friday nights' }).waitFor()

    await tour.become('bo')
    const invited = await withoutScripts(page)
    await invited.goto(`${tour.address}/notifications`)
    await invited.getByText('invites you to keep the list “Friday nights” together.').waitFor()
    await page.goto(`${tour.address}${list}`)
    await inspect(page, 'list-invited')
    await invited.goto(`${tour.address}${list}`)
    await invited.getByRole('button', { name: 'Accept' }).click()
    await invited.getByText('You keep this list together now.').waitFor()
    await invited.context().close()
    await page.goto(`${tour.address}${movie}`)
    await page.locator('#list-menu').click()
    await page.getByRole('button', { name: 'Add to Friday nights' }).click()
    await page.getByRole('button', { name: 'Remove from Friday nights' }).waitFor()
    await page.goto(`${tour.address}${list}`)
    await page.getByText('Added by Ada Lamplight').waitFor()
    await page.getByText('Added by Bo').waitFor()
    await inspect(page, 'list-of-two')
    await page.goto(`${tour.address}/lists`)
    await inspect(page, 'lists-with-others')
    await page.goto(`${tour.address}/notifications`)
    await inspect(page, 'notifications-of-likes')
    await inGerman(page, [
      [list, 'list-of-two-german'],
      ['/list/3/edit', 'list-keepers-german'],
      ['/notifications', 'notifications-german'],
    ])
    await page.goto(`${tour.address}${list}`)
    await page.getByRole('button', { name: 'Leave this list' }).click()
    await page.getByText('You no longer keep that list.').waitFor()
    // The name that nobody has.
    await leave(tab, tour.address, [
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ])
  })

  test('an administrator forgets a folder, and an episode says that it is in the house until then', async () => {
    await tour.db.run(sql`update account set role = 'administrator' where id = 1`)
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/tv/601-tidewater-signals/season/2/episode/1`)
    await page.getByText('In this house').waitFor()
    await inspect(page, 'owned-episode')
    await page.goto(`${tour.address}/admin/fill`)
    await page.getByText('Movies: 2, episodes: 1').waitFor()
    await inspect(page, 'owned-folders')
    const still = await withoutScripts(page)
    await still.goto(`${tour.address}/admin/fill`)
    await still.getByRole('button', { name: /^Forget folder/ }).click()
    await still.getByText('Folder forgotten.').waitFor()
    await still.context().close()
    await leave(tab, tour.address)
  })
})
