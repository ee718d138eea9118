import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { openRecordPosters } from '#src/sample/record-posters.ts'
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
    assert.match(
      body,
      /<img src="\/t\/drawn\/w185\/movie-504\.jpg" srcset="[^"]+ 780w"[^>]+width="185" height="278" alt=""/,
    )
    const reply = JSON.parse((await send(server.app, 'GET /3/movie/504')).body)
    assert.equal(reply.poster_path, null)
  })

  test('a drawn poster is a picture that browsers keep for a day', async () => {
    const { statusCode, headers, rawPayload } = await server.app.inject('/t/drawn/w185/movie-504.jpg')
    const { width, height, format } = await sharp(rawPayload).metadata()
    assert.deepEqual([statusCode, width, height, format], [200, 185, 278, 'jpeg'])
    assert.equal(headers['cache-control'], 'public, max-age=86400')
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    assert.equal((await server.app.inject({ url: '/t/drawn/w185/movie-504.jpg', ...again })).statusCode, 304)
  })

  test('none is drawn for what does not exist, of other kinds, or in other sizes', async () => {
    const absent = [
      ...['w185/movie-599.jpg', 'w185/movie-2147483648.jpg', 'w185/movie-0.jpg', 'w185/movie-504.png', 'w185/504.jpg'],
      ...['w185/person-301.jpg', 'w185/record-504.jpg', 'original/movie-504.jpg', 'w1280/movie-504.jpg'],
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
    const posters = openRecordPosters(db)
    const rename = (title: string) => {
      const records = [{ kind: 'movie' as const, id: 504, values: { title } }]
      return applyEdit(db, { account_id: null, at: new Date(testDay), records })
    }
    const drawn = async () => await (await posters.posterOf('movie', 504))?.draw()
    const first = await posters.posterOf('movie', 504)
    await rename('Glimmer')
    assert.notEqual((await posters.posterOf('movie', 504))?.name, first?.name)
    await rename('x'.repeat(100))
    const longest = await drawn()
    await rename('x'.repeat(400))
    assert.equal(await drawn(), longest)
  })

  test('a private catalogue shows them to nobody else', async (context) => {
    const own = await startPages(engine, { private: true })
    context.after(() => own.close())
    const address = '/t/drawn/w185/movie-504.jpg'
    assert.equal((await own.app.inject(address)).statusCode, 401)
    const { status, headers } = await (await signedIn(own, 'bo')).get(address)
    assert.deepEqual([status, headers['cache-control']], [200, 'private, max-age=86400'])
  })
})
