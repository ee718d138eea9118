import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { recordAct } from '#src/audit/acts.ts'
import { storeEvent } from '#src/audit/security-events.ts'
import { putSources } from '#src/catalogue/sources.ts'
import { sql } from '#src/database/sql.ts'
import { noteReviews } from '#src/import/foreign/reviews.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const now = new Date(testDay)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('the administration in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    const { db } = tour
    await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where id = 1`)
    const about = { kind: 'movie', entity_id: 502, title: 'The Second Glimmer' }
    await recordAct(db, 'key_made', { by: null, now }, { key_id: 1 })
    await recordAct(db, 'account_suspended', { by: 1, now, reason: 'Advertising in many reviews' }, { account_id: 3 })
    await recordAct(
      db,
      'role_changed',
      { by: 1, now },
      { account_id: 2, about: { before: 'member', role: 'moderator' } },
    )
    await recordAct(db, 'review_removed', { by: 2, now, reason: 'Not about the movie' }, { account_id: 5, about })
    await putSources(db, [
      { id: 'nfo', name: 'Media library', licence: 'x', url: '', rank: 300, redistributable: false },
    ])
    const wanted = { source_id: 'nfo', kind: 'movie', year: 1999, noted_at: testDay }
    const file = `/media/films/${'a.name.without.blanks.'.repeat(8)}mkv`
    const guesses = [{ id: 502, certainty: 0.5 }]
    await noteReviews(db, [
      { ...wanted, source_key: 'name:one', title: 'A Glimmer', file, guesses },
      { ...wanted, source_key: 'name:two', title: 'Nothing Like It', file: '/media/two.mkv', guesses: [] },
    ])
    const event = { account_id: 1, clientAddress: '192.0.2.7', browser: firefox, now }
    for (const what of ['sign_in_failed', 'signed_in', 'password_changed'] as const)
      await storeEvent(db, { ...event, what })
    await storeEvent(db, { what: 'session_made', account_id: 1, key_id: 1, clientAddress: '2001:db8::1', now })
  })
  after(() => tour?.close())

  for (const language of ['en', 'de'])
    test(`the audit log is filtered by keyboard and looks well in ${language}`, async () => {
      await tour.db.run(sql`update account set iso_639_1 = ${language} where id = 1`)
      await tour.become('ada')
      const tab = await tour.newTab()
      const { page } = tab
      await page.goto(`${tour.address}/admin/audit-log`)
      await inspect(page, `audit-log-${language}`)
      const person = page.locator('#person')
      await person.focus()
      await page.keyboard.type('bo')
      await page.keyboard.press('Enter')
      await page.waitForURL(/person=bo/)
      assert.equal(await person.inputValue(), 'bo')
      assert.equal(await page.locator('tbody tr').count(), 2)
      await page.goto(`${tour.address}/admin/accounts/3`)
      await inspect(page, `audit-reason-${language}`)
      await page.goto(`${tour.address}/admin/matches`)
      await inspect(page, `matches-${language}`)
      await page.goto(`${tour.address}/admin/invitations`)
      await inspect(page, `invitations-${language}`)
      await page.goto(`${tour.address}/settings/activity`)
      assert.equal(await page.locator('ul.rows li').count(), 4)
      await inspect(page, `activity-${language}`)
      await leave(tab, tour.address)
    })
})
