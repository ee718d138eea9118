import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { CachedReply } from '#src/cache/cached-reply.ts'
import { openReplies } from '#src/cache/replies.ts'
import { sizeOf } from '#src/cache/reply-cache.ts'
import type { SharedReplies } from '#src/cache/shared-replies.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Answer, serve } from '../support/served.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const bearer = { authorization: `Bearer ${keys.first}` }
const movie = `/3/movie/501?api_key=${keys.first}`

/** Two requests, of which the second is never answered as if it were the first, and its status. */
const confusions: [first: string, second: string, headers: Record<string, string>, status: number][] = [
  ['/3/movie/501', `/3/movie/501&api_key=${keys.first}`, {}, 401],
  ['/3/movie/501?language=', `/3/movie/501?language=?api_key=${keys.first}`, {}, 401],
  ['/3/movie/501#', `/3/movie/501#?api_key=${keys.first}`, {}, 401],
  ['/3/find/nothing&api_key=x?external_source=filmdb_id', '/3/find/nothing', bearer, 422],
  [`/3/movie/501?api%5Fkey=${keys.second}`, `/3/movie/501?api%5Fkey=${keys.revoked}`, {}, 401],
  ['/3/movie/501', `/3/movie/501?api_key=${keys.first}&api_key=wrong`, {}, 401],
]

/** What a reply says, whenever it says it. */
function said({ status, body, headers: { date: _, ...headers } }: Answer) {
  for (const name of ['cache-control', 'x-memc', 'x-memc-age', 'x-memc-expires']) {
    assert.equal(typeof headers[name], 'string')
    delete headers[name]
  }
  return { status, body, headers }
}

forEachEngine(loadWorld, (engine) => {
  test('no request is answered with the reply to another', async (t) => {
    const { ask } = await serve(t, engine)
    for (const [first, second, headers, status] of confusions) {
      for (let times = 0; times < 2; times++) assert.equal((await ask(first, bearer)).status, 200, first)
      assert.equal((await ask(second, headers)).status, status, second)
    }
  })

  test('the short way says what the whole way says', async (t) => {
    const { ask, time } = await serve(t, engine)
    const known = { 'if-none-match': '*' }
    // A reply of its own for each, because few addresses lead to one.
    const languages = ['cs', 'de', 'en', 'es', 'fr', 'it', 'ja', 'zh']
    for (const method of ['GET', 'HEAD'])
      for (const headers of [{}, known, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'gzip', ...known }]) {
        const path = `/3/movie/501?language=${languages.pop()}`
        await ask(path, bearer)
        const answers: Answer[] = []
        for (let times = 0; times < 2; times++) {
          time.at += 1_000
          answers.push(
            await ask(`${path}&any=thing&api_key=${keys.limited}`, headers as Record<string, string>, method),
          )
        }
        const [whole, short] = answers as [Answer, Answer]
        assert.deepEqual(said(short), said(whole), `${method} ${JSON.stringify(headers)}`)
        assert.equal(whole.status, 'if-none-match' in headers ? 304 : 200)
        assert.equal(whole.headers['x-memc'], 'HIT')
      }
  })

  test('nothing is kept past the end of a day that ends before it is rendered', async (t) => {
    const { ask, time, reads } = await serve(t, engine)
    time.at = Date.parse('2026-03-10T23:59:59.000Z')
    reads.beforeLook = () => {
      time.at = Date.parse('2026-03-11T00:00:01.000Z')
    }
    const { headers } = await ask(`/3/tv/airing_today?api_key=${keys.first}`)
    assert.deepEqual([headers['x-memc'], headers['x-memc-expires']], ['MISS', '3600'])
  })

  test('what is compressed for other servers is measured', async (t) => {
    const db = await engine.open()
    t.after(() => db.close())
    const grown: CachedReply[] = []
    const put: SharedReplies['put'] = (_space, { reply }, hasGrown) => {
      reply.packed = Buffer.alloc(500)
      grown.push(reply)
      hasGrown()
    }
    const shared = { identify: async () => 'here', find: async () => undefined, put } as unknown as SharedReplies
    const clock = () => new Date(testDay)
    const { get, cache } = openReplies({ db, clock, limitBytes: 1_000_000, shared, failed: assert.fail })
    const rendered = { key: 'one', operation: 'movie.details', tags: ['movie 501'], seconds: 60, mayBeStale: true }
    await get('one', async () => ({ ...rendered, text: 'one' }))
    assert.equal(cache.bytes, sizeOf(grown[0] as CachedReply))
  })

  test('a server that is told to stop ends connections behind their replies, however warm these are', async (t) => {
    const { ask, app, agent, port } = await serve(t, engine)
    await ask(movie)
    agent.destroy()
    const socket = connect(port, '127.0.0.1')
    const said = text(socket)
    const request = `GET ${movie} HTTP/1.1\r\nHost: x\r\n`
    // Half of a request keeps the connection.
    socket.write(`${request}\r\n${request}`)
    await once(app.server, 'request')
    const closed = app.close()
    while (app.server.listening) await new Promise(setImmediate)
    socket.write('\r\n')
    const replies = (await said).split('HTTP/1.1 200 OK\r\n')
    assert.deepEqual(
      replies.slice(1).map((reply) => /^connection: .*$/im.exec(reply)?.[0].toLowerCase()),
      ['connection: keep-alive', 'connection: close'],
    )
    await closed
  })
})
