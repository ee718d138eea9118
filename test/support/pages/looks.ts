import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { packageRoot } from '#src/package-root.ts'
import { allowShifts, MOST_SHIFT, shiftOf } from './browser.ts'

/** Where pictures of pages are put; git ignores it. */
const pictures = join(packageRoot, 'tmp/screenshots')
/** To draw a whole page as a picture takes as long as everything else that is done with it. */
const takesPictures = process.env.TEST_PICTURES === '1'

const looks = [
  { name: 'desktop', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

/** Half a megabyte, which a page runs when it is looked at. To send it to each page took as long as to look at it. */
const axeAtHand = `globalThis.loadAxe = () => {
${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
}`
/** Contexts whose pages have axe at hand. */
const prepared = new WeakSet<BrowserContext>()

/** Everything that is as it should be is a list, too, a hundred times as long; it stays in the browser. */
const violationsBy = (options: object) =>
  `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })}).then(({ violations }) => violations)`
export const violationsOf = violationsBy({})
/** What else axe looks at is the same in the dark: elements, and where they are. */
const violationsOfColours = violationsBy({ runOnly: ['color-contrast', 'link-in-text-block'] })
/** Each element with its attributes, place and size. */
const elements = `[...document.body.querySelectorAll('*')].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  const attributes = [...element.attributes].map(({ name, value }) => name + '=' + value)
  return [element.tagName, ...attributes, x, y, width, height, element.checkVisibility()].join(' ')
}).join('\\n')`

/** Looks at a page as it is shown, in one go, if it has axe at hand. */
const lookBy = (followsLight: boolean) => `(async () => {
  if (globalThis.loadAxe === undefined) return
  if (globalThis.axe === undefined) loadAxe()
  const needed = document.documentElement.scrollWidth
  const shown = ${elements}
  const differsInColours = ${followsLight} && shown === globalThis.shownInLight
  globalThis.shownInLight = shown
  const violations = await (differsInColours ? ${violationsOfColours} : ${violationsOf})
  return { needed, width: innerWidth, violations }
})()`

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }
type Seen = { needed: number; width: number; violations: Violation[] }

/**
 * Looks at the page on a phone and a wide window, light and dark, and returns what is wrong: what axe finds, content
 * that is wider than the window, and what moved while it loaded. It takes a picture of a look with faults as
 * `name-look.png`, with TEST_PICTURES=1 of each.
 */
export async function faultsInLooks(page: Page, name: string, { mayMove = false } = {}): Promise<string[]> {
  // A form offers the draft that the browser has for it when it has found it, which moves the form.
  const movesAlways = mayMove || (await page.locator('[data-draft]').count()) > 0
  const shift = movesAlways ? 0 : await shiftOf(page)
  if (mayMove) await allowShifts(page)
  const faults = shift > MOST_SHIFT ? [`moves by ${shift} while it loads`] : []
  for (const { name: look, width, height, colorScheme } of looks) {
    const followsLight = colorScheme === 'dark'
    if (!followsLight) await page.setViewportSize({ width, height })
    faults.push(...(await faultsInLook(page, name, { look, colorScheme, followsLight })))
  }
  return faults
}

type Look = {
  look: string
  colorScheme: 'light' | 'dark'
  /** The page was looked at just before, in the same window, but light. */
  followsLight?: boolean
}

/** The same for the window as wide as it is. */
export async function faultsInLook(
  page: Page,
  name: string,
  { look, colorScheme, followsLight = false }: Look,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  const { needed, width, violations } = await seen(page, lookBy(followsLight))
  const tooWide = needed > width ? [`${look}: ${needed} pixels wide`] : []
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${look}: ${id} ${target} ${failureSummary}`),
  )
  const faults = [...tooWide, ...found]
  if (takesPictures || faults.length > 0) {
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${name}-${look}.png`), fullPage: true })
  }
  return faults
}

async function seen(page: Page, looking: string): Promise<Seen> {
  const first = await page.evaluate<Seen | undefined>(looking)
  if (first) return first
  const context = page.context()
  if (!prepared.has(context)) await context.addInitScript(axeAtHand)
  prepared.add(context)
  await page.evaluate(axeAtHand)
  return page.evaluate<Seen>(looking)
}

/** An upright page of A4 within its margins, in pixels. */
const paper = { width: 680, height: 1009 }

/** What does not fit on paper, as the page is printed. */
export async function faultsOnPaper(page: Page): Promise<string[]> {
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  const wide = await page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => element.tagName + '.' + element.className)`)
  await page.emulateMedia({ media: 'screen' })
  return wide
}
