import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { drawPoster, maxPosterTitle } from '#src/sample/record-posters.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, type PagesServer, signedIn, startPages } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const bare = '/movie/504-untitled-glimmer'

forEachEngine(loadWorld, (engine) => {
  let server: PagesServer
  before(async () => {
    server = await startPages(engine)
  })
  after(() => server.close())

  test('a title without a picture has a drawn poster on pages, and none in replies', async () => {
    const { body } = await openVisitor(server.app).get(bare)
    assert.match(body, /<img src="\/t\/drawn\/movie-504\.svg" width="185" height="278" alt="" fetchpriority="high"/)
    const reply = JSON.parse((await send(server.app, 'GET /3/movie/504')).body)
    assert.equal(reply.poster_path, null)
  })

  test('a drawn poster is a picture that browsers keep for a day, and may do nothing', async () => {
    const url = '/t/drawn/movie-504.svg'
    const { statusCode, headers, body } = await server.app.inject(url)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/svg+xml'])
    assert.match(body, /^<svg xmlns="[^"]+" width="1000" height="1500"/)
    assert.equal(headers['cache-control'], 'public, max-age=86400')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    assert.equal((await server.app.inject({ url, ...again })).statusCode, 304)
    const head = await server.app.inject({ method: 'HEAD', url })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
  })

  test('none is drawn for what does not exist, or of other kinds', async () => {
    const absent = [
      ...['movie-599.svg', 'movie-2147483648.svg', 'movie-0.svg', 'movie-504.png', '504.svg', 'w185/movie-504.svg'],
      ...['person-301.svg', 'record-504.svg', 'movie-504.svg.svg', 'movie-.svg'],
    ]
    const statuses = absent.map(async (path) => [path, (await server.app.inject(`/t/drawn/${path}`)).statusCode])
    assert.deepEqual(
      await Promise.all(statuses),
      absent.map((path) => [path, 404]),
    )
  })

  test('another title means another drawing, and a long one is cut', async (context) => {
    const db = await engine.open()
    context.after(() => db.close())
    const rename = (title: string) => {
      const records = [{ kind: 'movie' as const, id: 504, values: { title } }]
      return applyEdit(db, { account_id: null, at: new Date(testDay), records })
    }
    const first = await drawPoster(db, 'movie', 504)
    await rename('Glimmer')
    assert.notEqual(await drawPoster(db, 'movie', 504), first)
    await rename('x'.repeat(maxPosterTitle))
    const longest = await drawPoster(db, 'movie', 504)
    await rename('x'.repeat(4 * maxPosterTitle))
    assert.equal(await drawPoster(db, 'movie', 504), longest)
  })

  test('a private catalogue shows them to nobody else', async (context) => {
    const own = await startPages(engine, { private: true })
    context.after(() => own.close())
    const address = '/t/drawn/movie-504.svg'
    assert.equal((await own.app.inject(address)).statusCode, 401)
    const { status, headers } = await (await signedIn(own, 'bo')).get(address)
    assert.deepEqual([status, headers['cache-control']], [200, 'private, max-age=86400'])
  })
})
