import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import type { LogOptions } from '#src/log.ts'
import { maxFeedEntries } from '#src/pages/lists/share.ts'
import { shownLists } from '#src/pages/lists/with-title.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const Movie = Type.Object({ id: Type.Integer(), title: Type.String() })
const evil = '<script>alert(1)</script>"onmouseover="alert(1)` & ]]>'
const site = 'http://reelcommons.example'
const texts = { name: 'Lamps & tides', description: '', sort_by: 'position.asc' }
const secretIn = (reply: Reply) => /\/unlisted\/([0-9a-f]{40})</.exec(reply.body)?.[1]
const namesIn = ({ body }: Reply) =>
  [...body.matchAll(/listed-name" href="[^"]*"[^>]*>([^<]*)/g)].map(([, name]) => name)

/** Ada, who has the lists, reads English. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine, logger?: LogOptions) {
  const server = await startPages(engine, {}, logger)
  t.after(() => server.close())
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  return server
}

forEachEngine(loadWorld, (engine) => {
  test('an unlisted list is seen by whoever has its link, which can be replaced', async (t) => {
    const stream = new PassThrough()
    let logged = ''
    stream.on('data', (line) => {
      logged += line
    })
    const server = await start(t, engine, { level: 'trace', stream })
    const [ada, eve, visitor] = [await signedIn(server, 'ada'), await signedIn(server, 'eve'), openVisitor(server.app)]
    const edit = (visibility: string) => ada.post('/list/1/edit', { ...texts, visibility })
    const shown = await edit('unlisted')
    const secret = secretIn(shown) ?? ''
    assert.deepEqual([shown.status, secret.length, shown.headers['cache-control']], [200, 40, 'private, no-store'])
    assert.equal(secretIn(await edit('unlisted')), undefined, 'it is shown once')
    assert.equal(secretIn(await ada.get('/list/1/edit')), undefined)
    const Row = Type.Object({ secret_digest: Type.String() })
    const stored = await server.db.one(Row, sql`select secret_digest from user_list where id = 1`)
    assert.match(stored?.secret_digest ?? '', /^[0-9a-f]{64}$/)

    for (const person of [visitor, eve, ada]) {
      const reply = await person.get(`/unlisted/${secret}`)
      const { 'cache-control': caching, 'referrer-policy': referrer } = reply.headers
      assert.deepEqual([reply.status, caching, referrer], [200, 'private, no-store', 'no-referrer'])
      assert.deepEqual(namesIn(reply).slice(0, 2), ['The Glass Lantern', 'Tidewater Signals'])
      assert.match(reply.body, /<meta name="robots" content="noindex">/)
      assert.doesNotMatch(reply.body, /atom\+xml/)
    }
    const named = async (query: string) => namesIn(await visitor.get(`/unlisted/${secret}?${query}`))
    const all = await named('kind=nonsense&sort=nonsense')
    const ofSeries = await named('kind=tv')
    assert.ok(ofSeries.includes('Tidewater Signals') && !ofSeries.includes('The Glass Lantern'), 'one kind')
    assert.deepEqual([...(await named('kind=movie')), ...ofSeries].sort(), [...all].sort())
    const oldest = await named('sort=release_date.asc')
    assert.notDeepEqual(oldest, all)
    assert.deepEqual(await named('sort=release_date.desc'), oldest.toReversed(), 'another order')
    assert.deepEqual((await named('sort=created_at.asc')).toSorted(), [...all].sort())
    for (const path of ['/list/1', '/list/1/feed', '/list/1/export.csv', '/list/1/export.json', '/list/1/edit'])
      assert.equal((await eve.get(path)).status, 404, path)
    for (const wrong of [secret.slice(1), `${secret.slice(1)}0`, `${secret}/`, '%00', ''])
      assert.equal((await visitor.get(`/unlisted/${wrong}`)).status, 404, wrong)
    const api = await server.app.inject({ url: `/3/list/1?api_key=${keys.first}` })
    assert.deepEqual([api.statusCode, api.json().status_code], [404, 34])
    assert.match(String(api.headers['cache-control']), /no-store/)
    assert.doesNotMatch((await visitor.get('/movie/501-the-glass-lantern')).body, /href="\/list\/1"/)
    assert.equal((await eve.post('/list/1/link', {}, { from: '/' })).status, 404)

    const second = secretIn(await ada.post('/list/1/link', {}, { from: '/list/1/edit' })) ?? ''
    assert.notEqual(second, secret)
    const both = async () => [
      (await visitor.get(`/unlisted/${secret}`)).status,
      (await visitor.get(`/unlisted/${second}`)).status,
    ]
    assert.deepEqual(await both(), [404, 200])
    await edit('private')
    assert.deepEqual(await both(), [404, 404])
    assert.equal((await ada.post('/list/1/link', {}, { from: '/list/1/edit' })).status, 404)
    assert.ok(logged.includes('GET /unlisted/{secret}'), 'requests are logged by the names of pages')
    for (const one of [secret, second]) assert.ok(!logged.includes(one), 'secrets are in no log')
  })

  test('a feed has the newest titles, and the page of a title the newest lists, up to their limits', async (t) => {
    const server = await start(t, engine)
    const visitor = openVisitor(server.app)
    const movies = await server.db.all(Movie, sql`select id, title from movie where adult = false order by id limit 60`)
    assert.ok(movies.length > maxFeedEntries, `${movies.length} movies`)
    await server.db.run(sql`delete from list_item where list_id = 1`)
    for (const [index, { id }] of movies.entries()) {
      const added = new Date(Date.parse(testDay) + index * 1_000).toISOString()
      await server.db.run(sql`
        insert into list_item (list_id, kind, entity_id, position, created_at)
        values (1, 'movie', ${id}, ${index}, ${added})`)
    }
    const feed = await visitor.get('/list/1/feed')
    const ids = [...feed.body.matchAll(/\/list\/1#movie-(\d+)-/g)].map(([, id]) => Number(id))
    const newest = movies.map(({ id }) => id).reverse()
    assert.deepEqual(ids, newest.slice(0, maxFeedEntries))

    const { location = '' } = await visitor.get('/movie/505')
    const evenings = Array.from({ length: shownLists }, (_, index) => `Evening ${21 - index}`)
    assert.deepEqual(namesIn(await visitor.get(location)), evenings)
  })

  test('a public list has a feed and files, and stands on the pages of its titles', async (t) => {
    const server = await start(t, engine)
    const [ada, visitor] = [await signedIn(server, 'ada'), openVisitor(server.app)]
    const page = await visitor.get('/list/1')
    assert.match(page.body, /<link rel="alternate" type="application\/atom\+xml" title="[^"]*" href="\/list\/1\/feed">/)
    assert.match(page.body, new RegExp(`readonly value="${site}/list/1"`))
    assert.match((await visitor.get('/movie/501-the-glass-lantern')).body, /<h2>On public lists<.*href="\/list\/1"/s)

    const feed = await visitor.get('/list/1/feed')
    assert.equal(feed.headers['content-type'], 'application/atom+xml; charset=utf-8')
    assert.equal(feed.headers['cache-control'], 'public, max-age=300')
    const fresh = await openVisitor(server.app).get('/list/1/feed')
    assert.equal(fresh.headers['set-cookie'], undefined, 'a copy that others keep has no cookie')
    const entries = [...feed.body.matchAll(/<entry>[\s\S]*?<\/entry>/g)].map(([entry]) => entry)
    assert.equal(entries.length, 3)
    assert.match(feed.body, /<title>Lamps &amp; tides<\/title>/)
    assert.match(entries.join(), new RegExp(`<link rel="alternate" href="${site}/movie/501-the-glass-lantern"/>`))
    const again = await visitor.get('/list/1/feed', { 'if-none-match': String(feed.headers.etag) })
    assert.equal(again.status, 304)

    await server.db.run(sql`update movie set original_title = ' =1+1;-2' where id = 501`)
    const csv = await visitor.get('/list/1/export.csv')
    const lines = csv.body.split('\r\n')
    assert.equal(lines[0], 'position,media_type,id,title,original_title,date,added_at')
    assert.match(lines[1] ?? '', /^1,movie,501,The Glass Lantern,"' =1\+1;'-2",2021-06-18,\d{4}-/)
    assert.deepEqual([lines.length, csv.headers['content-disposition']], [5, 'attachment; filename="list-1.csv"'])
    const json = JSON.parse((await visitor.get('/list/1/export.json')).body)
    assert.deepEqual([json.name, json.created_by, json.items.length], ['Lamps & tides', 'ada', 3])
    assert.deepEqual(
      json.items.map(({ media_type, id }: { media_type: string; id: number }) => `${media_type} ${id}`),
      ['movie 501', 'tv 601', 'movie 503'],
    )
    assert.equal(JSON.parse((await visitor.get('/list/3/export.json')).body).items.length, 21)
    for (const path of ['/list/2/feed', '/list/2/export.csv', '/list/2/export.json', '/list/99/feed'])
      assert.equal((await visitor.get(path)).status, 404, path)
    assert.equal((await ada.get('/list/2/export.csv')).status, 200, 'it is hers')
    assert.equal((await ada.get('/list/2/feed')).status, 404, 'a feed is for everybody')
  })

  test('an item is dragged to a place, and its poster is the cover', async (t) => {
    const server = await start(t, engine)
    const ada = await signedIn(server, 'ada')
    const before = namesIn(await ada.get('/list/1'))
    const send = (fields: Record<string, string>) =>
      ada.post(
        '/list/1/items',
        { media_type: 'movie', media_id: '501', place: '3', next: '/list/1', ...fields },
        { from: '/list/1' },
      )
    await send({ act: 'move' })
    const [first, second, third] = before
    assert.deepEqual(namesIn(await ada.get('/list/1')), [second, third, first])
    const cover = await ada.follow(await send({ act: 'cover' }))
    assert.match(textOf(cover), /^Cover changed\./)
    const { poster_path } = (await server.app.inject({ url: `/3/list/1?api_key=${keys.first}` })).json()
    assert.equal(poster_path, '/lantern-en.jpg', 'which is not that of the first one')
    assert.match(cover.body, /<span class="tag">Cover<\/span>/)
    assert.doesNotMatch(
      (await openVisitor(server.app).get('/list/1')).body,
      /"tag">Cover|\/items"/,
      'others change nothing',
    )
  })

  test('markup in the texts of a list is text everywhere', async (t) => {
    const server = await start(t, engine)
    const [ada, eve, visitor] = [await signedIn(server, 'ada'), await signedIn(server, 'eve'), openVisitor(server.app)]
    await server.db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
    const hostile = { ...texts, name: evil, description: evil }
    const shown = await ada.post('/list/1/edit', { ...hostile, visibility: 'unlisted' })
    const unlisted = `/unlisted/${secretIn(shown)}`
    assert.equal((await visitor.get(unlisted)).status, 200)
    const broken = /<script>alert|"onmouseover="|]]>/
    assert.doesNotMatch((await visitor.get(unlisted)).body, broken)
    await ada.post('/list/1/edit', { ...hostile, visibility: 'public' })
    for (const [person, paths] of [
      [visitor, ['/list/1', '/list/1/feed', '/movie/501-the-glass-lantern', '/tv/601-tidewater-signals']],
      [ada, ['/lists', '/list/1', '/list/1/edit', '/lists/add/movie/501', '/movie/501-the-glass-lantern']],
      [eve, ['/list/1', '/list/1/hide']],
    ] as const)
      for (const path of paths) {
        const reply = await person.get(path)
        assert.deepEqual([reply.status, broken.test(reply.body)], [200, false], path)
      }
    await eve.post('/list/1/hide', { reason: evil, hidden: 'list' })
    for (const path of ['/list/1', '/notifications']) assert.doesNotMatch((await ada.get(path)).body, broken, path)
    for (const path of [
      '/list/1/edit',
      '/list/1/items',
      '/list/1/delete',
      '/list/1/link',
      '/lists',
      '/lists/add/movie/501',
    ])
      assert.equal((await ada.post(path, {}, { from: '/', token: 'wrong' })).status, 403, path)
  })

  test('a list of another person is nobody else’s to change', async (t) => {
    const server = await start(t, engine)
    const [bo, visitor] = [await signedIn(server, 'bo'), openVisitor(server.app)]
    const item = { media_type: 'movie', media_id: '501', place: '1', next: '/' }
    const writes: [path: string, fields: Record<string, string>, status: number][] = [
      ['/list/1/edit', { ...texts, visibility: 'private' }, 404],
      ['/list/1/delete', {}, 404],
      ['/list/1/link', {}, 404],
      ['/list/1/items', { ...item, act: 'remove' }, 401],
      ['/list/1/items', { ...item, act: 'cover' }, 401],
      ['/list/1/items', { ...item, act: 'move' }, 401],
      ['/lists/add/movie/502', { list: '1' }, 401],
      ['/lists/add/movie/501', { off: '1' }, 401],
      ['/list/1/hide', { reason: 'x', hidden: 'list' }, 403],
    ]
    const before = (await visitor.get('/list/1/export.json')).body
    for (const [path, fields, status] of writes) {
      assert.equal((await bo.post(path, fields, { from: '/' })).status, status, path)
      assert.equal((await visitor.post(path, fields, { from: '/login' })).location, '/login', path)
    }
    for (const path of ['/list/1/edit', '/list/1/hide', '/lists', '/lists/add/movie/501']) {
      assert.equal((await visitor.get(path)).status, 303, path)
    }
    assert.equal((await visitor.get('/list/1/export.json')).body, before)
  })
})
