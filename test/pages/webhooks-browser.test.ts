import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const delivered = (tour: Tour) =>
  tour.db.run(sql`
  update webhook_delivery set state = 'delivered', attempts = 1, status = 204, took_ms = 42, tried_at = ${testDay}`)

const failing = (tour: Tour) =>
  tour.db.run(sql`
  insert into webhook_delivery (webhook_id, message_id, type, at, kind, entity_id, position, data, path, state,
    attempts, next_at, tried_at, status, problem, took_ms)
  select id, 'msg_failing', 'movie.changed', ${testDay}, 'movie', 501, 7, '{"kind":"movie","id":501,"position":7}',
    '/movie/501', 'waiting', 3, '2026-03-10T12:30:00.000Z', ${testDay}, 503, 'status', 350 from webhook`)

describe('webhooks in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await tour.db.run(sql`update api_key set account_id = 2 where name = 'second'`)
    await tour.db.run(sql`update account set role = 'administrator' where username = 'eve'`)
  })
  after(() => tour?.close())

  test('a member adds one, reads its secret, sends a test and sees how that ended', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/settings/webhooks`)
    await inspect(page, 'webhooks-none')
    await page.getByLabel('Address (required)').fill('https://home.example/hook')
    await page.getByLabel('Name', { exact: true }).fill('Home automation')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    assert.match((await page.locator('#webhook-secret').textContent()) ?? '', /^whsec_/)
    await inspect(page, 'webhooks-secret')
    await page.getByRole('link', { name: 'Continue to the webhook' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Test sent.').waitFor()
    await delivered(tour)
    await failing(tour)
    await page.reload()
    await page.getByText('What was sent').first().click()
    await inspect(page, 'webhooks-one')
    await page.goto(`${tour.address}/settings/webhooks`)
    await inspect(page, 'webhooks-list')
    await page.goto(`${tour.address}/settings/api/2/webhooks`)
    await inspect(page, 'webhooks-key')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByRole('alert').waitFor()
    await inspect(page, 'webhooks-wrong')
    await leave(tab, tour.address, [
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ])
  })

  test('the same in German, and in the administration', async () => {
    await tour.db.run(sql`update account set iso_639_1 = 'de' where username in ('Bo', 'eve')`)
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/settings/webhooks`)
    await inspect(page, 'webhooks-list-de')
    await page
      .getByRole('link', { name: /Anzeigen/ })
      .first()
      .click()
    await inspect(page, 'webhooks-one-de')
    await tour.become('eve')
    await page.goto(`${tour.address}/admin/webhooks`)
    await inspect(page, 'webhooks-admin-de')
    await leave(tab, tour.address)
  })
})
