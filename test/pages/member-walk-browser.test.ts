import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '#src/database/sql.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { noteOwned } from '#src/kept/owned/owned.ts'
import { keptImportJobs } from '#src/kept-import/jobs.ts'
import { packageRoot } from '#src/package-root.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import * as recorded from '../players/recorded.ts'
import { zipOf } from '../support/kept/zip.ts'
import { browserSkip } from '../support/pages/browser.ts'
import { leave, startTour, type Tour } from '../support/pages/tour.ts'
import { testDay } from '../support/world.ts'

/** A week of a member of a private server, on a phone. With TEST_PICTURES=1 each step leaves a screenshot. */

const pictures = join(packageRoot, 'tmp/screenshots')
const glimmer = '/movie/502-das-zweite-glimmen'
const lantern = '/movie/501-the-glass-lantern'

const letterboxd = zipOf([
  { path: 'profile.csv', content: 'Date Joined,Username,Email Address\n2020-01-01,someone,someone@people.example' },
  {
    path: 'reviews.csv',
    content:
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n' +
      '2022-01-08,The Glass Lantern,2021,https://b.example/f,4,,"It glows.\n\nTwice.",,2022-01-04',
  },
  {
    path: 'diary.csv',
    content:
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n' +
      '2022-01-05,The Glass Lantern,2021,https://b.example/d,4,Yes,,2022-01-04',
  },
])

describe('a member on a phone', { skip: browserSkip }, () => {
  let tour: Tour
  let folder: string
  before(async () => {
    tour = await startTour({ private: 'true' })
    folder = await mkdtemp(join(tmpdir(), 'reelcommons-walk-'))
    const { db } = tour
    await updateNameIndex(db)
    await db.run(sql`
      update account set iso_639_1 = 'en', has_public_profile = true, shows_ratings = true, shows_diary = true
      where folded_username in ('ada', 'bo')`)
    for (const table of ['watched', 'rating', 'review'] as const)
      await db.run(
        {
          watched: sql`delete from watched where account_id = 2`,
          rating: sql`delete from rating where account_id in (1, 2)`,
          review: sql`delete from review where account_id = 2`,
        }[table],
      )
    await db.run(sql`
      insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
      values (1, 'movie', 502, 9, ${testDay}, ${testDay}, true)`)
    const found = { movie: new Set([501, 502]), episode: new Set([60111]) }
    await noteOwned(db, '/films', found, new Date(testDay))
  })
  after(async () => {
    await tour?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Nothing is wider than the phone, and a picture shows the rest. */
  async function look(page: Page, name: string) {
    const [needed, width] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
    assert.ok(needed <= width, `${name}: ${needed} pixels wide`)
    if (process.env.TEST_PICTURES !== '1') return
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `walk-${name}.png`), fullPage: true })
  }

  async function log(page: Page, title: string, day: string, rating: string, isAgain: boolean) {
    await page.goto(`${tour.address}${title}`)
    await page.locator('#log').click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('Date').fill(day)
    await sheet.getByLabel('Your rating').selectOption(rating)
    if (isAgain) await sheet.getByLabel('I had watched it before').check()
    if (isAgain) await look(page, `sheet-${day}`)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Added to your diary.').waitFor()
  }

  test('logs a week with two rewatches, and sees the others, the year, and what is in the house', async () => {
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.setViewportSize({ width: 390, height: 844 })
    await log(page, lantern, '2026-03-03', '8', false)
    await log(page, glimmer, '2026-03-04', '7', false)
    await log(page, lantern, '2026-03-06', '9', true)
    await log(page, glimmer, '2026-03-08', '7.5', true)
    await page.getByText('Rated by Ada Lamplight 9').waitFor()
    await look(page, 'title')
    await page.goto(`${tour.address}/library/diary`)
    assert.equal(await page.getByText('Watched again').count(), 2)
    await look(page, 'diary')
    await page.goto(`${tour.address}/library/diary/2026`)
    await page.getByText('Longest streak in days').waitFor()
    await look(page, 'year')
    await page.goto(`${tour.address}/library/owned/movie`)
    await page.getByText('2 titles').waitFor()
    await look(page, 'owned')
    await page.goto(`${tour.address}/library/owned/movie`)
    await page.getByRole('link', { name: 'One at random' }).click()
    assert.match(page.url(), /\/movie\/50[12]-/)
    await leave(tab, tour.address)
  })

  test('keeps a list with another, and brings an export with reviews along', async () => {
    const { db } = tour
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${tour.address}/lists`)
    await page.locator('#name').fill('Rainy days')
    await page.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('link', { name: 'Edit list' }).click()
    await page.getByLabel('User name').fill('ada')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText('Invited.').waitFor()
    await look(page, 'list-edit')
    const list = new URL(page.url()).pathname.replace('/edit', '')
    await tour.become('ada')
    await page.goto(`${tour.address}${list}`)
    await look(page, 'list-invited')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.goto(`${tour.address}${glimmer}`)
    await page.locator('#list-menu').click()
    await look(page, 'title-lists')
    await page.getByRole('button', { name: 'Add to Rainy days' }).click()
    await page.getByRole('button', { name: 'Remove from Rainy days' }).waitFor()
    await tour.become('bo')
    await page.goto(`${tour.address}${list}`)
    await page.getByText('Added by Ada Lamplight').waitFor()
    await look(page, 'list-of-two')

    const failed = (error: unknown) => assert.fail(error as Error)
    const worker = openJobWorker(db, keptImportJobs(folder), { clock: () => new Date(testDay), failed })
    const work = async () => {
      while (await worker.tick());
    }
    await page.goto(`${tour.address}/settings/import`)
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'letterboxd.zip', mimeType: 'application/zip', buffer: letterboxd })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Reading the file …').waitFor()
    await work()
    await page.getByRole('button', { name: /^Import \d/ }).waitFor()
    await look(page, 'import')
    const reviews = page.getByRole('checkbox', { name: /review/i })
    if ((await reviews.count()) > 0) await reviews.first().check()
    await page.getByRole('button', { name: /^Import \d/ }).click()
    await work()
    await page.goto(`${tour.address}/@Bo/reviews`)
    await page.getByText('It glows.').waitFor()
    await look(page, 'reviews')
    await leave(tab, tour.address)
  })

  test('each player marks what it plays as watched', async () => {
    const { db } = tour
    await tour.become('bo')
    const tab = await tour.newTab()
    const { page } = tab
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${tour.address}/settings/players`)
    await page.getByRole('button', { name: 'Create address' }).click()
    const shown = (await page.locator('#player-address').textContent()) ?? ''
    await look(page, 'player-address')
    const url = `${tour.address}${new URL(shown).pathname}`
    const plex = recorded.plexForm(recorded.plexEpisode)
    const told: readonly (readonly [player: string, body: BodyInit, headers?: Record<string, string>])[] = [
      ['Plex', new Uint8Array(plex.payload), plex.headers],
      ['Jellyfin', JSON.stringify(recorded.jellyfinEpisode)],
      ['Emby', JSON.stringify(recorded.embyStop)],
      ['another plug-in of Jellyfin', JSON.stringify(recorded.otherPlugIn)],
      ['Tautulli', JSON.stringify(recorded.tautulliEpisode)],
      ['a player that scrobbles', JSON.stringify(recorded.scrobbleEpisode(90))],
      ['Kodi', JSON.stringify(recorded.kodiStop)],
    ]
    for (const [player, body, headers = {}] of told) {
      await db.run(sql`delete from player_delivery where account_id = 2`)
      await db.run(sql`delete from watched where account_id = 2 and kind = 'episode'`)
      const reply = await fetch(url, { method: 'POST', body, headers })
      assert.equal(reply.status, 200, player)
      await page.goto(`${tour.address}/library/diary`)
      await page.getByRole('main').getByText('Tidewater Signals').first().waitFor()
      await page.goto(`${tour.address}/settings/players`)
      await look(page, `player-${player.split(' ').at(-1)}`)
    }
    await leave(tab, tour.address)
  })

  test('hides the profile, and is gone everywhere', async () => {
    await tour.become('ada')
    const tab = await tour.newTab()
    const { page } = tab
    await page.setViewportSize({ width: 390, height: 844 })
    const places = ['/', '/members', '/members/followed', glimmer, lantern, '/@Bo', '/@Bo/statistics']
    await page.goto(`${tour.address}/@Bo`)
    await page.getByRole('button', { name: 'Follow this member' }).click()
    await page.getByRole('button', { name: 'Stop following this member' }).waitFor()
    const namedOn = async () => {
      const named: string[] = []
      for (const to of places) {
        const reply = await page.request.get(`${tour.address}${to}`)
        if (reply.status() === 200 && /href="\/@Bo"/.test(await reply.text())) named.push(to)
      }
      return named
    }
    assert.deepEqual(await namedOn(), places)
    await page.goto(`${tour.address}/members/followed`)
    await look(page, 'followed')
    await page.goto(tour.address)
    await look(page, 'home')
    await page.goto(`${tour.address}/@Bo`)
    await look(page, 'profile')
    await tour.become('bo')
    await page.goto(`${tour.address}/settings/privacy`)
    await page.getByLabel('Members see my profile').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await look(page, 'privacy')
    await tour.become('ada')
    assert.deepEqual(await namedOn(), [])
    await page.goto(`${tour.address}/members`)
    await look(page, 'members-hidden')
    await leave(tab, tour.address)
  })
})
