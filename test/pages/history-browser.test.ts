import { after, before, describe, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { inspect, leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

describe('histories in a browser', { skip: browserSkip }, () => {
  let tour: Tour
  before(async () => {
    tour = await startTour()
    await applyEdit(tour.db, {
      ...{ account_id: 2, source_id: peopleSource, at: new Date(testDay) },
      ...{ note: 'The credits at its end', source_url: 'https://archive.example/a-page-of-an-archive' },
      records: [
        {
          ...{ kind: 'movie', id: 502, values: { runtime: 99, tagline: 'It shines for two.' } },
          texts: [{ iso_639_1: 'fr', iso_3166_1: 'FR', texts: { title: 'La Deuxième Lueur' } }],
          parts: { credits: { put: [] }, alternative_titles: { put: [{ iso_3166_1: 'US', title: 'Glim', type: '' }] } },
        },
        { kind: 'person', id: 301, values: { biography: 'She keeps the light.' } },
      ],
    })
    await tour.become('eve')
  })
  after(() => tour?.close())

  test('from a record to its history, an edit, and all that a person did', async () => {
    const tab = await tour.newTab()
    const { page } = tab
    await page.goto(`${tour.address}/movie/502`)
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await page.getByText('The credits at its end').waitFor()
    await inspect(page, 'history')
    await page.locator('.history time').first().click()
    await page.getByRole('heading', { name: 'Edit 4' }).waitFor()
    await inspect(page, 'edit-page')
    await page.getByRole('link', { name: 'Bo', exact: true }).click()
    await page.getByRole('heading', { name: 'Edits by Bo' }).waitFor()
    await inspect(page, 'edits-of-person')
    await page.getByLabel('Kind').selectOption('person')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**kind=person**')
    await page.getByText('She keeps the light.').waitFor()
    await page.goto(`${tour.address}/edits`)
    await inspect(page, 'edits')
    await leave(tab, tour.address)
  })
})
