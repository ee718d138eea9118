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
import { findAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { packageRoot } from '#src/package-root.ts'
import { pages } from '#src/pages/index.ts'
import { type Browser, openBrowser, type Tab } from '../support/pages/browser.ts'
import type { Site } from '../support/pages/site.ts'
import { owner } from '../support/world/own.ts'
import { filledIn } from '../support/world/own-requests.ts'
import { type CatalogueName, catalogues } from './catalogues.ts'
import { drawSheets } from './sheets.ts'

const folder = join(packageRoot, 'tmp/looks')
const MOST_BYTES = 60_000
const MOST_SHIFT = 0.01
/** Higher pages are cut in their pictures. */
const MOST_PIXELS_HIGH = 2_400

type Look = { name: string; width: number; colorScheme: 'light' | 'dark'; locale: 'en' | 'de' }
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
  ] satisfies { look: Look; over: CatalogueName }[]
})

const ofTheSample = ['/', '/movie', '/tv', '/person', '/company', '/discover/movie', '/search?query=the', '/movie/1']
const more = ['/tv/1', '/tv/1/season/1', '/tv/1/season/1/episode/1', '/person/1', '/collection', '/movie/1/credits']

/** Files, feeds and streams are not pages. */
const isPage = (type: string | undefined) => type?.startsWith('text/html') === true

const faults: string[] = []
const seen: Seen[] = []

async function openAs(site: Site, browser: Browser, locale: string): Promise<Tab> {
  const tab = await browser.newTab()
  const account = await findAccount(site.db, owner.username)
  if (!account) throw new Error('there is no owner')
  const now = site.now()
  const value = await beginBrowserSession(site.db, { account_id: account.id, browser: 'a look', now })
  const at = { url: site.address, httpOnly: true, sameSite: 'Lax' as const }
  await tab.page.context().clearCookies()
  await tab.page.context().addCookies([{ ...at, name: 'reelcommons_session', value }])
  await tab.page.setExtraHTTPHeaders({ 'accept-language': locale })
  await tab.page.addInitScript(`
    globalThis.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  return tab
}

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }

/** Sees one page in one look; `false` when there is no such page. */
async function see(tab: Tab, site: Site, path: string, { look, over }: { look: Look; over: CatalogueName }) {
  const { page } = tab
  const fault = (what: string) => faults.push(`${look.name} ${over} ${path}: ${what}`)
  tab.requests.length = 0
  tab.complaints.length = 0
  await page.setViewportSize({ width: look.width, height: 900 })
  await page.emulateMedia({ colorScheme: look.colorScheme })
  const reply = await page.goto(`${site.address}${path}`).catch(() => undefined)
  if (!reply || !isPage(reply.headers()['content-type'])) return false
  if (over !== 'empty' && over !== 'single' && reply.status() !== 200) return false
  if (reply.status() >= 500) fault(`status ${reply.status()}`)
  const bytes = (await reply.body()).length
  if (bytes > MOST_BYTES) fault(`${bytes} bytes`)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()')
  for (const { id, nodes } of violations) fault(`${id} ${nodes.map(({ target }) => target).join(' ')}`)
  const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
  if (needed > look.width) fault(`${needed} pixels wide`)
  const shift = await page.evaluate<number>('globalThis.shifts')
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
const isWanted = (path: string) => wanted.length === 0 || wanted.some((text) => path.includes(text))

await rm(folder, { recursive: true, force: true })
const browser = await openBrowser()
const world = await catalogues.world()
const tab = await openAs(world, browser, 'en')
const addresses: string[] = []
for (const { method, path: pattern } of pages) {
  if (method !== 'GET') continue
  let isSeen = false
  for (const path of filledIn(pattern)) {
    if (isSeen || !isWanted(path)) continue
    const reply = await fetch(`${world.address}${path}`, { redirect: 'manual' })
    const isFile = reply.status === 200 && !isPage(reply.headers.get('content-type') ?? undefined)
    await reply.body?.cancel()
    if (isFile) continue
    for (const look of always) isSeen = (await see(tab, world, path, { look, over: 'world' })) || isSeen
    if (isSeen) addresses.push(path)
  }
  if (!isSeen && isWanted(pattern)) console.log(`not a page of the world: ${pattern}`)
}
await tab.page.close()

/** The catalogues one after the other, as each has its own session. */
for (const over of ['world', 'empty', 'single', 'sample'] as const) {
  const site = over === 'world' ? world : await catalogues[over]()
  const parts = addresses.flatMap((path, index) => {
    const turn = byTurns[index % byTurns.length]
    return turn?.over === over ? [{ path, look: turn.look }] : []
  })
  const sample = [...ofTheSample, ...more].filter(isWanted)
  if (over === 'sample') parts.push(...sample.flatMap((path) => [narrow, wide].map((look) => ({ path, look }))))
  for (const locale of ['en', 'de']) {
    const own = await openAs(site, browser, locale)
    for (const { path, look } of parts)
      if (look.locale === locale && !(await see(own, site, path, { look, over })))
        faults.push(`${look.name} ${over} ${path}: not seen`)
    await own.page.close()
  }
  await site.close()
}
await drawSheets(browser, folder, seen)
await writeFile(join(folder, 'faults.txt'), `${faults.join('\n')}\n`)
await browser.close()
console.log(faults.join('\n'))
console.log(`${addresses.length} pages, ${seen.length} pictures, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0
