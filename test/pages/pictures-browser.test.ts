import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { importLines } from '#src/import/import.ts'
import { illustrateSample } from '#src/sample/illustrate.ts'
import { browserSkip, type Tab } from '../support/pages/browser.ts'
import { faultsInLooks } from '../support/pages/looks.ts'
import { openSite, signIn, visit } from '../support/pages/site.ts'
import { testDay } from '../support/world.ts'

const now = () => new Date(testDay)
const source = 'atlas'
/** A small sample beside the world, with as many movies as a grid needs. */
const sample = [
  { kind: 'company', id: 901, source, name: 'Wick Pictures' },
  { kind: 'person', id: 901, source, name: 'Ada Wick', original_name: 'Ada Wick', gender: 1 },
  ...Array.from({ length: 12 }, (_, index) => ({
    kind: 'movie',
    id: 901 + index,
    source,
    release_date: `${1926 + index}-05-04`,
    popularity: 100 - index,
    title: `The ${index + 1} Lamps`,
    original_title: `The ${index + 1} Lamps`,
    genres: [{ id: [18, 35, 80, 27, 10749, 878][index % 6] }],
    production_companies: [{ id: 901 }],
    credits: { cast: [{ id: 901, character: 'The keeper', order: 0 }], crew: [] },
  })),
]

/** The sample with its pictures. */
async function fill(db: Migratable) {
  assert.equal((await importLines(db, sample, { note: sampleNote, now })).refused, 0)
  await illustrateSample(db, now)
}

/** Goes through the page, so that pictures are asked for, and waits for all of them; those that failed. */
const brokenImages = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    for (const image of document.images) {
      image.scrollIntoView()
      while (!image.complete) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ currentSrc }) => currentSrc)
  })()`)

describe('pictures in a browser', { skip: browserSkip }, () => {
  let site: string
  let close: () => Promise<void>
  before(async () => {
    ;({ address: site, close } = await openSite({ fill }))
  })
  after(() => close?.())

  test('all pictures of the sample are there, from this host, and nothing moves when they come', async () => {
    const { requests } = await visit(site, async ({ page }) => {
      await page.addInitScript(`
        globalThis.shifts = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts += entry.value
        }).observe({ type: 'layout-shift', buffered: true })`)
      for (const path of ['/', '/movie', '/company', '/movie/901-the-1-lamps', '/person/901-ada-wick']) {
        await page.goto(`${site}${path}`)
        assert.deepEqual(await brokenImages(page), [], path)
        assert.ok((await page.evaluate<number>('globalThis.shifts')) < 0.01, path)
      }
    })
    assert.ok(requests.filter((request) => request.includes('/t/p/')).length > 20)
  })

  test('a picture is chosen, seen before it is sent, sent, and shown', async () => {
    const work = async (tab: Tab) => {
      const { page } = tab
      await signIn(tab, site)
      await page.goto(`${site}/movie/902-the-2-lamps`)
      await page.getByRole('link', { name: 'Add an image' }).click()
      await page.getByLabel('Gallery').selectOption('posters')
      await page.getByLabel('Language of the text in the picture').selectOption('en')
      assert.equal(await page.getByLabel('Licence').inputValue(), '')
      await page.getByLabel('Licence').selectOption('CC0-1.0')
      const create = { width: 800, height: 1200, channels: 3, background: '#a03050' } as const
      const wide = await sharp({ create: { ...create, width: 1600 } })
        .jpeg()
        .toBuffer()
      await page.getByLabel('Picture (required)').setInputFiles({ name: 'w.jpg', mimeType: 'image/jpeg', buffer: wide })
      await page.getByRole('button', { name: 'Add image' }).click()
      await page.getByText('Choose an upright picture, at least 300 pixels wide.').first().waitFor()
      // A refused form is shown where the form was, and how much of that is drawn at once depends on the machine.
      assert.deepEqual(await faultsInLooks(page, 'pictures-add-refused', { mayMove: true }), [])

      await page.setViewportSize({ width: 1440, height: 900 })
      const buffer = await sharp({ create }).png().toBuffer()
      await page.getByLabel('Picture (required)').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer })
      await page.getByText('800 × 1200').waitFor()
      assert.deepEqual(await faultsInLooks(page, 'pictures-add'), [])
      await page.getByRole('button', { name: 'Add image' }).click()
      await page.waitForURL(/\/movie\/902-the-2-lamps\/images\/posters\/[0-9a-f]{24}$/)
      await page.getByText('Image added.').waitFor()
      assert.deepEqual(await brokenImages(page), [])
      assert.deepEqual(await faultsInLooks(page, 'pictures-image'), [])
      await page.getByLabel('Your vote').selectOption('9')
      await page.getByRole('button', { name: 'Vote' }).click()
      await page.getByText('9 of 10 from 1').waitFor()
      await page.goto(`${site}/movie/902-the-2-lamps/images?gallery=posters`)
      assert.deepEqual(await brokenImages(page), [])
      assert.deepEqual(await faultsInLooks(page, 'pictures-gallery'), [])
      await page.goto(`${site}/movie/902-the-2-lamps`)
      const [r, g, b] = await page.evaluate<[number, number, number]>(`(async () => {
        const image = document.querySelector('.head-picture img')
        await image.decode()
        const context = document.createElement('canvas').getContext('2d')
        context.drawImage(image, 0, 0)
        return [...context.getImageData(5, 5, 1, 1).data]
      })()`)
      const isNear = (one: number, other: number) => Math.abs(one - other) < 12
      assert.ok(isNear(r, 0xa0) && isNear(g, 0x30) && isNear(b, 0x50), `${[r, g, b]}`)
      assert.deepEqual(await faultsInLooks(page, 'pictures-movie'), [])
    }
    // The browser complains of the form that was refused.
    await visit(site, work, { complaint: /422/ })
  })
})
