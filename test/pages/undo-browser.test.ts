import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { sql } from '#src/database/sql.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { minuteMs } from '#src/reference/days.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const edits = 200

describe('what moderators mend in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    const begun = Date.parse(testDay) - edits * minuteMs
    for (let n = 0; n < edits; n++)
      await applyEdit(tour.db, {
        ...{ account_id: 2, at: new Date(begun + n * minuteMs) },
        records: [
          n % 50 === 0
            ? { kind: 'movie', id: 501, values: { tagline: `Buy lamps, part ${n}` } }
            : { kind: 'person', values: { name: `Lamps for sale ${n}` } },
        ],
      })
    await tour.db.run(sql`update account set role = 'moderator' where username = 'eve'`)
    await tour.become('eve')
  })
  after(() => tour?.close())

  test('two hundred edits of a vandal are undone from the list of them', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/movie/501`)
    await page.getByText('Buy lamps, part 150').waitFor()
    await page.goto(`${tour.address}/edits?person=bo`)
    await page.getByRole('link', { name: 'Undo everything since …' }).click()
    await page.getByLabel('Since').fill('2026-03-10T06:00Z')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText(`${edits} edits`).waitFor()
    await inspect(page, 'undo-everything')
    await page.getByLabel('Reason').fill('Advertisements')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.waitForURL('**/undo/*')
    await inspect(page, 'undo-under-way')
    const worker = openJobWorker(tour.db, [undoEditsJob], {
      clock: () => new Date(testDay),
      failed: (error) => assert.fail(String(error)),
    })
    while (await worker.tick());
    await page.getByText('Undo complete').waitFor()
    await inspect(page, 'undo-done')
    await page.getByRole('link', { name: 'Show the new edit' }).click()
    await page.getByText('Advertisements').waitFor()
    await page.goto(`${tour.address}/movie/501`)
    await page.getByText('Follow it.').waitFor()
    await page.goto(`${tour.address}/search?query=Lamps`)
    await page.getByRole('main').waitFor()
    assert.equal(await page.getByText('Lamps for sale').count(), 0)
    await leave(tab, tour.address)
  })

  test('two people are searched for, compared and become one', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/person/302/edit`)
    await page.getByRole('link', { name: 'Merge', exact: true }).click()
    await page.waitForURL('**/merge')
    await inspect(page, 'merge-search')
    await page.getByLabel('The other record').fill('Odalys Fenwick')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Odalys Fenwick' }).first().click()
    await page.waitForURL('**chosen=1**')
    await inspect(page, 'merge-compare')
    await page.getByLabel('Reason for the edit').fill('One person with two names')
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.waitForURL('**/person/301**')
    await page.goto(`${tour.address}/person/302`)
    assert.match(page.url(), /\/person\/301-/)
    await leave(tab, tour.address)
  })
})
