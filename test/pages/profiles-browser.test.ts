import { after, before, describe, test } from 'node:test'
import { hideProfile } from '#src/contributions/profiles.ts'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('profiles in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await tour.db.run(sql`update account set iso_639_1 = 'en', has_public_profile = false where username = 'ada'`)
  })
  after(() => tour?.close())

  test('a person makes a profile public, and others look at it', async () => {
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/settings/privacy`)
    await page.getByLabel('Public profile').check()
    await page.getByLabel('Show my ratings').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await inspect(page, 'settings-privacy')
    await page.getByRole('link', { name: 'Your profile' }).click()
    await page.getByText('Everyone can see this page.').waitFor()
    await inspect(page, 'profile-own')
    await tour.become()
    for (const part of ['', '/reviews', '/lists', '/ratings']) {
      await page.goto(`${tour.address}/@ada${part}`)
      await inspect(page, `profile${part.replace('/', '-')}`)
    }
    await tour.db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
    await tour.become('eve')
    await page.goto(`${tour.address}/@ada/hide`)
    await inspect(page, 'profile-hide')
    await hideProfile(tour.db, 1, { by: null, reason: 'Advertising', now: new Date(testDay) })
    await page.goto(`${tour.address}/@ada`)
    await inspect(page, 'profile-hidden')
    await leave(tab, tour.address)
  })
})
