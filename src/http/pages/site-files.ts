import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { assetAddress, assets } from '#src/pages/assets.ts'
import { themeColours } from '#src/pages/sharing/metadata.ts'
import { texts } from '#src/texts/index.ts'
import { serveSitemaps } from './sitemaps.ts'
import { prepare, type Served, sendServed } from './static-content.ts'

/** How long others may cache files that keep their address for ever, but may change with the program. */
const DAY_SECONDS = 86_400

/** What a browser has to know to install the site like an application. */
const manifest = () => ({
  name: texts.en.common.siteName,
  short_name: texts.en.common.siteName,
  description: texts.en.sharing.siteCard,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: themeColours.light,
  theme_color: themeColours.light,
  icons: [
    { src: assetAddress('icon-192.png'), sizes: '192x192', type: 'image/png' },
    { src: assetAddress('icon-512.png'), sizes: '512x512', type: 'image/png' },
    { src: assetAddress('icon-512-whole.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: assetAddress('icon.svg'), sizes: 'any', type: 'image/svg+xml' },
  ],
})

/** Addresses that are of no use in a list of found pages: forms, histories, searches. */
const notSearched = [
  ...['/3/', '/commons/', '/search', '/discover', '/edits', '/quality', '/queue'],
  ...['/unlisted/', '/calendar/', '/players/'],
  ...['/login', '/signup', '/verify', '/password/', '/settings/', '/library', '/authenticate/'],
  ...['/*/edit', '/*/new', '/*/history', '/*/add', '/*/review$', '/*/report', '/*/lock'],
]

/** What robots may look at. */
const robotsText = (config: Config, site: string): string =>
  isForRobots(config)
    ? `User-agent: *\n${notSearched.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'

/** Whether search engines may show the site. */
const isForRobots = ({ robots, private: isPrivate }: Config): boolean => robots === 'open' && !isPrivate

type Services = { db: Database; config: Config; askedSite(host: string | undefined): string }

/** Files at addresses that browsers and robots know. They say nothing of the catalogue, and are there for everybody. */
export function serveSiteFiles(app: FastifyInstance, { db, config, askedSite }: Services) {
  const open = (operation: string) => ({ config: { operation, isOpen: true, isForStrangers: true } })
  const kept = `public, max-age=${DAY_SECONDS}`
  const serve = (path: string, operation: string, type: string, content: () => Buffer) => {
    let prepared: Promise<Served> | undefined
    app.get(path, open(operation), async (request, reply) => {
      prepared ??= prepare(type, content())
      return sendServed(request, reply, await prepared, kept)
    })
  }
  serve('/favicon.ico', 'favicon', 'image/x-icon', () => assets.get('favicon.ico')?.content as Buffer)
  serve('/site.webmanifest', 'manifest', 'application/manifest+json; charset=utf-8', () =>
    Buffer.from(JSON.stringify(manifest())),
  )
  app.get('/robots.txt', open('robots'), (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robotsText(config, askedSite(request.headers.host))),
  )
  if (isForRobots(config)) return serveSitemaps(app, { db, askedSite })
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    done()
  })
}
