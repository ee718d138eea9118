import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { plexOperations } from '#src/interface.ts'
import { restoreAnyKey, suspendAnyKey } from '#src/keys/all-keys.ts'
import { setLanguagesOfAnyKey } from '#src/keys/key-languages.ts'
import { revokeKey } from '#src/keys/keys.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { startPages } from '../support/pages/visitor.ts'
import { openPlex } from '../support/plex/open.ts'
import { startInterface } from '../support/scenarios.ts'
import { keys, loadWorld, testDay, tokens } from '../support/world.ts'

const movie = '/library/metadata/movie-501'

/** An address of an operation with a secret. */
const addressOf = (path: string, secret: string) =>
  path.replace('/plex/', `/plex/${secret}/`).replace('{rating_key}', 'movie-501')

forEachEngine(loadWorld, (engine) => {
  test('nothing is there without the secret, and what opens the interface opens nothing here', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const others = ['0'.repeat(40), keys.first, tokens.whole, 'x']
    for (const { method, path } of plexOperations)
      for (const secret of others) {
        const url = addressOf(path, secret)
        for (const asked of [url, `${url}?api_key=${keys.first}`]) {
          const headers = { authorization: `Bearer ${keys.first}` }
          const reply = await server.app.inject({ method: method as 'GET', url: asked, headers })
          assert.deepEqual([reply.statusCode, reply.json()], [404, statusEnvelope('not_found')], `${method} ${asked}`)
        }
      }
  })

  test('the secret opens nothing but /plex, and nothing when its key was revoked or suspended', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { app, db } = server
    const { id, secret, movies } = await openPlex(server)
    assert.equal((await movies.ask('GET', movie)).status, 200)
    const asked = [
      { url: `/3/movie/501?api_key=${secret}` },
      { url: '/3/movie/501', headers: { authorization: `Bearer ${secret}` } },
      { url: '/3/movie/501', headers: { authorization: `Bearer plex ${secret}` } },
      { url: '/commons/1/quality/reports', headers: { authorization: `Bearer ${secret}` } },
    ]
    for (const request of asked) assert.equal((await app.inject(request)).statusCode, 401, request.url)
    const post = { method: 'POST', url: '/3/authentication/session/new', payload: { api_key: secret } } as const
    assert.equal((await app.inject(post)).statusCode, 401)

    const now = new Date(testDay)
    const administrator = writingOf(db, 1, now, 'administrator')
    await suspendAnyKey.handle(administrator, { id, reason: '' })
    assert.equal((await movies.ask('GET', movie)).status, 404)
    await restoreAnyKey.handle(administrator, { id, reason: '' })
    assert.equal((await movies.ask('GET', movie)).status, 200)
    await revokeKey(db, id, now)
    assert.equal((await movies.ask('GET', movie)).status, 404)
  })

  test('a media server has a limit of its own', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { id, movies } = await openPlex(server)
    await server.db.run(sql`update api_key set limit_per_second = 1 where id = ${id}`)
    assert.equal((await movies.ask('GET', movie)).status, 200)
    const { status, headers } = await movies.ask('GET', movie)
    assert.deepEqual([status, headers['retry-after']], [429, '1'])
  })

  test('replies say what media servers understand: 400 for what is malformed, 404 for what is not there', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { movies, television } = await openPlex(server)
    const statusOf = async (answer: ReturnType<typeof movies.ask>) => (await answer).status
    const match = '/library/metadata/matches'
    for (const path of ['movie-999', 'show-601', 'movie-0', 'anything', 'movie-501x', `order-${'0'.repeat(24)}-1`])
      assert.equal(await statusOf(movies.ask('GET', `/library/metadata/${path}`)), 404, path)
    assert.equal(await statusOf(television.ask('GET', movie)), 404)
    assert.equal(await statusOf(movies.ask('GET', '/library/collections/movie-501')), 404)
    for (const query of ['X-Plex-Country=Germany', 'X-Plex-Container-Size=-1'])
      assert.equal(await statusOf(movies.ask('GET', `${movie}?${query}`)), 400, query)
    for (const body of [{}, { type: 2, title: 'x' }, { type: 1, title: 5 }, { type: 1, year: 'x' }])
      assert.equal(await statusOf(movies.ask('POST', match, body)), 400, JSON.stringify(body))
    assert.equal(await statusOf(television.ask('POST', match, { type: 4, date: '31.12.2020' })), 400)
    assert.deepEqual(await movies.match({ type: 1, title: 'Nobody Has Made This', year: null }), [])
  })

  test('a private catalogue shows a media server everything, pictures too, with nothing but its secret', async (t) => {
    const server = await startPages(engine, { private: true })
    t.after(() => server.close())
    const { secret, movies } = await openPlex(server)
    const { headers, body } = await movies.ask('GET', movie)
    assert.equal(headers['cache-control'], 'private, no-store')
    const urls = [...body.matchAll(/"(http[^"]*)"/g)].map(([, url]) => url as string)
    assert.ok(urls.length > 5)
    for (const url of urls) assert.ok(url.startsWith(`http://reelcommons.example/plex/${secret}/t/p/`), url)
    // There is no such picture in this store, which is more than one is told without the secret.
    const { pathname } = new URL(urls[0] as string)
    assert.equal((await server.app.inject(pathname)).statusCode, 404)
    assert.equal((await server.app.inject(pathname.replace(secret, '0'))).statusCode, 401)
    assert.equal((await server.app.inject(pathname.replace(`/plex/${secret}`, ''))).statusCode, 401)
  })

  test('languages that a key appends follow those of the media server', async (t) => {
    const server = await startInterface(engine, 'neutral')
    t.after(() => server.close())
    const { id, movies } = await openPlex(server)
    const titleIn = async (language: string) => {
      const { body } = await movies.ask('GET', `${movie}?X-Plex-Language=${language}`)
      return JSON.parse(body).MediaContainer.Metadata[0].title
    }
    assert.equal(await titleIn('is-IS'), 'The Glass Lantern')
    await setLanguagesOfAnyKey(server.db, { id, appended_languages: 'de-DE', now: new Date(testDay) })
    assert.equal(await titleIn('is-IS'), 'Die gläserne Laterne')
  })

  test('the secret stands in no log', async (t) => {
    const lines: string[] = []
    const logger = { level: 'debug', stream: { write: (line: string) => void lines.push(line) } }
    const server = await startPages(engine, {}, logger as never)
    t.after(() => server.close())
    const { secret, movies } = await openPlex(server)
    await movies.ask('GET', movie)
    await movies.ask('GET', `${movie}?X-Plex-Language=german`)
    await movies.ask('GET', '/nothing/here')
    await movies.ask('POST', '/library/metadata/matches', { type: 1, title: 'The Glass Lantern' })
    assert.ok(lines.some((line) => line.includes('plex.movies_item')))
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    )
  })
})
