import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import { keptBrowser } from '../run/kept-browser.ts'

/** Of Debian's packages. The first has no windows, and starts and draws sooner. */
const executables = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = executables.find((path) => existsSync(path)) ?? '/usr/bin/chromium'
/** How the system's Chromium is started. It reaches this machine and nothing else. */
export const chromiumOptions = {
  executablePath,
  headless: true,
  chromiumSandbox: false,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ],
}
/** Generous, because a busy machine may take long to draw a page; nothing waits that long unless it fails. */
const patienceMs = 120_000
const isRequired = process.env.REELCOMMONS_REQUIRE_CHROMIUM === '1'

/** Why pages cannot be tried in a browser here, for the option `skip` of a test. */
export const browserSkip: string | false =
  existsSync(executablePath) || isRequired ? false : 'apt-get install chromium-headless-shell'

/** How much of a page may move while it loads, as cumulative layout shift. */
export const MOST_SHIFT = 0.01
/** Adds up what moves until half a second after a page has loaded, or until somebody does something with it. */
const watchShifts = `{
  globalThis.shifts = 0
  const observer = new PerformanceObserver((list) => {
    const { loadEventEnd } = performance.getEntriesByType('navigation')[0]
    const end = loadEventEnd === 0 ? Infinity : loadEventEnd + 500
    for (const { hadRecentInput, startTime, value } of list.getEntries())
      if (!hadRecentInput && startTime < end) globalThis.shifts += value
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, () => observer.disconnect(), { once: true })
}`
/** How much of a page moved. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate<number>('globalThis.shifts')
/** What moved so far was allowed to, and does not count when the same page is looked at again. */
export const allowShifts = (page: Page): Promise<number> => page.evaluate<number>('globalThis.shifts = 0')

export type Browser = { newTab(): Promise<Tab>; close(): Promise<void> }

export type Tab = {
  page: Page
  /** What the page asked for so far, as `method address`; images that are written into a style sheet do not count. */
  requests: string[]
  /** Errors and warnings of the page: scripts that failed, replies from 400 up, breaches of the content policy. */
  complaints: string[]
}

/** Whether its pages run scripts, which some people switch off. */
type How = { isScripted?: boolean }

/** A context that nobody has used, of the system's Chromium. It reaches this machine and nothing else. */
export async function openBrowser({ isScripted = true }: How = {}): Promise<Browser> {
  const { browser, isKept } = await keptBrowser(() => chromium.launch(chromiumOptions))
  const context = await browser.newContext({ javaScriptEnabled: isScripted })
  context.setDefaultTimeout(patienceMs)
  await context.addInitScript(watchShifts)
  return {
    newTab: async () => watched(await context.newPage()),
    close: () => (isKept ? context.close() : browser.close()),
  }
}

/** Chromium says this where a page is left before its icon has come. A test over HTTP loads the icons. */
const interruptedIcon = /^Error while trying to use the following icon from the Manifest: \S+ \(Download error/

function watched(page: Page): Tab {
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(`${request.method()} ${request.url()}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !interruptedIcon.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, requests, complaints }
}
