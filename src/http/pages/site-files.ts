import type { FastifyInstance } from 'fastify'
import type { LiveSettings } from '#src/background/stored-settings.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { remember } from '#src/database/remember.ts'
import { assetAddress, assets } from '#src/pages/assets.ts'
import { themeColours } from '#src/pages/sharing/metadata.ts'
import { texts } from '#src/texts/index.ts'
import { serveSitemaps } from './sitemaps.ts'
import { prepare, type Served, sendServed } from './static-content.ts'

/** How long others may cache files that keep their address for ever, but may change with the program. */
const DAY_SECONDS = 86_400

/** What a browser has to know to install the site like an application. */
const manifest = (siteName: string) => ({
  name: siteName,
  short_name: siteName,
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

type Services = { db: Database; settings: LiveSettings; askedSite(host: string | undefined): string }

/** Names of the site whose manifests are in memory. */
const maxNames = 4

/** Files at addresses that browsers and robots know. They say nothing of the catalogue, and are there for everybody. */
export function serveSiteFiles(app: FastifyInstance, { db, settings, askedSite }: Services) {
  const { config } = settings
  const open = (operation: string) => ({ config: { operation, isOpen: true, isForStrangers: true } })
  const kept = `public, max-age=${DAY_SECONDS}`
  let icon: Promise<Served> | undefined
  app.get('/favicon.ico', open('favicon'), async (request, reply) => {
    icon ??= prepare('image/x-icon', assets.get('favicon.ico')?.content as Buffer)
    return sendServed(request, reply, await icon, kept)
  })
  const manifestOf = remember(maxNames, (siteName) =>
    prepare('application/manifest+json; charset=utf-8', Buffer.from(JSON.stringify(manifest(siteName)))),
  )
  app.get('/site.webmanifest', open('manifest'), async (request, reply) => {
    await settings.fresh()
    return sendServed(request, reply, await manifestOf(config.siteName), kept)
  })
  app.get('/robots.txt', open('robots'), async (request, reply) => {
    await settings.fresh()
    return reply.type('text/plain; charset=utf-8').send(robotsText(config, askedSite(request.headers.host)))
  })
  const isThere = async () => {
    await settings.fresh()
    return isForRobots(config)
  }
  serveSitemaps(app, { db, askedSite, isThere })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isForRobots(config)) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    done()
  })
}
