import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const lantern = {
  media_type: 'movie',
  id: 501,
  name: 'The Glass Lantern',
  lang: 'en',
  note: '2021 · Movie',
  address: '/movie/501-the-glass-lantern',
  picture: '/t/drawn/movie-501.svg',
  letter: 'G',
}
const german = { ...lantern, name: 'Die gläserne Laterne', lang: '', note: '2021 · Film' }
const odalys = {
  media_type: 'person',
  id: 301,
  name: 'Odalys Fenwick',
  lang: '',
  note: 'Acting',
  address: '/person/301-odalys-fenwick',
  picture: null,
  letter: 'OF',
}
const signals = {
  media_type: 'tv',
  id: 601,
  name: 'Tidewater Signals',
  lang: 'en',
  note: '2024 · Series',
  address: '/tv/601-tidewater-signals',
  picture: '/t/drawn/series-601.svg',
  letter: 'T',
}
const season = {
  ...{ ...signals, media_type: 'season', id: 6012, series_id: 601, name: 'Tidewater Signals: Season 2' },
  ...{ note: '2026', address: '/tv/601-tidewater-signals/season/2' },
}
const storm = {
  ...{ ...signals, media_type: 'episode', id: 60121, series_id: 601, name: 'Storm Warning', lang: '' },
  ...{ note: 'Tidewater Signals · Season 2, episode 1', address: '/tv/601-tidewater-signals/season/2/episode/1' },
}
const none = { says: 'No suggestions', suggestions: [] }
const long = `${'odalys fenwick'.padEnd(200)}xyzzy`

/** What is asked for, and the whole reply. */
const replies: [title: string, query: Record<string, string>, reply: object][] = [
  ['a movie', { query: 'The Glass L' }, { says: '1 suggestion', suggestions: [lantern] }],
  ['in German', { query: 'gläser', language: 'de-DE' }, { says: '1 Vorschlag', suggestions: [german] }],
  ['a series', { query: 'tide' }, { says: '1 suggestion', suggestions: [signals] }],
  ['a person', { query: 'ODALYS ' }, { says: '1 suggestion', suggestions: [odalys] }],
  ['a season', { query: 'tidewater season 2' }, { says: '1 suggestion', suggestions: [season] }],
  ['an episode by its numbers', { query: 'tidewater s2e1' }, { says: '1 suggestion', suggestions: [storm] }],
  [
    'the season of an episode that is not there',
    { query: 'tidewater 2x99' },
    { says: '1 suggestion', suggestions: [season] },
  ],
  ['no season that is not there', { query: 'tidewater season 9' }, none],
  ['no season of an adult series', { query: 'nothing yet season 1' }, none],
  ['an episode by its name', { query: 'storm warn' }, { says: '1 suggestion', suggestions: [storm] }],
  ['nothing for one letter', { query: ' o ' }, none],
  ['nothing for what nobody is called', { query: 'xyzzy' }, none],
  ['nothing without a query', {}, none],
  ['no adult movie', { query: 'velours' }, none],
  ['for the beginning of a text that is too long', { query: long }, { says: '1 suggestion', suggestions: [odalys] }],
  ['nothing for half of a character', { query: `${'a'.repeat(199)}😀` }, none],
  ['in spite of a slip', { query: 'odlays fenwik' }, { says: '1 suggestion', suggestions: [odalys] }],
  ['for what no database can store', { query: 'odalys\0' }, { says: '1 suggestion', suggestions: [odalys] }],
  [
    'by another name',
    { query: 'gläserne licht' },
    { says: '1 suggestion', suggestions: [{ ...lantern, note: '2021 · Movie · also known as Das gläserne Licht' }] },
  ],
]

const namesIn = (text: string) => JSON.parse(text).suggestions.map(({ name }: { name: string }) => name)

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
    await followEpisodes(server.db).catchUp()
  })
  after(() => server.close())

  let clients = 0
  /** Asks from an address of its own, so that no limit is reached. */
  const get = (query: Record<string, string>, headers = {}, remoteAddress = `192.0.2.${++clients}`) =>
    server.app.inject({ url: `/search/suggest?${new URLSearchParams(query)}`, headers, remoteAddress })

  for (const [title, query, reply] of replies)
    test(`suggestions: ${title}`, async () => assert.deepEqual((await get(query)).json(), reply))

  test('an episode that is called so comes before titles that are nearly called so', async (context) => {
    const own = await startPages(engine)
    context.after(() => own.close())
    const near = { kind: 'movie', id: 9501, title: 'Storm Warming', original_title: 'Storm Warming', source: 'low' }
    await importInto(own.db, [...sources, near])
    await updateNameIndex(own.db)
    await followEpisodes(own.db).catchUp()
    const reply = await own.app.inject('/search/suggest?query=storm%20warning')
    assert.deepEqual(namesIn(reply.body), ['Storm Warning', 'Storm Warming'])
    const other = await own.app.inject('/search/suggest?query=storm%20warming')
    assert.deepEqual(namesIn(other.body), ['Storm Warming'])
  })

  test('there are eight at most, the most popular first, none of them twice', async () => {
    const names = namesIn((await get({ query: 'reel' })).body)
    assert.deepEqual(
      names,
      Array.from({ length: 8 }, (_, index) => `Reel 0${index + 1}`),
    )
  })

  test('a language that is none counts as left out', async () => {
    const reply = await get({ query: 'reel', language: 'klingon' })
    assert.deepEqual([reply.statusCode, reply.body], [200, (await get({ query: 'reel' })).body])
  })

  test('they are the same for everybody, are kept for a minute, and are nothing for pages of other sites', async () => {
    const first = await get({ query: 'glass' })
    const { date, connection, 'content-length': length, etag, ...headers } = first.headers
    assert.deepEqual(headers, {
      'cache-control': 'public, max-age=60',
      'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    const again = await get({ query: ' GLASS?' }, { 'if-none-match': etag })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
    const signedIn = await get({ query: 'velours' }, { cookie: 'reelcommons_session=x' })
    assert.deepEqual([signedIn.json(), signedIn.headers['set-cookie']], [none, undefined])
  })

  test('a client has a limit for each second, by the address that the proxies name', async (context) => {
    const own = await startPages(engine, { proxies: '192.0.2.1', 'suggestions-per-second': '3' })
    context.after(() => own.close())
    const ask = (client: string, remoteAddress = '192.0.2.1') =>
      own.app.inject({ url: '/search/suggest?query=g', headers: { 'x-forwarded-for': client }, remoteAddress })
    for (let asked = 0; asked < 3; asked++) assert.equal((await ask(`2001:db8:0:1::${asked}`)).statusCode, 200)
    const refused = await ask('2001:db8:0:1:ffff::1')
    assert.deepEqual(
      [refused.statusCode, refused.headers['retry-after'], refused.json()],
      [429, '1', statusEnvelope('too_many_requests')],
    )
    const others = [await ask('2001:db8:0:2::1'), await ask('2001:db8:0:1::1', '198.51.100.7')]
    assert.deepEqual(
      others.map(({ statusCode }) => statusCode),
      [200, 200],
    )
    own.setTime(new Date(Date.parse(testDay) + 1_000).toISOString())
    assert.equal((await ask('2001:db8:0:1::1')).statusCode, 200)
  })

  test('a limit of 0 is none', async (context) => {
    const own = await startPages(engine, { 'suggestions-per-second': '0' })
    context.after(() => own.close())
    for (let asked = 0; asked < 100; asked++)
      assert.equal((await own.app.inject('/search/suggest?query=g')).statusCode, 200)
  })

  test('browsers get them as lists, and learn from every page where', async () => {
    const page = await openVisitor(server.app).get('/', { 'accept-language': 'de' })
    const [, description = ''] = /<link rel="search" type="([^"]*)"/.exec(page.body) ?? []
    const [, address = ''] = /<link rel="search" [^>]* href="([^"]*)"/.exec(page.body) ?? []
    const told = await server.app.inject(address.replace('&#61;', '='))
    assert.deepEqual(
      [told.headers['content-type'], told.headers['cache-control']],
      [`${description}; charset=utf-8`, 'public, max-age=86400'],
    )
    assert.match(told.body, /<Description>Titel und Namen suchen<\/Description>/)
    const [searching, suggesting] = [...told.body.matchAll(/template="([^"]*)"/g)].map(([, template = '']) =>
      template.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replace('{searchTerms}', 'gl%C3%A4ser'),
    )
    assert.equal(searching, 'http://reelcommons.example/search?query=gl%C3%A4ser')
    const list = await server.app.inject(String(suggesting).replace('http://reelcommons.example', ''))
    assert.equal(list.headers['content-type'], 'application/x-suggestions+json; charset=utf-8')
    assert.deepEqual(list.json(), [
      'gläser',
      ['Die gläserne Laterne'],
      ['2021 · Film'],
      ['http://reelcommons.example/movie/501-the-glass-lantern'],
    ])
    assert.equal((await server.app.inject('/search/opensearch.xml?language=xx')).statusCode, 422)
  })
})
