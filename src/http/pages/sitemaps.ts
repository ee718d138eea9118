import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { addressOf, episodeAddress, type Place, seasonAddress } from '#src/pages/records/addresses.ts'
import { entriesOf, type SitemapEntry, sitemapFiles } from '#src/sitemaps/files.ts'
import { prepare, type Served, sendServed } from './static-content.ts'

/** How long a file is cached here and by others: search engines ask once in a while. */
const KEPT_SECONDS = 3_600
/** How many files are in memory; each may have a few megabytes. */
const maxKept = 4

const type = 'application/xml; charset=utf-8'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** Pages that are no records. */
const pagesOfSite = ['/', '/movie', '/tv', '/person', '/company', '/network', '/collection', '/docs', '/docs/guide']

const places = { ...Object.fromEntries(kindNames.map((kind) => [kind, kind])), series: 'tv' } as Record<Kind, Place>

/** The address of an entry. All that is not plain in it is written as digits already. */
function pathOf(kind: Kind, { id, name, season_number, episode_number }: SitemapEntry): string {
  if (season_number === null) return addressOf(places[kind], id, name)
  const series = addressOf('tv', id, name)
  return episode_number === null
    ? seasonAddress(series, season_number)
    : episodeAddress(series, season_number, episode_number)
}

const entry = (element: 'url' | 'sitemap', address: string, changed_on = '') =>
  `<${element}><loc>${address.replaceAll('&', '&amp;')}</loc>${
    changed_on && `<lastmod>${changed_on}</lastmod>`
  }</${element}>\n`

type Services = { db: Database; askedSite(host: string | undefined): string; isThere(): Promise<boolean> }

/** The sitemap: an index, and files with the addresses of all records. A follower keeps track of what is where. */
export function serveSitemaps(app: FastifyInstance, { db, askedSite, isThere }: Services) {
  const kept = new LRUCache<string, Served>({ max: maxKept, ttl: KEPT_SECONDS * 1_000 })
  /** One after the other, so that many who ask at once cost no more than one. */
  let turn: Promise<unknown> = Promise.resolve()

  async function index(site: string): Promise<string> {
    const files = await sitemapFiles(db.wide)
    const named = files.map(({ kind, number, changed_on }) =>
      entry('sitemap', `${site}/sitemap/${kind}-${number}.xml`, changed_on),
    )
    return `${head}<sitemapindex ${namespace}>\n${entry('sitemap', `${site}/sitemap/site.xml`)}${named.join(
      '',
    )}</sitemapindex>\n`
  }

  async function fileOf(site: string, kind: Kind, number: number): Promise<string | undefined> {
    const pieces: string[] = []
    for await (const entries of entriesOf(db.wide, kind, number))
      pieces.push(entries.map((each) => entry('url', `${site}${pathOf(kind, each)}`, each.changed_on)).join(''))
    return pieces.length === 0 ? undefined : urlset(pieces.join(''))
  }
  const urlset = (urls: string) => `${head}<urlset ${namespace}>\n${urls}</urlset>\n`

  function served(name: string, make: () => Promise<string | undefined>): Promise<Served | undefined> {
    const next = turn.then(async () => {
      const known = kept.get(name)
      if (known) return known
      const text = await make()
      if (text === undefined) return undefined
      const prepared = await prepare(type, Buffer.from(text))
      kept.set(name, prepared)
      return prepared
    })
    turn = next.catch(() => {})
    return next
  }

  const caching = `public, max-age=${KEPT_SECONDS}`
  const config = { operation: 'sitemap', isOpen: true, isPage: true }
  app.get('/sitemap.xml', { config }, async (request, reply) => {
    if (!(await isThere())) return reply.callNotFound()
    const site = askedSite(request.headers.host)
    return sendServed(request, reply, await prepare(type, Buffer.from(await index(site))), caching)
  })
  app.get<{ Params: { file: string } }>('/sitemap/:file', { config }, async (request, reply) => {
    if (!(await isThere())) return reply.callNotFound()
    const site = askedSite(request.headers.host)
    const { file } = request.params
    const [, of, digits] = /^([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(file) ?? []
    const kind = kindNames.find((name) => name === of)
    const found =
      file === 'site.xml'
        ? await prepare(type, Buffer.from(urlset(pagesOfSite.map((path) => entry('url', `${site}${path}`)).join(''))))
        : kind && (await served(`${site} ${file}`, () => fileOf(site, kind, Number(digits))))
    if (!found) return reply.callNotFound()
    return reply.sent ? reply : sendServed(request, reply, found, caching)
  })
}
