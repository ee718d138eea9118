import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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

const lines = [...sources, { kind: 'collection', id: 1, name: 'The Long Collection', source }, ...inCollection]

/** What stands in the links of a page, as often as it stands there. */
const linksIn = (body: string, pattern: RegExp): string[] =>
  [...body.matchAll(pattern)].map(([, found]) => found as string)

const cardsIn = (body: string) => linksIn(body, /class="record-card" href="\/movie\/(\d+)-/g).map(Number)
const range = (from: number, to: number) => list(to - from + 1, (at) => from + at)

forEachEngine(emptyCatalogue, (engine) => {
  let server: PagesServer
  let visitor: Visitor
  before(async () => {
    server = await startPages(engine)
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
})
