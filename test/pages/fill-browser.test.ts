import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { Type } from 'typebox'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { undoEditsJob } from '#src/contributions/undo-job.ts'
import { sql } from '#src/database/sql.ts'
import { fillJobIn } from '#src/import/filling/fill-job.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { titlesShown } from '#src/pages/admin/fill/titles.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { libraryOf } from '../support/foreign/three-hundred.ts'
import { zipOf } from '../support/kept/zip.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

const { files, brokenFiles } = libraryOf((n) => n < 36 || n >= 298)
const table = 'titel,jahr\nDas Moor,2003\n,1999\n'
/** Films that have but a name, more than the page of an import shows. */
const names = Object.fromEntries(
  Array.from({ length: titlesShown + 1 }, (_, n) => [`names/Lonely Lamp ${n + 1} (1991).mkv`, '']),
)
/** What a browser says of a form that was filled in wrongly. */
const unprocessable = 'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)'
const Count = Type.Object({ count: Type.Integer() })

describe('filling the catalogue in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  let root: string
  let work: () => Promise<void>
  const ended: (() => Promise<void>)[] = []
  before(async () => {
    root = await folderOf(
      { after: (done) => void ended.push(done as () => Promise<void>) },
      { ...files, 'Films/Club Evening (2019)/Club Evening (2019).mkv': '', 'other/table.csv': table, ...names },
    )
    tour = await startTour({ 'import-folders': root })
    const { db, config } = tour
    const stop = new AbortController()
    ended.push(async () => stop.abort())
    const sampled = { kind: 'movie', id: 991_001, title: 'Of the sample', source: 'low' }
    await importInto(db, [...sources, sampled], { note: sampleNote })
    await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username in ('ada', 'eve')`)
    let now = Date.parse(testDay)
    const worker = openJobWorker(db, [fillJobIn(config, stop.signal), undoEditsJob], {
      clock: () => new Date(now),
      failed: (error) => assert.fail(String(error)),
    })
    const isOpen = async () =>
      (await db.one(Count, sql`select count(*) as count from job where ended_at is null`))!.count > 0
    work = async () => {
      while (await isOpen()) {
        now += 10_000
        await worker.tick()
        await delay(20)
      }
    }
  })
  after(async () => {
    for (const end of ended) await end()
    await tour?.close()
  })

  const movies = async () => (await tour.db.one(Count, sql`select count(*) as count from movie`))!.count
  const main = (page: Page) => page.getByRole('main')
  /** What a press of a button starts is looked at while it is under way, and worked on until its page says so. */
  async function start(page: Page, name: string, done: string) {
    await main(page).getByRole('button', { name, exact: true }).click()
    await page.waitForURL(/\/fill\/\d+$/)
    await page.locator('[data-live]').waitFor()
    await work()
    await main(page).getByText(done).first().waitFor()
  }

  /** Gives the folder of an import a schedule and takes it away again, and comes back. */
  async function putOnSchedule(page: Page, isScripted: boolean) {
    const back = page.url()
    await page.getByRole('link', { name: 'Import on a schedule' }).click()
    assert.equal(await page.getByLabel('Also create what only has a file name').isChecked(), true)
    await page.getByLabel('How often').selectOption('Every day')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Schedule saved.').waitFor()
    if (isScripted) await inspect(page, 'fill-schedule')
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByText('The import begins within a minute.').waitFor()
    await page.getByRole('link', { name: 'All imports' }).click()
    if (isScripted) await inspect(page, 'fill-schedules')
    await page.getByRole('link', { name: `${root}/names` }).click()
    await page.getByLabel('How often').selectOption('Never')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The folder is no longer imported on a schedule.').waitFor()
    await page.goto(back)
  }

  test('a folder is looked at, imported, decided about and undone', async () => {
    await tour.become('eve')
    const tab = await tour.newTab()
    const { page } = tab
    const before = await movies()
    await page.goto(`${tour.address}/admin/fill`)
    await inspect(page, 'fill')
    await page.getByRole('link', { name: root }).click()
    await page.getByRole('link', { name: 'other/' }).click()
    await page.getByRole('link', { name: 'Folder above' }).click()
    await page.getByRole('link', { name: 'Films/' }).click()
    await inspect(page, 'fill-folder')
    await main(page).getByRole('button', { name: 'Preview import' }).click()
    await page.locator('[data-live]').waitFor()
    await inspect(page, 'fill-under-way')
    await work()
    await page.getByText('Nothing is written yet.').waitFor()
    assert.equal(await page.locator('.refusals li').count(), brokenFiles)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'Choose whether to remove the sample first.' }).waitFor()
    await inspect(page, 'fill-looked')
    assert.equal(await movies(), before, 'nothing is written')
    await page.getByLabel('Remove it first').check()
    await start(page, 'Import', 'Undo this import')
    await inspect(page, 'fill-done')
    const address = page.url()

    await page.getByRole('link', { name: 'Decide on what was left out' }).click()
    await inspect(page, 'matches')
    const club = page.getByRole('region', { name: 'Club Evening (2019)' })
    await club.getByLabel('Another record').check()
    await club.getByLabel('Its name or ID').fill('987654')
    await club.getByRole('button').click()
    await page.getByText('no record of this kind with the ID "987654"').waitFor()
    await inspect(page, 'matches-wrong')
    await club.getByLabel('Its name or ID').fill('glimmer')
    await club.getByRole('button').click()
    await page.getByRole('heading', { name: 'Which record is Club Evening (2019)?' }).waitFor()
    await page.getByRole('searchbox', { name: 'Name, ID or address of the record' }).fill('502')
    await main(page).getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: /^It is this one/ }).waitFor()
    await inspect(page, 'matches-find')
    await page.getByRole('link', { name: 'All matches' }).click()
    await club.getByRole('link', { name: 'Search by name' }).click()
    await page.getByRole('searchbox', { name: 'Name, ID or address of the record' }).waitFor()
    await page.getByRole('link', { name: 'All matches' }).click()
    await club.getByLabel('None: keep it out').check()
    await club.getByRole('button').click()
    await page.getByText('Saved for the next import.').waitFor()
    await page
      .getByRole('button', { name: `Create records for everything the catalogue does not have (${brokenFiles})` })
      .click()
    await page.getByText('Their files are being imported again').waitFor()
    await work()
    await page.getByText('Undo this import').waitFor()
    assert.equal(await page.getByText('Decide on what was left out').count(), 0)
    assert.equal(await movies(), before - 1 + 36)
    await page.goto(`${tour.address}/admin/matches`)
    await inspect(page, 'matches-decided')
    await start(page, 'Preview Films again', 'Nothing is written yet.')

    await page.goto(address)
    await page.getByRole('link', { name: 'Undo this import' }).click()
    await inspect(page, 'fill-undo')
    await main(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await page.waitForURL(/\/(undo|edit)\/\d+$/)
    await work()
    assert.equal(await movies(), before - 1 + brokenFiles, 'what the second import brought stays')
    await leave(tab, tour.address, [unprocessable, unprocessable])
  })

  test('a file is uploaded without a script, in German', async () => {
    await tour.db.run(sql`update account set iso_639_1 = 'de' where username = 'ada'`)
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    await page.setViewportSize({ width: 390, height: 844 })
    const before = await movies()
    await page.goto(`${tour.address}/admin/fill`)
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'verein.zip', mimeType: 'application/zip' },
      buffer: zipOf([{ path: 'verein/filme.csv', content: table }]),
    })
    await page.getByLabel('Spalten einer Tabelle').fill('title=titel,year=jahr')
    await page.getByRole('button', { name: 'Vorschau des Imports' }).click()
    await page.waitForURL(/\/fill\/\d+$/)
    await work()
    // The page is loaded anew by itself.
    await page.getByText('Noch ist nichts geschrieben').waitFor()
    await page.getByRole('button', { name: 'Importieren' }).click()
    await page.waitForURL(/\/fill\/\d+$/)
    await work()
    await page.getByText('Diesen Import rückgängig machen').waitFor()
    assert.equal(await movies(), before + 1)
    assert.deepEqual(await readdir(join(tour.config.data, 'fill')), [])
    assert.equal(await page.locator('.refusals .path').textContent(), 'verein.zip/verein/filme.csv, Zeile 3')
    await session.send('Emulation.setScriptExecutionDisabled', { value: false })
    await inspect(page, 'fill-german')
    await leave(tab, tour.address)
  })

  for (const [width, isScripted] of [
    [390, false],
    [1440, false],
    [1440, true],
  ] as const)
    test(`what has but a name is created, ${isScripted ? '' : 'un'}scripted at ${width}, and undone`, async () => {
      await tour.become('eve')
      const tab = await tour.newTab()
      const { page } = tab
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setScriptExecutionDisabled', { value: !isScripted })
      await page.setViewportSize({ width, height: 900 })
      const before = await movies()
      await page.goto(`${tour.address}/admin/fill`)
      await page.getByRole('link', { name: root }).click()
      await page.getByRole('link', { name: 'names/' }).click()
      if (isScripted) await main(page).getByLabel('Also create what only has a file name').check()
      await main(page).getByRole('button', { name: 'Preview import' }).click()
      await page.waitForURL(/\/fill\/\d+$/)
      await work()
      if (!isScripted) {
        await page.getByText('Left out films and series (11)').waitFor()
        await page
          .getByRole('button', { name: 'Preview again, with records for what only has a file name (11)' })
          .click()
        await page.waitForURL(/\/fill\/\d+$/)
        await work()
      }
      await page.getByText('New films and series (11)').waitFor()
      if (isScripted) await inspect(page, 'fill-names')
      await page.getByRole('link', { name: 'All 11' }).click()
      await page.getByText('Lonely Lamp 11 (1991)').waitFor()
      if (isScripted) await inspect(page, 'fill-titles')
      await page.getByRole('link', { name: 'Back to the import' }).click()
      // The test before has removed the sample, if it was not left out.
      const keep = page.getByLabel('Keep it')
      if ((await keep.count()) > 0) await keep.check()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.waitForURL(/\/fill\/\d+$/)
      await work()
      assert.equal(await movies(), before + 11)
      await putOnSchedule(page, isScripted)
      await page.getByRole('link', { name: 'Undo this import' }).click()
      await main(page).getByRole('button', { name: 'Undo', exact: true }).click()
      await page.waitForURL(/\/(undo|edit)\/\d+$/)
      await work()
      assert.equal(await movies(), before)
      await leave(tab, tour.address)
    })

  test('a file is uploaded with a script, and what is wrong with it is said on the page', async () => {
    await tour.become('eve')
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/admin/fill`)
    const choose = (content: string) =>
      page.locator('input[type=file]').setInputFiles({
        ...{ name: 'club.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
      })
    await choose('')
    await page.getByRole('button', { name: 'Preview import' }).click()
    await page.getByRole('link', { name: 'Choose a file that is not empty.' }).waitFor()
    await choose('title,year\nNowhere Known,1988\n')
    await start(page, 'Preview import', 'Nothing is written yet.')
    await page.getByRole('button', { name: 'Discard file' }).click()
    await page.getByText('File discarded.').waitFor()
    await inspect(page, 'fill-list')
    await leave(tab, tour.address, [unprocessable])
  })
})
