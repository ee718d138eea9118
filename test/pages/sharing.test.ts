import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sql } from '#src/database/sql.ts'
import { plainText } from '#src/pages/components/markdown.ts'
import { durationOf } from '#src/pages/records/structured.ts'
import { type CardFacts, composeCard } from '#src/pages/sharing/card.ts'
import { shortened } from '#src/pages/sharing/metadata.ts'
import { en } from '#src/texts/en/index.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { faultsForSearch, faultsOfVocabulary, structuredDataOf } from '../support/pages/structured-data.ts'
import { openVisitor, type PagesServer, startPages, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const site = 'http://reelcommons.example'

/** Each attribute of the elements of a head that match, without the escapes of HTML. */
const valuesIn = (body: string, pattern: RegExp) =>
  [...body.matchAll(pattern)].map(([, value = '']) =>
    value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
  )
const property = (body: string, name: string) =>
  valuesIn(body, new RegExp(`<meta property="${name}" content="([^"]*)">`, 'g'))

/** A page of each kind, with the types of what it is about, and what it is called in Wikidata. */
const pages: readonly (readonly [address: string, types: string, ogType: string, item: string])[] = [
  ['/', 'WebSite', 'website', ''],
  ['/movie/501-the-glass-lantern', 'Movie BreadcrumbList', 'video.movie', 'Q900501'],
  ['/tv/601-tidewater-signals', 'TVSeries BreadcrumbList', 'video.tv_show', 'Q900601'],
  ['/tv/601-tidewater-signals/season/2', 'TVSeason BreadcrumbList', 'video.tv_show', 'Q906012'],
  ['/tv/601-tidewater-signals/season/2/episode/1', 'TVEpisode BreadcrumbList', 'video.episode', 'Q960121'],
  ['/person/301-odalys-fenwick', 'Person BreadcrumbList', 'profile', 'Q900301'],
  ['/company/101-lanternfish-pictures', 'Organization BreadcrumbList', 'website', 'Q900101'],
  ['/network/201-channel-zephyr', 'Organization BreadcrumbList', 'website', 'Q900201'],
  ['/collection/401-the-glimmer-collection', 'MovieSeries BreadcrumbList', 'website', 'Q900401'],
]

test('lengths and descriptions are written as others read them', () => {
  assert.deepEqual([95, 60, 45, 0, null].map(durationOf), ['PT1H35M', 'PT1H', 'PT45M', undefined, undefined])
  assert.equal(shortened('  One\n\ntwo. '), 'One two.')
  const long = shortened(`${'word '.repeat(60)}end`)
  assert.ok(long.length <= 200 && long.endsWith('word…'), long)
  const { collection, company } = en.sharing
  assert.deepEqual(
    [
      collection({ count: 5, titles: 'Rocky, Rocky II and Rocky V', isAll: false }),
      collection({ count: 1, titles: 'Rocky', isAll: true }),
      company({ name: 'Lanternfish', country: 'United States', titles: '' }),
    ],
    [
      'A collection of 5 movies, among them Rocky, Rocky II and Rocky V.',
      'A collection of 1 movie: Rocky.',
      'Lanternfish is a film and television company (United States).',
    ],
  )
  const written = 'It **glows**,\n> and [so](https://lamp.example/a_b) did I & `<b>`.\n\n* One\n* Two'
  assert.equal(plainText(written), 'It glows,\nand so did I & <b>.\nOne\nTwo')
})

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  let visitor: Visitor
  before(async () => {
    server = await startPages(engine)
    visitor = openVisitor(server.app)
  })
  after(() => server.close())

  async function bodyOf(address: string): Promise<string> {
    const reply = await visitor.get(address)
    assert.equal(reply.status, 200, `${address} leads to ${reply.location}`)
    return reply.body
  }

  for (const [address, types, ogType, item] of pages)
    test(`${address} says what it is about, where it is, and in which languages`, async () => {
      const body = await bodyOf(address)
      assert.deepEqual(valuesIn(body, /<link rel="canonical" href="([^"]*)">/g), [`${site}${address}`])
      assert.deepEqual(valuesIn(body, /<link rel="alternate" hreflang="[^"]*" href="([^"]*)">/g), [
        `${site}${address}?lang=en`,
        `${site}${address}?lang=de`,
        `${site}${address}`,
      ])
      assert.deepEqual(property(body, 'og:type'), [ogType])
      assert.deepEqual(property(body, 'og:url'), [`${site}${address}`])
      const [description = ''] = valuesIn(body, /<meta name="description" content="([^"]*)">/g)
      assert.ok(description.length > 10 && description.length <= 200, description)
      assert.deepEqual(property(body, 'og:description'), [description])
      const nodes = structuredDataOf(body)
      assert.equal(nodes.map((node) => node['@type']).join(' '), types)
      const wikidata = 'https://www.wikidata.org/wiki/'
      const at = [nodes[0]?.sameAs ?? []].flat().filter((one) => String(one).startsWith(wikidata))
      assert.deepEqual(at, item === '' ? [] : [`${wikidata}${item}`])
      assert.deepEqual(await faultsForSearch(nodes), [])
    })

  test('a page is shown once its last element is there, so that nothing moves while it is read', async () => {
    for (const address of ['/', '/movie', '/login', '/docs/guide', '/nothing']) {
      const { body } = await visitor.get(address)
      const [, id = ''] = /<link rel="expect" href="#([\w-]+)" blocking="render">/.exec(body) ?? []
      assert.equal(/ id="([\w-]+)">(?:(?!<footer|<\/footer>).)*<\/footer>\s*<\/body>/s.exec(body)?.[1], id, address)
      assert.ok(id !== '', address)
    }
  })

  test('an address that names a language is in that language for everybody', async () => {
    const german = await bodyOf('/movie/501-the-glass-lantern?reviews=1&lang=de')
    assert.match(german, /<html lang="de">/)
    assert.deepEqual(property(german, 'og:locale'), ['de_DE'])
    assert.deepEqual(valuesIn(german, /<link rel="canonical" href="([^"]*)">/g), [
      `${site}/movie/501-the-glass-lantern?lang=de`,
    ])
    assert.match(await bodyOf('/movie/501-the-glass-lantern?lang=fr'), /<html lang="en">/)
    const chosen = await visitor.post('/language', { language: 'en', next: '/movie?lang=de&page=2' }, { from: '/' })
    assert.equal(chosen.location, '/movie?page=2')
  })

  test('what such a page leads to stays in its language, for those who would get another one', async () => {
    const address = '/movie/501-the-glass-lantern'
    const german = await bodyOf(`${address}?lang=de`)
    const places = [...valuesIn(german, /<a\b[^>]*? href="(\/[^"]*)"/g), ...valuesIn(german, /action="(\/[^"]*)"/g)]
    const others = places.filter((place) => !/[?&]lang=de(#|$)/.test(place))
    assert.ok(places.length > 40 && places.includes(`${address}/history?lang=de`), places.join(' '))
    assert.ok(
      places.some((place) => /^\/discover\/movie\?genre=\d+&lang=de$/.test(place)),
      places.join(' '),
    )
    const [search = ''] = /<form class="site-search".*?>.*?>/.exec(german) ?? []
    assert.match(search, /<input type="hidden" name="lang" value="de">$/)
    assert.deepEqual(others, ['/search', '/language'])
    const led = await visitor.get('/movie/501?lang=de')
    assert.equal(led.location, `${address}?lang=de`)
    const chosen = await visitor.post(
      '/language?lang=de',
      { language: 'en', next: `${address}?lang=de` },
      { from: '/?lang=de' },
    )
    assert.equal(chosen.location, address)
    const own = await openVisitor(server.app).get(`${address}?lang=de`, { 'accept-language': 'de' })
    assert.doesNotMatch(own.body, /(href|action)="\/[^"]*[?&;]lang[=&]/)
  })

  test('a record without a text is described by what is known of it', async () => {
    const own = await startPages(engine)
    const stranger = openVisitor(own.app)
    try {
      const texts = { overview: '', tagline: '' }
      await applyEdit(own.db, {
        account_id: null,
        at: new Date(testDay),
        records: [{ kind: 'movie', id: 501, values: texts }],
      })
      const said = async (language: string) => {
        const { body } = await stranger.get(`/movie/501-the-glass-lantern?lang=${language}`)
        return valuesIn(body, /<meta name="description" content="([^"]*)">/g)[0] ?? ''
      }
      assert.match(await said('en'), /^A 2021 movie directed by .+, with Odalys Fenwick and .+\.$/)
    } finally {
      await own.close()
    }
  })

  test('every page has a card of its own, which is kept for good under its address', async () => {
    const seen = new Set<string>()
    for (const [address] of pages) {
      const body = await bodyOf(address)
      const [card = ''] = property(body, 'og:image')
      const path = card.slice(site.length)
      assert.match(path, /^\/card\/[\w/.-]+\.jpg\?(v=[0-9a-f]{20}&)?lang=en$/)
      const reply = await server.app.inject(path)
      assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, 'image/jpeg'], path)
      const { width, height, format } = await sharp(reply.rawPayload).metadata()
      assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
      const isNamed = path.includes('v=')
      assert.match(String(reply.headers['cache-control']), isNamed ? /immutable/ : /max-age=300/)
      assert.equal(reply.headers['set-cookie'], undefined)
      seen.add(reply.rawPayload.toString('base64'))
    }
    assert.equal(seen.size, pages.length)
    const old = await server.app.inject('/card/movie/501.jpg?v=00000000000000000000')
    assert.match(String(old.headers['cache-control']), /max-age=300/)
    for (const path of ['/card/movie/999999.jpg', '/card/movie/501', '/card/movie/501.png', '/card/keyword/1.jpg'])
      assert.equal((await server.app.inject(path)).statusCode, 404, path)
  })
})

test('where there is no picture, a card has the drawn poster of its title, or initials', async () => {
  const facts = { path: '/card/movie/9', family: 'movie 9', genre: 18, title: 'Long Night', line: '' }
  const picture = { file_path: null, shape: 'upright' } as const
  const drawingOf = async (drawn?: CardFacts['drawn']) =>
    (await composeCard({ ...facts, picture, ...(drawn && { drawn }) }, 'Reelcommons')).drawing
  const drawn = await drawingOf({ seed: 'movie 9', note: '2021' })
  assert.ok(drawn.length > 1.5 * (await drawingOf()).length)
  const named = [...drawn.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id)
  const defined = [...drawn.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
  assert.deepEqual([named.filter((id) => !defined.includes(id)), new Set(defined).size], [[], defined.length])
  assert.notEqual(await drawingOf('initials'), await drawingOf())
})

test('all that pages say of records is in the vocabulary of schema.org', async (t) => {
  const server = await startPages(sqliteEngine(loadWorld))
  t.after(() => server.close())
  const visitor = openVisitor(server.app)
  const written = `It _glows_, ${'and [so](https://lamp.example/) did I. '.repeat(40)}`
  const oneReview = '000000000000000000050191'
  const series = ['/tv/602-les-heures-grises', '/tv/604-the-last-ferry']
  await server.db.run(sql`update review set content = ${written}, entity_id = 502 where id = ${oneReview}`)
  await server.db.run(sql`update series set last_air_date = '2026-03-17' where id = 602`)
  const more = ['/movie/501-the-glass-lantern?lang=de', `/review/${oneReview}?lang=de`, ...series]
  const bodies = await Promise.all(
    [...pages.map(([address]) => address), ...more].map((address) => visitor.get(address)),
  )
  const reviews = [...new Set(bodies.flatMap(({ body }) => body.match(/\/review\/[0-9a-f]{24}\b/g) ?? []))]
  const ofReviews = await Promise.all(reviews.slice(0, 5).map((address) => visitor.get(address)))
  const nodes = [...bodies, ...ofReviews].flatMap(({ body }) => structuredDataOf(body))
  const types = new Set(JSON.stringify(nodes).match(/(?<="@type":")\w+/g))
  for (const wanted of ['Review', 'AggregateRating', 'Rating', 'Movie', 'TVSeries', 'TVSeason', 'TVEpisode', 'Person'])
    assert.ok(types.has(wanted), `${wanted} is not among ${[...types]}`)
  const elsewhere = JSON.stringify(nodes)
  for (const address of ['https://lantern.example', 'https://www.imdb.com/title/tt0000501/'])
    assert.ok(elsewhere.includes(address), address)
  assert.deepEqual(await faultsForSearch(nodes), [])
  assert.equal(await faultsOfVocabulary(nodes), '')
  const one = nodes.find((node) => node['@type'] === 'Review' && String(node.url).endsWith(oneReview))
  const { itemReviewed, reviewBody } = one as { itemReviewed?: { url?: string }; reviewBody?: string }
  assert.equal(itemReviewed?.url, `${site}/movie/502-das-zweite-glimmen`, 'the address of every language')
  assert.match(String(reviewBody), /^It glows, and so did I\. [^[\]]*…$/)
  assert.equal(reviewBody?.length, 501)
  const ends = nodes.flatMap((node) => (node['@type'] === 'TVSeries' ? [node.endDate] : []))
  assert.deepEqual(ends, [undefined, undefined, '2026-03-09'], 'a pilot that nobody produces any more has not ended')
  // The check can fail.
  const wrong = [{ '@type': 'Movie', name: 'A', directorOfIt: 'B' }]
  assert.match(await faultsOfVocabulary(wrong), /directorOfIt/)
  assert.notDeepEqual(await faultsForSearch([{ '@type': 'AggregateRating', ratingValue: 5 }]), [])
})

test('no text of a record ends the data of a page', async (t) => {
  const server = await startPages(sqliteEngine(loadWorld))
  t.after(() => server.close())
  const overview = '</script><script>alert(1)</script><!-- \u2028 "'
  await applyEdit(server.db, {
    account_id: null,
    at: new Date(testDay),
    records: [{ kind: 'movie', id: 501, values: { overview } }],
  })
  const { body } = await openVisitor(server.app).get('/movie/501-the-glass-lantern')
  assert.equal(structuredDataOf(body)[0]?.description, overview)
  assert.doesNotMatch(body, /<script>/)
})

test('the site can be installed: its icons are as large as they say', async (t) => {
  const server = await startPages(sqliteEngine(loadWorld), { private: true })
  t.after(() => server.close())
  const { app } = server
  const manifest = (await app.inject('/site.webmanifest')).json()
  assert.deepEqual([manifest.start_url, manifest.display], ['/', 'standalone'])
  for (const { src, sizes, type } of manifest.icons) {
    const reply = await app.inject(src)
    assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, type], src)
    const { width, height } = await sharp(reply.rawPayload).metadata()
    if (sizes !== 'any') assert.equal(`${width}x${height}`, sizes, src)
  }
  assert.ok(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === 'maskable'))
  const icon = await app.inject('/favicon.ico')
  assert.deepEqual([icon.statusCode, icon.rawPayload.readUInt16LE(2), icon.rawPayload.readUInt16LE(4)], [200, 1, 3])
  const { body } = await openVisitor(app).get('/login')
  for (const address of valuesIn(body, /<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]*)">/g))
    assert.equal((await app.inject(address)).statusCode, 200, address)
  assert.doesNotMatch(body, /og:|canonical|ld\+json/)
})

test('robots may look at an open catalogue, and at nothing of one that is for nobody or private', async (t) => {
  for (const [options, isOpen] of [
    [{}, true],
    [{ robots: 'nobody' }, false],
    [{ private: true }, false],
  ] as const) {
    const server = await startPages(sqliteEngine(loadWorld), options)
    t.after(() => server.close())
    const { body, headers } = await server.app.inject('/robots.txt')
    const page = await openVisitor(server.app).get('/login')
    if (isOpen) {
      assert.match(body, /^User-agent: \*\nDisallow: \/3\/\n/)
      assert.deepEqual([headers['x-robots-tag'], page.headers['x-robots-tag']], [undefined, undefined])
    } else {
      assert.equal(body, 'User-agent: *\nDisallow: /\n')
      assert.equal(page.headers['x-robots-tag'], 'noindex, nofollow, noarchive')
    }
  }
})
