/**
 * Looks at every page in Chromium: `npm run looks [-- TEXT…]`, only the pages whose address has one of these texts.
 *
 * Each page that a GET brings is seen at 390 and 1440 pixels, light and dark, in English, over the world of the tests;
 * once more at another width in German, over an empty catalogue, or over one of a single record, by turns; and the
 * pages of the catalogue over the sample with its pictures. The pictures go to `tmp/looks`, with sheets of twelve.
 * What axe finds, what is wider than the window, what moves, what is too large, what the content policy stops and what
 * asks somebody else is printed; then the exit status is 1. It takes minutes, and `.ci/run` does not do it.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { type Browser, MOST_SHIFT, openBrowser, shiftOf, type Tab } from '../support/pages/browser.ts'
import { violationsOf } from '../support/pages/looks.ts'
import type { Site } from '../support/pages/site.ts'
import { owner } from '../support/world/own.ts'
import { type Address, addressesOf, isPage, movedTo } from './addresses.ts'
import { type CatalogueName, catalogues } from './catalogues.ts'
import { drawSheets } from './sheets.ts'

const folder = join(packageRoot, 'tmp/looks')
const MOST_BYTES = 60_000
/** Higher pages are cut in their pictures. */
const MOST_PIXELS_HIGH = 2_400

type Look = { name: string; width: number; colorScheme: 'light' | 'dark'; locale: 'en' | 'de' }
type How = { look: Look; over: CatalogueName }
type Seen = { path: string; look: Look; over: CatalogueName; picture: string }

const always: readonly Look[] = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map(
    (colorScheme): Look => ({ name: `${width}-${colorScheme}`, width, colorScheme, locale: 'en' }),
  ),
)
const narrow: Look = { name: 'sample-390-light', width: 390, colorScheme: 'light', locale: 'en' }
const wide: Look = { name: 'sample-1440-dark', width: 1440, colorScheme: 'dark', locale: 'en' }

/** One of these for each page, by turns: every width meets German, no record, and one record. */
const byTurns = [360, 768, 1920].flatMap((width, index) => {
  const colorScheme = index % 2 === 0 ? 'light' : 'dark'
  const look = (name: string, locale: 'en' | 'de'): Look => ({ name: `${name}-${width}`, width, colorScheme, locale })
  return [
    { look: look('german', 'de'), over: 'world' },
    { look: look('empty', 'en'), over: 'empty' },
    { look: look('single', 'en'), over: 'single' },
  ] satisfies How[]
})

const lists = ['/', '/movie', '/tv', '/person', '/company', '/collection', '/discover/movie', '/search?query=the']
const records = ['/movie/1', '/movie/1/credits', '/tv/1', '/person/1', '/company/1', '/collection/1', '/network/1']
const FirstEpisode = Type.Object({ series_id: Type.Integer(), season: Type.Integer(), episode: Type.Integer() })

/** Pages of the sample with pictures: lists, a record of each kind, a season and an episode. */
async function ofTheSample({ db, address }: Site): Promise<string[]> {
  const first = await db.one(
    FirstEpisode,
    sql`select series_id, season_number as season, episode_number as episode from episode order by id limit 1`,
  )
  const season = `/tv/${first?.series_id}/season/${first?.season}`
  const addresses = [...records, season, `${season}/episode/${first?.episode}`]
  return [...lists, ...(await Promise.all(addresses.map((path) => movedTo(address, path))))]
}

const faults: string[] = []
const seen: Seen[] = []

/** The cookie of the administrator. */
async function cookieOf(site: Site) {
  const account = await findAccount(site.db, owner.username)
  if (!account) throw new Error('there is no owner')
  const value = await beginBrowserSession(site.db, { account_id: account.id, browser: 'a look', now: site.now() })
  return { name: 'reelcommons_session', value, url: site.address, httpOnly: true, sameSite: 'Lax' as const }
}

async function openTab(browser: Browser, locale: string): Promise<Tab> {
  const tab = await browser.newTab()
  tab.page.on('response', (reply) => {
    if (reply.status() >= 500) tab.complaints.push(`${reply.status()} ${reply.url()}`)
  })
  await tab.page.setExtraHTTPHeaders({ 'accept-language': locale })
  return tab
}

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }

/** Sees one page in one look; `false` when there is no such page. */
async function see(tab: Tab, site: Site, { path, isStranger }: Address, { look, over }: How) {
  const { page } = tab
  await page.context().clearCookies()
  if (!isStranger) await page.context().addCookies([await cookieOf(site)])
  const fault = (what: string) => faults.push(`${look.name} ${over} ${path}: ${what}`)
  tab.requests.length = 0
  tab.complaints.length = 0
  await page.setViewportSize({ width: look.width, height: 900 })
  await page.emulateMedia({ colorScheme: look.colorScheme })
  const reply = await page.goto(`${site.address}${path}`).catch(() => undefined)
  if (!reply || !isPage(reply.headers()['content-type'])) return false
  if (over !== 'empty' && over !== 'single' && reply.status() !== 200) return false
  if (new URL(page.url()).pathname !== path.split('?')[0]) return false
  if (reply.status() >= 500) fault(`status ${reply.status()}`)
  const bytes = (await reply.body()).length
  if (bytes > MOST_BYTES) fault(`${bytes} bytes`)
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(violationsOf)
  for (const { id, nodes } of violations) fault(`${id} ${nodes.map(({ target }) => target).join(' ')}`)
  const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (needed > look.width) fault(`${needed} pixels wide`)
  const shift = await shiftOf(page)
  if (shift > MOST_SHIFT) fault(`moves by ${shift}`)
  for (const complaint of tab.complaints) if (!/status of 40[34]/.test(complaint)) fault(complaint)
  for (const request of tab.requests) if (!request.includes(` ${site.address}/`)) fault(`asks ${request}`)
  const height = Math.min(MOST_PIXELS_HIGH, await page.evaluate<number>('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width: look.width, height: Math.max(900, height) })
  const picture = `${look.name}/${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.png`
  await mkdir(join(folder, look.name), { recursive: true })
  await page.screenshot({ path: join(folder, picture) })
  seen.push({ path, look, over, picture })
  return true
}

const wanted = process.argv.slice(2)
await rm(folder, { recursive: true, force: true })
const browser = await openBrowser()
const world = await catalogues.world()
const { name, value } = await cookieOf(world)
const { found, missing } = await addressesOf(world.address, `${name}=${value}`, wanted)

// Everything of the world, by turns of the others, and of the sample what it has.
for (const over of ['world', 'empty', 'single', 'sample'] as const) {
  const site = over === 'world' ? world : await catalogues[over]()
  const parts = found.flatMap((address, index) => {
    const turn = byTurns[index % byTurns.length]
    const looks = [...(over === 'world' ? always : []), ...(turn?.over === over ? [turn.look] : [])]
    return looks.map((look) => ({ address, look }))
  })
  if (over === 'sample' && wanted.length === 0)
    for (const path of await ofTheSample(site))
      parts.push(...[narrow, wide].map((look) => ({ address: { path, isStranger: true }, look })))
  for (const locale of ['en', 'de']) {
    const tab = await openTab(browser, locale)
    for (const { address, look } of parts)
      if (look.locale === locale && !(await see(tab, site, address, { look, over })))
        faults.push(`${look.name} ${over} ${address.path}: not seen`)
    await tab.page.close()
  }
  await site.close()
}
await drawSheets(browser, folder, seen)
await writeFile(join(folder, 'faults.txt'), `${faults.join('\n')}\n`)
await browser.close()
console.log(faults.join('\n'))
if (missing.length > 0) console.log(`no pages, or not in the world: ${missing.join(' ')}`)
console.log(`${found.length} pages, ${seen.length} pictures, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
