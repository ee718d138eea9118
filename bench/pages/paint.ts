import { randomBytes } from 'node:crypto'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { createAccount } from '#src/accounts/accounts.ts'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { chromiumOptions } from '../../test/support/pages/browser.ts'
import type { Bench, Figure, Table } from '../benchmark.ts'
import { median, range, shown, spread } from '../support/statistics.ts'

const WANTED_MS = 400
/** Cold visits of each page at each width, more where more rounds are asked for. */
const LEAST_VISITS = 5
/** Generous: pictures are drawn when a page is opened for the first time. */
const PATIENCE_MS = 120_000
const HEIGHT = 900
const widths = [390, 1440] as const
type Width = (typeof widths)[number]

/** A page of a few lines of text, without a style sheet: what this machine needs for any page at all. */
const floor = '/robots.txt'
const movie = '/movie/804'
const season = '/tv/439/season/1'

/** Pages as strangers see them. */
const ofStrangers: Readonly<Record<string, string>> = {
  home: '/',
  movies: '/movie',
  series: '/tv',
  people: '/person',
  discover: '/discover/movie',
  search: '/search?query=the',
  'a movie': movie,
  'a series': '/tv/439',
  'a season': season,
  'an episode': `${season}/episode/14`,
  'a person': '/person/1',
  'a company': '/company/1',
  'a collection': '/collection/1',
  'the guide': '/docs/guide',
  'the reference': '/docs',
  'an operation of the reference': '/docs/operation/movie.details',
}

/** Pages as a member sees them, who has something in the library. */
const ofMembers: Readonly<Record<string, string>> = { 'home of a member': '/', library: '/library' }

export const paintMethod = `Then Chromium opens a list of pages at ${widths.join(' and ')} pixels, once to make the
server draw their pictures, and then at least ${LEAST_VISITS} times, all pages in turn, each time in a new context with
an empty cache. It notes when the largest content was painted, counted from the beginning of the navigation, and the sum
of all layout shifts until no more requests were made. The same is done with \`${floor}\`, a few lines of text from the
same server, which shows what this machine needs for any page. Chromium's processes may count as other programs.`

/** What Chromium says of one visit. `content` is the element that was largest: `img`. */
type Paint = { ms: number; content: string; shifts: number }
type Opened = { name: string; path: string; isOfMember: boolean; paints: Record<Width, Paint[]> }
/** What a browser has that somebody is signed in with. */
type Member = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** When people see pages of the sample, and whether what they see moves. `file` is the catalogue of the server. */
export async function paintFigures(bench: Bench, url: string, file: string): Promise<Figure[]> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const member = await signedIn(browser, url, file)
    const opened = [
      ...Object.entries({ [floor]: floor, ...ofStrangers }).map((entry) => ofPage(entry, false)),
      ...Object.entries(ofMembers).map((entry) => ofPage(entry, true)),
    ]
    const visits = Math.max(LEAST_VISITS, bench.rounds)
    for (let visit = 0; visit <= visits; visit++) {
      for (const one of opened) {
        const cookies = one.isOfMember ? member : { cookies: [], origins: [] }
        for (const width of widths) {
          const { own, paint } = await see(browser, url + one.path, { width, cookies })
          // People follow links to the address that a page leads on to.
          if (visit === 0) one.path = own
          else one.paints[width].push(paint)
        }
      }
      bench.say(`paint: visit ${visit} of ${visits}`)
    }
    return figuresOf(opened, bench.commandOf('pages'))
  } finally {
    await browser.close()
  }
}

const ofPage = ([name, path]: [string, string], isOfMember: boolean): Opened => ({
  ...{ name, path, isOfMember },
  paints: { 390: [], 1440: [] },
})

/** A member with two titles on the watchlist and a series begun. */
async function signedIn(browser: Browser, url: string, file: string): Promise<Member> {
  const context = await browser.newContext({ locale: 'en' })
  context.setDefaultTimeout(PATIENCE_MS)
  const value = await newSession(file)
  await context.addCookies([{ name: 'reelcommons_session', value, url, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  for (const path of [movie, '/movie/1352']) {
    await page.goto(url + path)
    await press(page, 'Add to watchlist')
  }
  await page.goto(url + season)
  await press(page, 'Mark as watched')
  const member = await context.storageState()
  await context.close()
  return member
}

/** Presses the first button whose name has this text, and waits for the page that follows. */
async function press(page: Page, name: string) {
  const answer = page.waitForResponse((reply) => reply.request().method() === 'POST')
  await page.getByRole('button', { name }).first().click()
  const status = (await answer).status()
  if (status >= 400) throw new Error(`${name} answers ${status}`)
  await page.waitForLoadState('networkidle')
}

/** The secret of the browser of a new account. */
async function newSession(file: string): Promise<string> {
  const db = await openSqlite(file, { writes: 'inline' })
  try {
    const now = new Date()
    const username = `bench-${randomBytes(4).toString('hex')}`
    const password = randomBytes(12).toString('hex')
    const made = await createAccount(db, openPasswords(1), { username, name: '', email: '', password, now })
    if (!made) throw new Error(`${username} is taken`)
    return await beginBrowserSession(db, { account_id: made.id, browser: 'a benchmark', now })
  } finally {
    await db.close()
  }
}

/** Notes what Chromium says of painting and of shifts from the beginning of a page. */
const watching = `{
  const painted = { ms: 0, content: '', shifts: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime, element }) => {
    Object.assign(painted, { ms: startTime, content: element?.localName ?? '' })
  })
  watch('layout-shift', ({ value }) => {
    painted.shifts += value
  })
  globalThis.painted = painted
}`

type Visit = { width: Width; cookies: Member }

/** One visit in a context of its own; `own` is the address that the page leads on to. */
async function see(browser: Browser, address: string, { width, cookies }: Visit) {
  const context = await browser.newContext({
    ...{ locale: 'en', storageState: cookies },
    viewport: { width, height: HEIGHT },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    await context.addInitScript(watching)
    const page = await context.newPage()
    const reply = await page.goto(address, { waitUntil: 'networkidle' })
    if (reply?.status() !== 200) throw new Error(`${address} answers ${reply?.status()}`)
    const paint = await page.evaluate<Paint>('globalThis.painted')
    if (paint.ms === 0) throw new Error(`${address} painted nothing`)
    const { pathname, search } = new URL(page.url())
    return { own: pathname + search, paint }
  } finally {
    await context.close()
  }
}

const timesOf = ({ paints }: Opened, width: Width) => paints[width].map(({ ms }) => ms)
const shiftsOf = ({ paints }: Opened) => widths.flatMap((width) => paints[width].map(({ shifts }) => shifts))

function figuresOf([plain, ...pages]: Opened[], command: string): Figure[] {
  if (!plain) throw new Error('nothing was opened')
  const most = Math.max(...pages.flatMap(shiftsOf))
  const [narrow, ...wider] = widths.map((width): Figure => slowest(width, plain, pages, command))
  return [
    { ...(narrow as Figure), details: tableOf([plain, ...pages]) },
    ...wider,
    {
      what: `Sum of the layout shifts of any of these pages, the largest in ${pages.flatMap(shiftsOf).length} visits`,
      measured: most === 0 ? '0' : shown(most),
      wanted: '0',
      isReached: most === 0,
      command,
    },
  ]
}

function slowest(width: Width, plain: Opened, pages: readonly Opened[], command: string): Figure {
  const of = (page: Opened) => median(timesOf(page, width))
  const worst = pages.reduce((most, page) => (of(page) > of(most) ? page : most))
  const usual = median(pages.map(of))
  return {
    what: `Largest contentful paint of a page of the sample at ${width} pixels, the slowest of ${pages.length}`,
    measured: spread(timesOf(worst, width), ' ms'),
    wanted: `≤ ${WANTED_MS} ms`,
    isReached: of(worst) <= WANTED_MS,
    command,
    note: `It is \`${worst.path}\` (${worst.name}), ${shown(of(worst) / of(plain))} times \`${floor}\`, whose text was
      painted after ${spread(timesOf(plain, width), ' ms')}. The median of the pages is ${shown(usual)} ms,
      ${shown(usual / of(plain))} times as long.`,
  }
}

const tableOf = (opened: readonly Opened[]): Table => ({
  title: 'Largest contentful paint of pages of the sample catalogue',
  columns: ['page', ...widths.flatMap((width) => [`at ${width} pixels, ms`, 'what it is']), 'layout shifts, the most'],
  rows: opened.map((page) => [
    `${page.name === page.path ? '' : `${page.name} `}\`${page.path}\``,
    ...widths.flatMap((width) => {
      const times = timesOf(page, width)
      const contents = new Set(page.paints[width].map(({ content }) => content))
      return [`${shown(median(times))} (${range(times)})`, [...contents].map((name) => `\`${name}\``).join(', ')]
    }),
    shown(Math.max(...shiftsOf(page))),
  ]),
})
