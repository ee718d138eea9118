import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { packageRoot } from '#src/package-root.ts'
import { allowShifts, MOST_SHIFT, shiftOf } from './browser.ts'

/** Where pictures of pages are put; git ignores it. */
const pictures = join(packageRoot, 'tmp/screenshots')
/** To draw a whole page as a picture takes as long as everything else that is done with it. */
const takesPictures = process.env.TEST_PICTURES === '1'

const looks = [
  { name: 'desktop', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'phone', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const

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

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }

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
  let light = ''
  for (const { name: look, width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const shown = await page.evaluate<string>(elements)
    const differsInColours = colorScheme === 'dark' && shown === light
    light = shown
    faults.push(...(await faultsInLook(page, name, { look, colorScheme, differsInColours })))
  }
  return faults
}

type Look = {
  look: string
  colorScheme: 'light' | 'dark'
  /** From the look before, in which everything was looked at. */
  differsInColours?: boolean
}

/** The same for the window as wide as it is. */
export async function faultsInLook(
  page: Page,
  name: string,
  { look, colorScheme, differsInColours = false }: Look,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  const [needed, width] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]')
  const tooWide = needed > width ? [`${look}: ${needed} pixels wide`] : []
  // It is half a megabyte, and stays until the page is left.
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(differsInColours ? violationsOfColours : violationsOf)
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
