import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { keptImportJobs } from '#src/kept-import/jobs.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { ratingsTable } from '../kept-import/files.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const Count = Type.Object({ count: Type.Integer() })
const file = {
  name: 'ratings.csv',
  mimeType: 'text/csv',
  buffer: ratingsTable([
    { id: 'tt0000501', title: 'The Glass Lantern', year: 2021, rating: 8, date: '2022-03-04' },
    { id: 'tt9999999', title: 'The Second Glimmer', year: 2026, rating: 6, date: '2022-03-05' },
    { id: 'tt9999998', title: 'Nothing of the Kind', year: 1950, rating: 3, date: '2022-03-06' },
    { id: 'tt0000601', title: 'Tidewater Signals', year: 2024, rating: 9, date: '2022-03-07', type: 'TV Series' },
    { id: 'tt9999997', title: 'Half a Line', year: 1951, rating: 11, date: '2022-03-08' },
  ]),
}

describe('an import in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let folder: string
  before(async () => {
    tour = await startTour()
    folder = await mkdtemp(join(tmpdir(), 'reelcommons-imports-'))
    await updateNameIndex(tour.db)
  })
  after(async () => {
    await tour?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('a file is imported and undone', async () => {
    const { db } = tour
    const failed = (error: unknown) => assert.fail(error as Error)
    const worker = openJobWorker(db, keptImportJobs(folder), { clock: () => new Date(testDay), failed })
    const work = async () => {
      while (await worker.tick());
    }
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/settings/import`)
    await inspect(page, 'import')
    await page.getByLabel('File').setInputFiles(file)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Reading the file …').waitFor()
    await inspect(page, 'import-under-way')
    await work()
    // The script notices that it has ended.
    await page.getByRole('heading', { name: /ratings\.csv/ }).waitFor()
    await page.getByRole('button', { name: 'Import 2 entries' }).waitFor()
    await inspect(page, 'import-review')
    await page.getByRole('link', { name: 'Choose another' }).click()
    await page.getByLabel('Title', { exact: true }).fill('lantern')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await inspect(page, 'import-choose')
    await page.getByRole('button', { name: 'This one' }).first().click()
    await page.getByText('Choice saved').waitFor()
    await page.getByRole('button', { name: /^Import [0-9]/ }).click()
    await work()
    await page.getByRole('button', { name: 'Undo import' }).waitFor()
    await inspect(page, 'import-written')
    await page.getByRole('button', { name: 'Undo import' }).click()
    await work()
    await page.getByText('This was undone:').waitFor()
    await inspect(page, 'import-undone')
    const left = await db.all(Count, sql`select count(*) as count from rating where account_id = 2`)
    assert.deepEqual(left, [{ count: 0 }])
    await leave(tab, tour.address)
  })
})
