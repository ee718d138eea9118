import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxRolesInList } from '#src/catalogue/summaries/works-of-person.ts'
import type { Database } from '#src/database/database.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, startPages, type Visitor } from '../support/pages/visitor.ts'

/** Records with more of something than a page shows: the page is no larger than it has to be, and leads to the rest. */

const source = 'low'
const list = <Item>(size: number, itemOf: (at: number) => Item) => Array.from({ length: size }, (_, at) => itemOf(at))

/** The movies of a collection, of which one is the best in each order. */
const inCollection = list(50, (at) => ({
  ...{ kind: 'movie', id: 101 + at, title: `Film ${at + 1}`, release_date: `${1950 + at}-01-01`, source },
  ...{ belongs_to_collection: { id: 1 }, vote_average: at === 30 ? 9 : 5 },
}))

const videoId = 'b'.repeat(24)
const orderId = 'a'.repeat(24)

/** A title in which one person has many roles and jobs. */
const creditsOf = (id: number, size: number) => ({
  cast: list(size, (order) => ({ id, character: `Part ${order + 1}!`, order })),
  crew: list(size, (at) => ({ id, department: `Department ${at + 1}`, job: `Job ${at + 1}!` })),
})

const otherTitles = list(201, (at) => ({
  iso_3166_1: 'DE',
  title: `Other ${String(at + 1).padStart(3, '0')}!`,
  type: '',
}))

const lines = [
  ...sources,
  { kind: 'collection', id: 1, name: 'The Long Collection', source },
  ...inCollection,
  { kind: 'person', id: 1, name: 'Ann Example', source },
  { kind: 'person', id: 2, name: 'Bo Example', source },
  { kind: 'movie', id: 102, credits: creditsOf(2, 30), source },
  { kind: 'series', id: 2, name: 'Another Show', first_air_date: '2020-01-01', credits: creditsOf(2, 30), source },
  { kind: 'series', id: 3, name: 'Many', alternative_titles: { results: otherTitles }, source },
  ...list(100, (at) => ({ kind: 'season', id: 100 + at, series_id: 3, season_number: at + 1, name: '', source })),
  { kind: 'movie', id: 103, alternative_titles: { titles: otherTitles }, source },
  { kind: 'company', id: 1, name: 'Lamp Works', source },
  { kind: 'network', id: 1, name: 'Channel One', source },
  { kind: 'movie', id: 101, videos: { results: [{ id: videoId, site: 'YouTube', key: 'abc' }] }, source },
  { kind: 'series', id: 1, name: 'The Show', source },
  { kind: 'series', id: 1, episode_groups: { results: [{ id: orderId, type: 3, name: 'DVD', groups: [] }] }, source },
  { kind: 'season', id: 1, series_id: 1, season_number: 1, name: 'Season 1', source },
  { kind: 'episode', id: 1, series_id: 1, season_number: 1, episode_number: 2, name: 'Part 2', source },
]

/** Addresses without the name, to where they lead. */
const shortened: Readonly<Record<string, string>> = {
  '/movie/101': '/movie/101-film-1',
  '/movie/101/credits': '/movie/101-film-1/credits',
  '/movie/101/videos': '/movie/101-film-1/videos',
  [`/movie/101/videos/${videoId}?play=yes`]: `/movie/101-film-1/videos/${videoId}?play=yes`,
  '/tv/1': '/tv/1-the-show',
  '/tv/1/credits': '/tv/1-the-show/credits',
  [`/tv/1/order/${orderId}`]: `/tv/1-the-show/order/${orderId}`,
  '/tv/1/season/1': '/tv/1-the-show/season/1',
  '/tv/1/season/01/episode/02': '/tv/1-the-show/season/1/episode/2',
  '/tv/1/season/1/episode/2/credits': '/tv/1-the-show/season/1/episode/2/credits',
  '/tv/1/season/1/episode/2/videos': '/tv/1-the-show/season/1/episode/2/videos',
  '/person/1?sort=oldest': '/person/1-ann-example?sort=oldest',
  '/company/1': '/company/1-lamp-works',
  '/network/1': '/network/1-channel-one',
  '/collection/1?page=2': '/collection/1-the-long-collection?page=2',
}

/** A database that counts the statements that read it, but for the look at the settings once in a while. */
const counting = (db: Database, count: () => void): Database =>
  new Proxy(db, {
    get(target, name: keyof Database) {
      if (name === 'wide') return counting(target.wide, count)
      if (name !== 'all' && name !== 'one') return target[name]
      return (...given: Parameters<Database['all']>) => {
        if (!given[1].strings.join().includes('server_setting')) count()
        return target[name](...given)
      }
    },
  })

/** What stands in the links of a page, as often as it stands there. */
const linksIn = (body: string, pattern: RegExp): string[] =>
  [...body.matchAll(pattern)].map(([, found]) => found as string)

const cardsIn = (body: string) => linksIn(body, /class="record-card" href="\/movie\/(\d+)-/g).map(Number)
const range = (from: number, to: number) => list(to - from + 1, (at) => from + at)

forEachEngine(emptyCatalogue, (engine) => {
  let server: PagesServer
  let visitor: Visitor
  let reads = 0
  before(async () => {
    const open = async () => counting(await engine.open(), () => reads++) as Awaited<ReturnType<typeof engine.open>>
    server = await startPages({ ...engine, open })
    const { refused } = await importInto(server.db, lines)
    assert.deepEqual(refused, [])
    visitor = openVisitor(server.app)
  })
  after(() => server.close())

  test('a collection shows a page of its movies, in each order', async () => {
    const address = '/collection/1-the-long-collection'
    const get = async (query: string) => cardsIn((await visitor.get(`${address}${query}`)).body)
    assert.deepEqual(await get(''), range(101, 124))
    assert.deepEqual(await get('?page=2'), range(125, 148))
    assert.deepEqual(await get('?page=3'), [149, 150])
    assert.deepEqual(await get('?sort=newest&page=3'), [102, 101])
    assert.deepEqual(await get('?sort=title&page=3'), [149, 150])
    assert.deepEqual(await get('?sort=rating'), [131, ...range(101, 123)])
    const { body } = await visitor.get(`${address}?sort=newest&page=2`)
    assert.match(body, /50 movies/)
    const next = `href="${address}?sort=newest&page=3"`
    assert.ok(body.replaceAll('&#61;', '=').replaceAll('&#38;', '&').includes(next), next)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '')
    const node = JSON.stringify(data)
    assert.deepEqual(linksIn(node, /"url":"[^"]*\/movie\/(\d+)-/g).map(Number), range(101, 120))
    assert.equal((await visitor.get(`${address}?page=4`)).status, 404)
    assert.equal((await visitor.get(`${address}?page=x`)).status, 404)
  })

  test('a movie in a large collection shows those around it', async () => {
    const { body } = await visitor.get('/movie/130-film-30')
    assert.deepEqual(cardsIn(body).slice(0, 24), range(118, 141))
  })

  for (const [address, location] of Object.entries(shortened))
    test(`only the name is looked up to lead from ${address} to its whole address`, async () => {
      reads = 0
      const reply = await visitor.get(address)
      // Whether a season, an episode, a video or an order is there is looked up, too.
      assert.deepEqual(
        [reply.status, reply.location, reads],
        [301, location, /season\/|videos\/|order\//.test(address) ? 2 : 1],
      )
    })

  test('nothing leads to what is not there', async () => {
    const absent = [
      ...['/tv/1/season/9', '/tv/1/season/x', '/tv/1/season/1/episode/9/credits', '/movie/9', '/movie/101?reviews=0'],
      ...['/movie/101/videos/a%0Db%2F..', '/tv/1/order/none', '/person/1?credits=x', '/collection/1?page=0'],
    ]
    for (const address of absent) assert.equal((await visitor.get(address)).status, 404, address)
  })

  test('a title shows a page of its seasons, and one of its other titles', async () => {
    const address = '/tv/3-many'
    const seen = async (query: string, of = address) => {
      const { body } = await visitor.get(`${of}${query}`)
      const seasons = linksIn(body, /class="record-card" href="\/tv\/3-many\/season\/(\d+)"/g)
      const others = linksIn(body, /Other (\d+)!/g)
      const isOpen = /<details class="long-list" open>/.test(body)
      return [seasons.length, seasons[0], others.length, others[0], isOpen]
    }
    assert.deepEqual(await seen(''), [96, '1', 200, '001', false])
    assert.deepEqual(await seen('?seasons=2'), [4, '97', 200, '001', false])
    assert.deepEqual(await seen('?titles=2'), [96, '1', 1, '201', true])
    assert.deepEqual(await seen('?titles=2', '/movie/103-film-3'), [0, undefined, 1, '201', true])
    const { body } = await visitor.get(address)
    const plain = body.replaceAll('&#61;', '=')
    for (const way of ['seasons=2#seasons', 'titles=2#titles'])
      assert.ok(plain.includes(`href="${address}?${way}"`), way)
    for (const query of ['?seasons=3', '?titles=3', '?seasons=0', '?titles=x'])
      assert.equal((await visitor.get(`${address}${query}`)).status, 404, query)
  })

  test('a person with many roles in a title shows the first ones', async () => {
    const { body } = await visitor.get('/person/2-bo-example')
    const rows = linksIn(body, /<li><span class="year">(.*?)<\/li>/gs)
    assert.equal(rows.length, 2)
    for (const row of rows)
      assert.deepEqual(
        [linksIn(row, /(Part \d+)!/g).length, linksIn(row, /(Job \d+)!/g).length],
        [maxRolesInList, maxRolesInList],
      )
    const other = await visitor.get('/person/2-bo-example?department=Department+30&kind=tv')
    assert.deepEqual(linksIn(other.body, /<li><span class="year">.*?href="([^"]+)"/gs), ['/tv/2-another-show'])
  })
})
