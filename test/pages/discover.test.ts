import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

/** What pages of discover say, in a language. */
const shown: [address: string, language: string, says: RegExp[]][] = [
  ['/discover/movie', 'en', [/Movies Series .* 104 titles The Glass Lantern 2021 .* Page 1 Page 2 … Page 5 Next/]],
  ['/discover/tv?genre=18', 'de', [/Genre Drama × 1 Titel Gezeitensignale 2024/, /Sortieren nach Beliebtheit/]],
  [
    '/discover/movie?genre=18,878&keyword=801&person=301&company=101&country=US&decade=2020&rating=7',
    'en',
    [
      /Genre Drama × Genre Science Fiction × .* Country United States × /,
      /Keyword lighthouse × Person Odalys Fenwick ×/,
      /Company Lanternfish Pictures × Remove all filters 1 title The Glass Lantern 2021/,
    ],
  ],
  [
    '/discover/movie?provider=901&region=DE&runtime=90-120',
    'de',
    [/Harbour Stream \(Deutschland\) × .* 1 Titel Die gläs/],
  ],
  ['/discover/movie?certificate=US:PG-13', 'en', [/Up to PG-13 \(United States\) × 1 title/]],
  [
    '/discover/movie?certificate=US:G',
    'en',
    [/0 titles No titles match all filters .* Without “Age rating: Up to G \(United States\)”: 104/],
  ],
  ['/discover/movie?genre=18&year=1999', 'en', [/Remove a filter to see more: Without “Year: 1999”: 1$/]],
  ['/discover/tv?network=201&sort=oldest', 'en', [/Network Channel Zephyr × 1 title Tidewater Signals/]],
  [
    '/discover/movie?when=lately&genre=18',
    'en',
    [/New and coming soon In the last six weeks × .* Without “New and coming soon: In the last six weeks”: 1$/],
  ],
  ['/discover/movie?decade=1990&year=2021', 'en', [/0 titles No titles match all filters/]],
  ['/discover/movie?decade=2020&year=2021', 'en', [/1 title The Glass Lantern 2021/]],
  ['/discover/tv?when=today', 'de', [/Neu und demnächst Läuft heute × 1 Titel Gezeitensignale 2024/]],
  ['/discover/tv?when=lately', 'en', [/Discover .*(?<!Airing today) × |\d+ titles /]],
  ['/discover/movie?person=301&network=201&colour=red', 'en', [/Person Odalys Fenwick × 2 titles/]],
  ['/discover/tv?person=301&network=201', 'en', [/Person Odalys Fenwick × .*1 title Tidewater Signals 2024/]],
  ['/discover/movie?took=person::Nobody+At+All', 'en', [/Person: nothing found for “Nobody At All”\./]],
  [
    '/discover/movie?keyword=801&took=keyword:801:lighthouse',
    'en',
    [/Keyword: showing “lighthouse” for “lighthouse”\./, /Keyword lighthouse × .*\d titles?/],
  ],
  ['/discover/movie?took=network:1:x', 'en', [/104 titles/]],
]

/** What other lists say in another order, or of one kind. */
const sorted: typeof shown = [
  [
    '/person?sort=added',
    'en',
    [/ Most popular Newest in the catalogue Add a person (?!.*Odalys Fenwick .*Vesper Quist)/],
  ],
  ['/company?sort=backwards', 'en', [/ A–Z Z–A Newest in the catalogue .*Umbral Holdings .*Lanternfish Pictures/]],
  ['/network?sort=added', 'en', [/^Networks .* Add a network .*Channel Zephyr France/]],
  ['/collection?sort=nonsense', 'en', [/^Collections .*Empty Shelf Collection .*The Glimmer Collection/]],
  [
    '/person/302-brannoc-tully?department=Directing&sort=oldest',
    'en',
    [/All credits \(\d\) Category Any Movies Series Department Any .* Sort by .* Show (?!.*Acting).*2021 The Glass/],
  ],
  [
    '/company/101-lanternfish-pictures?kind=movie&sort=title',
    'en',
    [/Most popular Highest rated Newest release Oldest release Title A–Z Filter these titles .*The Glass Lantern 2021/],
  ],
  [
    '/collection/401-the-glimmer-collection?sort=title',
    'en',
    [/Title A–Z The Glass Lantern 2021 The Second Glimmer 2026 Untitled Glimmer/],
  ],
]

/** What leads elsewhere. */
const moved: [address: string, location: string][] = [
  ['/discover', '/discover/movie'],
  ['/discover/movie?genre=18&decade=&year=&sort=popularity&person_name=', '/discover/movie?genre=18'],
  ['/discover/movie?genre=18&person_name=Odalys', '/discover/movie?genre=18&person=301&took=person%3A301%3AOdalys'],
  [
    '/discover/movie?person=302&person_name=Odalys&keyword_name=lightho&company_name=nobody+at+all',
    '/discover/movie?keyword=801&person=302%2C301&took=' +
      'person%3A301%3AOdalys%0Akeyword%3A801%3Alightho%0Acompany%3A%3Anobody+at+all',
  ],
]

/** Words on the pages of titles that lead to discover. */
const leading: [address: string, links: string[]][] = [
  [
    '/movie/501-the-glass-lantern',
    [
      ...['year=2021', 'genre=18', 'genre=878', 'country=US', 'country=DE'].map((asked) => `/discover/movie?${asked}`),
      ...['keyword=802', 'keyword=801'].map((asked) => `/discover/movie?${asked}`),
    ],
  ],
  ['/company/101-lanternfish-pictures', ['/discover/movie?company=101']],
  ['/network/201-channel-zephyr', ['/discover/tv?network=201']],
]

const linksIn = (body: string) =>
  [...body.replaceAll('&#61;', '=').matchAll(/href="(\/discover\/[^"]*)"/g)].map(([, address]) => address)

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  for (const [address, language, says] of [...shown, ...sorted]) {
    test(`${address} in ${language}`, async () => {
      const reply = await openVisitor(server.app).get(address, { 'accept-language': language })
      assert.equal(reply.status, 200)
      for (const expected of says) assert.match(textOf(reply), expected)
    })
  }

  for (const [address, location] of moved) {
    test(`${address} leads to ${location}`, async () => {
      assert.equal((await openVisitor(server.app).get(address)).location, location)
    })
  }

  for (const [address, links] of leading) {
    test(`words of ${address} lead to discover`, async () => {
      const { body } = await openVisitor(server.app).get(address)
      assert.deepEqual(linksIn(body), links)
    })
  }

  test('no two languages in the list look the same', async () => {
    for (const language of ['en', 'de']) {
      const { body } = await openVisitor(server.app).get('/discover/movie', { 'accept-language': language })
      const [, list = ''] = /name="original_language"[^>]*>(.*?)<\/select>/s.exec(body) ?? []
      const names = [...list.matchAll(/<option[^>]*>([^<]+)/g)].map(([, name]) => name)
      assert.ok(names.length > 150)
      assert.deepEqual(names, [...new Set(names)])
    }
  })

  test('what is suggested for the fields of names', async () => {
    const of = async (address: string) => {
      const { status, body } = await openVisitor(server.app).get(address)
      return [status, JSON.parse(body)]
    }
    assert.deepEqual(await of('/discover/movie/suggest?choice=keyword&query=lightho&language=en-US'), [
      200,
      {
        says: '1 suggestion',
        suggestions: [
          {
            id: 801,
            name: 'lighthouse',
            note: '',
            picture: null,
            media_type: 'keyword',
            lang: '',
            address: '/discover/movie?keyword=801',
            letter: 'L',
          },
        ],
      },
    ])
    const named = async (address: string) => {
      const [status, { suggestions }] = await of(address)
      return [status, suggestions.map(({ name, address }: { name: string; address: string }) => [name, address])]
    }
    assert.deepEqual(await named('/discover/movie/suggest?choice=person&query=odalys&language=de-DE'), [
      200,
      [['Odalys Fenwick', '/discover/movie?person=301']],
    ])
    assert.deepEqual(await named('/discover/tv/suggest?choice=company&query=lanternf'), [
      200,
      [['Lanternfish Pictures', '/discover/tv?company=101']],
    ])
    assert.deepEqual(await named('/discover/tv/suggest?choice=person&query=odalys'), [
      200,
      [['Odalys Fenwick', '/discover/tv?person=301']],
    ])
    assert.deepEqual(await named('/discover/movie/suggest?choice=keyword&query=l'), [200, []])
    assert.equal((await openVisitor(server.app).get('/discover/movie/suggest?choice=genre&query=drama')).status, 422)
  })

  test('counts among the titles of a list', async () => {
    const of = async (address: string) => JSON.parse((await openVisitor(server.app).get(address)).body)
    assert.deepEqual(await of('/discover/movie/facets?company=101'), {
      of: 2,
      genres: [
        { value: '18', count: 1 },
        { value: '878', count: 1 },
        { value: '90001', count: 1 },
      ],
      decades: [{ value: '2020', count: 2 }],
      countries: [
        { value: 'DE', count: 2 },
        { value: 'US', count: 1 },
      ],
    })
    assert.deepEqual(await of('/discover/tv/facets?genre=18&decade=1950'), {
      of: 0,
      genres: [],
      decades: [],
      countries: [],
    })
  })
})
