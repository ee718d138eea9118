import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import { catalogues } from '../test/looks/catalogues.ts'
import { openBrowser } from '../test/support/pages/browser.ts'

/**
 * Takes the pictures of README.md, of pages over the sample as a stranger sees them: `npm run pictures`. They are small
 * enough for everybody who opens that page.
 */
const shown = { home: '/', title: '/movie/804' } as const
const size = { width: 1280, height: 800 }
const MOST_BYTES = 150_000

const folder = join(packageRoot, 'docs/pictures')
await mkdir(folder, { recursive: true })
const [site, browser] = await Promise.all([catalogues.sample(), openBrowser()])
const { page } = await browser.newTab()
await page.setViewportSize(size)
await page.setExtraHTTPHeaders({ 'accept-language': 'en' })
const devtools = await page.context().newCDPSession(page)
for (const [name, path] of Object.entries(shown)) {
  await page.goto(`${site.address}${path}`, { waitUntil: 'networkidle' })
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MOST_BYTES) throw new Error(`${name}.webp has ${bytes.length} bytes`)
  await writeFile(join(folder, `${name}.webp`), bytes)
}
await browser.close()
await site.close()
