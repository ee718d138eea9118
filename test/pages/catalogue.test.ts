import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addressOf, idIn } from '#src/pages/records/addresses.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

test('an address has a name for people behind the id', () => {
  const addresses: [name: string, address: string][] = [
    ['Nosferatu, eine Symphonie des Grauens', '/movie/42-nosferatu-eine-symphonie-des-grauens'],
    ['Amélie', '/movie/42-amelie'],
    ['玻璃灯', `/movie/42-${encodeURIComponent('玻璃灯')}`],
    ['***', '/movie/42'],
    ['', '/movie/42'],
    ['a/b?c#d', '/movie/42-a-b-c-d'],
    ['x'.repeat(80), `/movie/42-${'x'.repeat(60)}`],
  ]
  assert.deepEqual(
    addresses.map(([name]) => addressOf('movie', 42, name)),
    addresses.map(([, address]) => address),
  )
})

test('the id in an address is what counts', () => {
  const segments = ['42', '42-nosferatu', '42-', '2147483647', '2147483648', '0', '042', 'x42', '42x', '', '-1', '1e3']
  assert.deepEqual(segments.map(idIn), [42, 42, 42, 2147483647, ...Array.from({ length: 8 }, () => undefined)])
})

/** What each page of the world's records says, in English. */
const shown: [address: string, says: RegExp[]][] = [
  ['/movie', [/^Movies .*The Glass Lantern 2021 The Second Glimmer 2026/, / Page 1 Page 2 … Page 5 Next$/]],
  ['/movie?page=3', [/ Previous Page 1 Page 2 Page 3 Page 4 Page 5 Next$/]],
  ['/movie?page=5', [/Short 80/, /Previous Page 1 … Page 4 Page 5$/]],
  ['/movie?list=top_rated', [/^Top-rated movies .*enough ratings\. .* The Glass Lantern 2021 Reel 21 2001/]],
  ['/movie?list=now_playing', [/^Now in cinemas .*Nothing here yet/]],
  ['/tv?list=airing_today', [/^Airing today .*today, most popular first\. Filter and sort Tidewater Signals 2024$/]],
  ['/tv?list=on_the_air', [/^Airing this week .*Tidewater Signals 2024/]],
  ['/tv', [/^Series .*Tidewater Signals 2024/]],
  ['/movie?list=upcoming', [/^Coming soon .* Nothing here yet The catalogue has none of these yet\. Add a movie$/]],
  ['/person', [/^People .*Odalys Fenwick Acting/]],
  ['/company', [/^Companies .*Lanternfish Pictures Germany/]],
  ['/network', [/^Networks .*Channel Zephyr France/]],
  ['/collection', [/^Collections .*Empty Shelf Collection/]],
  [
    '/movie/501-the-glass-lantern',
    [
      /^The Glass Lantern 2021/,
      /A lamp maker follows a light that nobody else can see\./,
      /Odalys Fenwick/,
      /7\.4 of 10 from 1,208 ratings/,
      /Companies Lanternfish Pictures/,
      /Collection The Glimmer Collection/,
      /By Lamp Lighter 8\.5 of 10 · 2 July 2021 It glows, and so did I\./,
      /Das gläserne Licht Germany · working title/,
      /External IDs imdb\.com wikidata\.org facebook\.com/,
      /Videos/,
      /Posters \(\d/,
    ],
  ],
  ['/movie/504-untitled-glimmer', [/^Untitled Glimmer/, /No description yet/, /No reviews yet/]],
  [
    '/tv/601-tidewater-signals',
    [
      /^Tidewater Signals 2024/,
      /2 seasons · 6 episodes · 45 min, 50 min/,
      /Seasons .*Specials/,
      /Networks .*Channel Zephyr/,
      /Created by Tamsin Rook/,
    ],
  ],
  [
    '/tv/601-tidewater-signals/season/2',
    [/^Tidewater Signals .*Season 2/, /The second winter\./, /1\. Storm Warning 3 March 2026 · 50 min/],
  ],
  ['/tv/601-tidewater-signals/season/0', [/Specials/]],
  [
    '/tv/601-tidewater-signals/season/0/episode/1',
    [/› Specials .*The Night Before Specials, episode 1 · 30 August 2024/],
  ],
  ['/tv/603-nothing-yet', [/ Seasons No seasons or episodes are listed yet\. /]],
  ['/tv/604-the-last-ferry?reviews=2', [/^The Last Ferry/, /Reviews By .* Previous Page 1 Page 2/]],
  [
    '/tv/601-tidewater-signals/season/2/episode/1',
    [/Storm Warning Season 2, episode 1 · 3 March 2026 · 50 min/, /The lamp goes out\./],
  ],
  [
    '/person/301-odalys-fenwick',
    [
      /^Odalys Fenwick Acting/,
      /learned to act in a lighthouse/,
      /Born 29 February 1984/,
      /All credits \(\d+\) .*2021 The Glass Lantern Ansa/,
    ],
  ],
  ['/person/306-vesper-quist', [/^Vesper Quist/]],
  [
    '/company/101-lanternfish-pictures',
    [/Makes films that glow\./, /Part of Umbral Holdings/, /The Glass Lantern/, /LFP/, /Logos \(2\)/],
  ],
  ['/network/201-channel-zephyr', [/^Channel Zephyr/, /Tidewater Signals/, /Zephyr TV/]],
  ['/collection/401-the-glimmer-collection', [/3 movies/, /Films about one light\./, /Untitled Glimmer/]],
  [
    '/review/000000000000000000050191',
    [/Review of The Glass Lantern by Lamp Lighter/, /edited on 1 August 2021/, /8\.5 of 10/],
  ],
  ['/search', [/Search the catalogue/]],
  ['/search?query=the', [/Results for “the”/, /Movies 2 .*The Glass Lantern/, /Series 2/, /Collections 1/]],
  ['/search?query=reel', [/All Movies 2\d .*All matching movies/]],
  ['/search?query=gläserne+licht', [/The Glass Lantern 2021 also known as Das gläserne Licht/]],
  ['/search?query=lantern+glass+2021', [/Movies 1 The Glass Lantern 2021 Not there/]],
  ['/search?query=the+glass+lantern&kind=network', [/All Movies 1 .*No networks found Other categories have/]],
  ['/search?query=short&kind=movie&page=2', [/Short \d\d/, /Previous Page 1 Page 2/]],
  ['/search?query=lighthouse', [/All Keywords 1 Keywords 1 lighthouse Not there/]],
  ['/search?query=zephyr', [/Networks 1 .*Channel Zephyr/]],
  ['/search?query=xyzzy', [/Nothing found/]],
  [
    '/search?query=lantern+fenwick',
    [/A year helps, too\. Titles with these people The Glass Lantern 2021 with Odalys Fenwick Found by fewer words/],
  ],
  ['/search?query=xyzzy+lantern', [/Nothing found .*Found by fewer words lantern \d+ Not there/]],
]

/** Addresses that lead to the one address of a record. */
const redirected: [address: string, to: string][] = [
  ['/movie/501', '/movie/501-the-glass-lantern'],
  ['/movie/501-something-else', '/movie/501-the-glass-lantern'],
  ['/movie/501?a=b', '/movie/501-the-glass-lantern?a=b'],
  ['/tv/602', '/tv/602-les-heures-grises'],
  ['/tv/601/season/2', '/tv/601-tidewater-signals/season/2'],
  ['/tv/601/season/2/episode/1', '/tv/601-tidewater-signals/season/2/episode/1'],
  ['/person/301', '/person/301-odalys-fenwick'],
  ['/company/101', '/company/101-lanternfish-pictures'],
  ['/network/201', '/network/201-channel-zephyr'],
  ['/collection/401', '/collection/401-the-glimmer-collection'],
]

const absent = [
  ...['/movie/599', '/movie/0', '/movie/word', '/movie/tt0000501', '/movie/99999999999', '/tv/699', '/person/399'],
  ...['/company/199', '/network/299', '/collection/499', '/tv/601/season/9', '/tv/601/season/x', '/tv/699/season/1'],
  ...[
    '/tv/601/season/1/episode/99',
    '/review/000000000000000000000001',
    '/review/501',
    '/movie?page=0',
    '/movie?page=501',
    '/movie?list=airing_today',
    '/person?list=popular',
  ],
  ...['/company/101?page=x', '/search?query=a&page=0', '/movie/501?reviews=0', '/tv/601?reviews=501'],
]

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  describe('pages of records', () => {
    for (const [address, says] of shown) {
      test(address, async () => {
        const reply = await openVisitor(server.app).get(address)
        assert.equal(reply.status, 200)
        for (const text of says) assert.match(textOf(reply), text)
        assert.match(reply.body, /<html lang="en">/)
        assert.equal(reply.body.match(/<h1/g)?.length, 1)
      })
    }
    for (const [address, to] of redirected) {
      test(`${address} leads to ${to}`, async () => {
        const { status, location } = await openVisitor(server.app).get(address)
        assert.deepEqual([status, location], [301, to])
      })
    }
    test('what does not exist is not found', async () => {
      const visitor = openVisitor(server.app)
      const statuses = await Promise.all(absent.map(async (address) => [address, (await visitor.get(address)).status]))
      assert.deepEqual(
        statuses,
        absent.map((address) => [address, 404]),
      )
    })
  })

  test('a keyword that was found leads to what has it', async () => {
    const { body } = await openVisitor(server.app).get('/search?query=lighthouse&kind=keyword')
    assert.match(body, /<a href="\/discover\/movie\?keyword=801">lighthouse<\/a>/)
  })

  test('texts are in the language of the pages, and say so where they are not', async () => {
    const german = (address: string) => openVisitor(server.app).get(address, { 'accept-language': 'de' })
    const lantern = await german('/movie/501-the-glass-lantern')
    assert.match(textOf(lantern), /^Die gläserne Laterne 2021 The Glass Lantern/)
    assert.match(textOf(lantern), /Ein Lampenmacher folgt einem Licht/)
    const velvet = await german('/movie/503-l-heure-de-velours')
    assert.match(textOf(velvet), /Noch nicht auf Deutsch verfügbar\. Hier auf Englisch\. Only at night\./)
    assert.match(velvet.body, /<div lang="en">/)
    const person = await german('/person/303')
    assert.equal(person.location, '/person/303-sunniva-okoro')
    assert.match(textOf(await german('/person/303-sunniva-okoro')), /^Ọkọrọ Sunniva/)
  })

  test('texts that the language of the page does not have are looked for in others of the browser', async () => {
    const address = '/movie/503-l-heure-de-velours'
    const read = async (accepted: string) =>
      /^(.+?) 2019/.exec(textOf(await openVisitor(server.app).get(address, { 'accept-language': accepted })))?.[1]
    const english = 'Velvet Hour'
    assert.equal(await read('de'), "L'Heure de velours")
    assert.equal(await read('de,en;q=0.9'), english)
    assert.equal(await read('de;q=0.8, es, en-GB;q=0.5'), english)
    assert.equal(await read('en, de'), english)
    // Three are looked in, and a language that is not wanted is none of them.
    assert.equal(await read('de, es, it, pt, en'), await read('de'))
    assert.equal(await read('de, es, it, pt;q=0, en'), english)
  })

  const words: [address: string, says: RegExp[]][] = [
    [
      '/movie/501-the-glass-lantern',
      [/Drama ?, Science-Fiction/, /Status Erschienen/, /Stab Regie Brannoc Tully Drehbuch/],
    ],
    [
      '/tv/601-tidewater-signals',
      [/Status Wird fortgesetzt Art Erzählende Serie/, /Staffeln Extras .* Staffel 2 2026/],
    ],
    [
      '/tv/601-tidewater-signals/season/2',
      [
        /^Gezeitensignale ‹ Staffel 1 Staffel 2 3\. März 2026/,
        /Externe IDs thetvdb\.com wikidata\.org Fernsehzeitschrift/,
      ],
    ],
    [
      '/tv/601-tidewater-signals/season/2/episode/1',
      [/Storm Warning: a scene Ausschnitt · auf VideoSite1 als tide6012151/],
    ],
    ['/tv/601-tidewater-signals/season/0/episode/1', [/The Night Before Extras, Folge 1 · 30\. August 2024/]],
    ['/person/301-odalys-fenwick', [/^Odalys Fenwick Schauspiel/, /Geschlecht Weiblich/]],
    ['/person', [/Brannoc Tully Regie/, /Tamsin Rook Idee und Konzept/]],
  ]
  for (const [address, says] of words) {
    test(`the words of ${address} are those of the language`, async () => {
      const reply = await openVisitor(server.app).get(address, { 'accept-language': 'de' })
      for (const text of says) assert.match(textOf(reply), text)
    })
  }

  test('adult records are looked up only by who wants them', async () => {
    const stranger = openVisitor(server.app)
    assert.match(textOf(await stranger.get('/search?query=velvet')), /Nothing found/)
    const ada = await signedIn(server, 'ada')
    assert.match(textOf(await ada.get('/search?query=velvet')), /Velvet Hour/)
  })

  test('a watchlist is kept from the page of a title', async (context) => {
    const own = await startPages(engine)
    context.after(() => own.close())
    const bo = await signedIn(own, 'bo')
    const movie = '/movie/501-the-glass-lantern'
    assert.match(textOf(await bo.get(movie)), /Add to watchlist/)
    const fields = { media_type: 'movie', media_id: '501', watchlist: 'on', next: movie }
    const added = await bo.post('/watchlist', fields, { from: movie })
    assert.deepEqual([added.status, added.location], [303, movie])
    assert.match(textOf(await bo.follow(added)), /^Added to your watchlist\. .*Remove from watchlist/)

    const shelf = await bo.follow(await bo.get('/watchlist'))
    assert.match(textOf(shelf), /22 titles The Glass Lantern 2021 .*Remove The Glass Lantern Reel 21 2001/)
    const leads: [from: string, to: string][] = [
      ['/watchlist', '/library/watchlist/movie'],
      ['/watchlist?kind=movie&sort_by=created_at.desc&page=2', '/library/watchlist/movie'],
      ['/watchlist?kind=tv&sort_by=created_at.asc', '/library/watchlist/tv?sort=first'],
    ]
    for (const [from, to] of leads) assert.equal((await bo.get(from)).location, to)
    assert.match(textOf(await bo.get('/library/watchlist/movie?sort=first')), /22 titles Reel 01 /)
    assert.match(textOf(await bo.get('/library/watchlist/tv')), /Your watchlist|No series/i)

    const removed = await bo.post(
      '/watchlist',
      { ...fields, watchlist: '', next: 'https://evil.example/' },
      { from: movie },
    )
    assert.deepEqual([removed.status, removed.location], [303, '/'])
    assert.match(textOf(await bo.get(movie)), /Add to watchlist/)
    const wrong = await bo.post('/watchlist', { ...fields, media_type: 'person' }, { from: movie })
    assert.equal(wrong.status, 422)
  })

  test('strangers are asked to sign in', async () => {
    const stranger = openVisitor(server.app)
    const lead = async (address: string) => (await stranger.get(address)).location
    assert.equal(await lead('/watchlist'), '/login?next=%2Fwatchlist')
    assert.equal(await lead('/movie/501/review'), '/login?next=%2Fmovie%2F501%2Freview')
    assert.equal(
      await lead('/review/000000000000000000050191/delete'),
      '/login?next=%2Freview%2F000000000000000000050191%2Fdelete',
    )
  })
})
