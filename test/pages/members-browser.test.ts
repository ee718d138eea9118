import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('members in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour({ private: 'true' })
    await tour.db.run(sql`
      update account set iso_639_1 = 'en', has_public_profile = true, shows_ratings = true, shows_diary = true
      where folded_username in ('ada', 'bo')`)
    await tour.db.run(sql`
      insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted) values
        (2, 'movie', 502, 8, ${testDay}, ${testDay}, true)`)
    await tour.db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at) values
        (2, 'episode', 60121, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay}),
        (2, 'episode', 60122, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay})`)
  })
  after(() => tour?.close())

  test('somebody finds a member, follows them, sees what they do, and is hidden from them', async () => {
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(tour.address)
    await page.getByRole('heading', { name: 'Recently here' }).waitFor()
    await page.getByRole('button', { name: 'Ada Lamplight' }).click()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('Watched last: Tidewater Signals · 2 episodes').waitFor()
    await inspect(page, 'members')
    await page.getByRole('link', { name: 'From members you follow' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await inspect(page, 'members-followed-none')
    await page.goto(`${tour.address}/@Bo`)
    await page.getByRole('button', { name: 'Follow this member' }).click()
    await page.getByRole('button', { name: 'Stop following this member' }).waitFor()
    await page.goto(`${tour.address}/members/followed`)
    await page.getByText('rated 8 of 10').waitFor()
    await inspect(page, 'members-followed')
    await page.goto(`${tour.address}/movie/502`)
    await page.getByText('Rated by Bo 8').waitFor()
    await page.goto(`${tour.address}/settings/privacy`)
    await page.getByLabel('Members see my profile').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await inspect(page, 'members-privacy')
    await page.goto(`${tour.address}/members`)
    await page.getByText('Other members do not see your profile.').waitFor()
    assert.equal(await page.getByRole('main').getByRole('link', { name: 'Ada Lamplight' }).count(), 0)
    await leave(tab, tour.address)
  })
})
