import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { dayMs } from '#src/reference/days.ts'
import { catalogues } from '../test/looks/catalogues.ts'
import { openBrowser } from '../test/support/pages/browser.ts'
import { owner } from '../test/support/world/own.ts'

/**
 * Takes the pictures of README.md, of pages over the sample as somebody sees them who has kept a few titles:
 * `npm run pictures`. They are small enough for everybody who opens that page.
 */
const wide = { width: 1100, height: 660 }
const shown = {
  phone: { path: '/movie/431', size: { width: 390, height: 760 } },
  diary: { path: '/library/diary', size: wide },
  edit: { path: '/movie/431/edit', size: wide },
  shelf: { path: '/library/owned/movie', size: { width: 1100, height: 800 } },
} as const
const MOST_BYTES = 60_000

/** Films of the sample that are old enough for everybody to know, and episodes of one of its series. */
const movies = [431, 327, 310, 582, 511, 595, 873, 922, 519, 591, 119, 1340]
const episodes = [115, 116, 117, 118]

const folder = join(packageRoot, 'docs/pictures')
await mkdir(folder, { recursive: true })
const [site, browser] = await Promise.all([catalogues.sample(), openBrowser()])
const account_id = (await findAccount(site.db, owner.username))?.id as number
await keepSome(site.db, site.now())
const { page } = await browser.newTab()
await page.setExtraHTTPHeaders({ 'accept-language': 'en' })
const value = await beginBrowserSession(site.db, { account_id, browser: 'a picture', now: site.now() })
await page.context().addCookies([{ name: 'reelcommons_session', value, url: site.address }])
const devtools = await page.context().newCDPSession(page)
for (const [name, { path, size }] of Object.entries(shown)) {
  await page.setViewportSize(size)
  await page.goto(`${site.address}${path}`, { waitUntil: 'networkidle' })
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MOST_BYTES) throw new Error(`${name}.webp has ${bytes.length} bytes`)
  await writeFile(join(folder, `${name}.webp`), bytes)
}
await browser.close()
await site.close()

/** What a member has watched and rated in the last days, wants to see, and loves; a file of each lies in the house. */
async function keepSome(db: Database, now: Date): Promise<void> {
  await db.run(sql`update account set name = 'Ada' where id = ${account_id}`)
  const before = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  await db.run(sql`insert into media_folder (path, imported_at) values ('/media/films', ${before(0)})`)
  for (const [at, id] of movies.entries())
    await db.run(sql`insert into owned (folder_id, kind, entity_id, since)
      select id, 'movie', ${id}, ${before(at)} from media_folder`)
  for (const [at, id] of movies.entries()) {
    const time = before(at)
    if (at >= 7) {
      await db.run(sql`insert into watchlist (account_id, kind, entity_id, created_at)
        values (${account_id}, 'movie', ${id}, ${time})`)
      continue
    }
    await db.run(sql`insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (${account_id}, 'movie', ${id}, ${time}, ${time.slice(0, 10)}, null, ${time})`)
    await db.run(sql`insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
      values (${account_id}, 'movie', ${id}, ${10 - (at % 4)}, ${time}, ${time}, true)`)
    if (at % 2 === 0)
      await db.run(sql`insert into favorite (account_id, kind, entity_id, created_at)
        values (${account_id}, 'movie', ${id}, ${time})`)
  }
  for (const [at, id] of episodes.entries()) {
    const time = before(at)
    await db.run(sql`insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (${account_id}, 'episode', ${id}, ${time}, ${time.slice(0, 10)}, 126, ${time})`)
  }
}
