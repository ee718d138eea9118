import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { emptyCatalogue, importInto } from '../support/catalogue.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { faultsInLooks } from '../support/pages/looks.ts'
import { openSite, visit } from '../support/pages/site.ts'

const password = 'four words in a row'
/** The form is sent once as it is. */
const refused = { complaint: /status of 422/ }
const lines = [
  { kind: 'source', id: 'sample', name: 'Sample', licence: 'CC0-1.0', rank: 1 },
  { kind: 'movie', id: 7001, source: 'sample', title: 'A lamp by the sea' },
]

describe('a new server is set up in a browser', { skip: browserSkip }, () => {
  for (const language of ['en', 'de'] as const)
    test(`from the first visit to the overview, in ${language}`, async (t) => {
      const folder = await folderOf(t, { 'Films/Some film (1999).mkv': '' })
      const site = await openSite({
        async load(db) {
          await emptyCatalogue(db)
          await importInto(db, lines, { note: sampleNote })
        },
      })
      t.after(() => site.close())
      await visit(
        site.address,
        async ({ page }) => {
          const look = async (name: string) =>
            assert.deepEqual(await faultsInLooks(page, `set-up-${name}-${language}`), [], name)
          await page.goto(`${site.address}/?lang=${language}`)
          await look('home')
          await page.goto(`${site.address}/setup?lang=${language}`)
          await look('form')
          await page.getByRole('main').locator('button.primary').click()
          await page.getByRole('alert').waitFor()
          await look('faults')
          await fill(page, folder)
          await page.getByRole('main').locator('button.primary').click()
          await page.waitForURL('**/welcome**')
          await look('welcome')
          const address = (path: string) => `${site.address}${path}?lang=${language}`
          await page.goto(address('/admin/server'))
          await look('server')
          await page.goto(address('/admin'))
          await look('overview')
          await page.goto(address('/'))
          await page.getByText('Films for all of us').waitFor()
          await look('own-home')
        },
        refused,
      )
    })
})

async function fill(page: Page, folder: string) {
  const values = { username: 'mara', password, repeat: password, siteName: 'The lamp room' }
  for (const [name, value] of Object.entries({ ...values, greeting: 'Films for all of us', folder }))
    await page.locator(`#${name}`).fill(value)
  await page.locator('#signups-invitation').check()
  await page.locator('#private-false').check()
  await page.locator('#catalogue-sample').check()
}
