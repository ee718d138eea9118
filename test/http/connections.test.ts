import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { readConfig } from '#src/config.ts'
import { type StatusName, statusEnvelope, statuses } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseBusyError, DatabaseUnreachableError, TransactionTimeoutError } from '#src/database/errors.ts'
import { engine } from '#src/database/sqlite/engine.ts'
import type { Application } from '#src/http/application.ts'
import { endConnection } from '#src/http/refusals.ts'
import { buildServer } from '#src/http/server.ts'

const secret = '0000000000000000000000000000aaa1'
const session = 'ada0000000000000000000000000000000000001'
const host = 'Host: localhost'
const get = (path: string, ...more: string[]) => `${[`GET ${path} HTTP/1.1`, host, ...more].join('\r\n')}\r\n\r\n`
const checkKey = get(`/3/authentication?api_key=${secret}`)
/** The key is known from its first request on; the session is asked for with each. */
const checkSession = get(`/3/account?api_key=${secret}&session_id=${session}`)

/** The row that a query asks for, whatever it is. */
type Answers = (query: number) => Promise<object | undefined>

const account = { email: '', iso_639_1: 'en', iso_3166_1: 'US', name: '', include_adult: false, username: 'ada' }
const anyKey = {
  ...{ plan: 'developer', dialect: 'neutral', languages: '', appended_languages: '', limit_per_second: 0 },
  ...{ is_suspended: false, ends_at: null },
}
const anyRow = {
  id: 1,
  ...anyKey,
  account_id: 1,
  key_id: 1,
  role: 'member',
  scopes: 'read keep',
  avatar_path: null,
  ...account,
}

/** A server whose database answers each query as the test says, and what it logs. */
async function listen(
  t: TestContext,
  one: Answers,
  options: Record<string, string> = {},
  more: Partial<Application> = {},
) {
  let log = ''
  const stream = new Writable({
    write(text, _encoding, done) {
      log += text
      done()
    },
  })
  let queries = 0
  const db = { engine, one: () => one(++queries) } as unknown as Database
  const { config } = readConfig(options, {})
  const app = buildServer({ db, config, clock: () => new Date(), logger: { level: 'trace', stream }, ...more })
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, port, log: () => log, queries: () => queries }
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything that the server sends until it closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await open(port)
  let reply = ''
  socket.setEncoding('utf8').on('data', (text) => {
    reply += text
  })
  socket.write(bytes)
  await once(socket, 'close')
  return reply
}

const statusesIn = (replies: string) => [...replies.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, http]) => Number(http))

test('a connection that is reset ends nothing but itself', async (t) => {
  const { app, port } = await listen(t, async () => anyRow)
  const requests = [
    'CONNECT example:443 HTTP/1.1\r\nHost: example\r\n\r\n',
    get('/openapi.json').repeat(20),
    get('/openapi.json', 'Expect: tea'),
    'GET http://localhost/ HTTP/1.1\r\n\r\n',
    'HELLO\r\n\r\n',
  ]
  for (const request of requests.flatMap((request) => [request, request, request, request])) {
    const socket = await open(port)
    socket.write(request)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  assert.equal((await app.inject('/healthz')).statusCode, 200)
})

test('requests that arrive together are begun one after the other, and answered in order', async (t) => {
  let atOnce = 0
  let most = 0
  const { port } = await listen(t, async () => {
    most = Math.max(most, ++atOnce)
    await new Promise(setImmediate)
    atOnce--
    return anyRow
  })
  const replies = await exchange(
    port,
    `${`${checkSession}${get('/healthz')}${get('/nothing')}`.repeat(20)}HELLO\r\n\r\n`,
  )
  // Bytes that are no request are found while the first one is worked on, so they are all that is answered.
  assert.deepEqual(statusesIn(replies), [400])
  const good = `${checkSession}${get('/healthz')}${get('/nothing')}`.repeat(20) + get('/healthz', 'Connection: close')
  assert.deepEqual(statusesIn(await exchange(port, good)), [...Array(20).fill([200, 200, 404]).flat(), 200])
  assert.equal(most, 1)
})

test('a connection with too many requests that wait is let go', async (t) => {
  const { port, queries } = await listen(t, () => new Promise(() => {}), { 'handler-timeout-ms': '200' })
  assert.equal(await exchange(port, checkKey.repeat(102)), '')
  assert.equal(queries(), 1)
  const replies = await exchange(port, checkKey.repeat(2) + get('/healthz', 'Connection: close'))
  assert.deepEqual(statusesIn(replies), [504, 504, 200])
})

test('behind the last reply of a connection nothing is begun', async (t) => {
  const { port, queries } = await listen(t, async () => anyRow)
  const lasts: [bytes: string, http: number][] = [
    [get('/healthz', host), 400],
    [get('/healthz', 'Connection: close'), 200],
    ['CONNECT example:443 HTTP/1.1\r\nHost: example\r\n\r\n', 405],
  ]
  for (const [bytes, http] of lasts) assert.deepEqual(statusesIn(await exchange(port, bytes + checkKey)), [http])
  assert.equal(queries(), 0)
})

test('the answer to a broken connection never lands in the midst of a reply', () => {
  const calls: string[] = []
  const socketWith = (properties: object) =>
    ({
      writable: true,
      on: () => {},
      destroy: () => calls.push('destroy'),
      end: (text: string) => calls.push(text.slice(0, 12)),
      ...properties,
    }) as unknown as Socket
  endConnection(socketWith({ _httpMessage: { headersSent: true } }), 'invalid_input')
  endConnection(socketWith({ writable: false }), 'invalid_input')
  endConnection(socketWith({ _httpMessage: { headersSent: false } }), 'invalid_input')
  endConnection(socketWith({ _httpMessage: null }), 'request_timeout')
  assert.deepEqual(calls, ['destroy', 'destroy', 'HTTP/1.1 400', 'HTTP/1.1 408'])
})

test('a body that takes too long is the fault of the client, and the last of its connection', async (t) => {
  const { port, log } = await listen(t, async () => anyRow, { 'handler-timeout-ms': '200' })
  const paths: [path: string, status: StatusName][] = [
    [`/3/authentication/session/new?api_key=${secret}`, 'request_timeout'],
    [`/3/nothing?api_key=${secret}`, 'request_timeout'],
    ['/3/authentication/session/new', 'invalid_key'],
  ]
  for (const [path, status] of paths) {
    const head = `POST ${path} HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`
    const [, body = ''] = (await exchange(port, `${head}{`)).split('\r\n\r\n')
    assert.deepEqual(JSON.parse(body), statusEnvelope(status))
  }
  assert.doesNotMatch(log(), /request failed/)
})

const faults: [error: Error, status: StatusName][] = [
  [new DatabaseUnreachableError('gone'), 'unavailable'],
  [new DatabaseBusyError('busy'), 'unavailable'],
  [new TransactionTimeoutError('late'), 'upstream_timeout'],
  [Object.assign(new Error('cancelled'), { code: '57014' }), 'upstream_timeout'],
  [Object.assign(new Error('odd'), { statusCode: 700 }), 'internal_error'],
  [new TypeError('a mistake of ours'), 'internal_error'],
]
for (const [error, status] of faults) {
  test(`a key that cannot be looked up is not a wrong key: ${error.name} ${error.message}`, async (t) => {
    const fail = async () => {
      throw error
    }
    const { app, log } = await listen(t, fail)
    const post = { method: 'POST' as const, url: '/3/authentication/session/new', payload: { api_key: secret } }
    for (const request of [{ url: `/3/movie/1?api_key=${secret}` }, { url: `/3/nothing?api_key=${secret}` }, post]) {
      const reply = await app.inject(request)
      assert.deepEqual([reply.statusCode, reply.json()], [statuses[status][0], statusEnvelope(status)])
    }
    assert.equal(log().split('request failed').length, 4)
    assert.equal((await app.inject('/3/movie/1')).statusCode, 401)
    const ready = await app.inject('/readyz')
    assert.deepEqual(
      [ready.statusCode, ready.json()],
      [503, { ...statusEnvelope('unavailable'), status: 'failed', database: { status: 'failed', fails: 'reads' } }],
    )
    assert.ok(!log().includes(secret))
  })
}

test('an answer that comes too late is not sent, and its secrets are not logged', async (t) => {
  const late = Promise.withResolvers<object>()
  const { app, port, log } = await listen(t, async (query) => (query === 2 ? late.promise : anyRow), {
    'handler-timeout-ms': '100',
  })
  const path = `/3/account?api_key=${secret}&session_id=${session}`
  const [, body = ''] = (await exchange(port, get(path, 'Connection: close'))).split('\r\n\r\n')
  assert.deepEqual(JSON.parse(body), statusEnvelope('upstream_timeout'))
  late.resolve(anyRow)
  await new Promise(setImmediate)
  assert.match(log(), /request failed/)
  assert.doesNotMatch(log(), /already sent/)
  // What the framework says of addresses is caught all the same.
  app.log.warn({ err: new Error(`Reply was already sent in "${path}"`) })
  app.log.warn(`Route GET:${path} not found`)
  assert.match(log(), /already sent in \\"\/3\/account\?…\\"/)
  for (const line of log().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  for (const text of [secret, session]) assert.ok(!log().includes(text))
})

test('a page whose person is found too late says nothing more, and its secret is not logged', async (t) => {
  const late = Promise.withResolvers<undefined>()
  const { app, port, log } = await listen(t, () => late.promise, { 'handler-timeout-ms': '100' })
  const path = `/authenticate/${secret}`
  const head = await exchange(port, get(path, `Cookie: reelcommons_session=${session}\r\nConnection: close`))
  assert.match(head, /^HTTP\/1\.1 504 /)
  late.resolve(undefined)
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  assert.match(log(), /request failed/)
  assert.doesNotMatch(log(), /already sent/)
  // What the framework says of addresses is caught all the same.
  app.log.warn({ err: new Error(`Reply was already sent, did you forget to "return reply" in "${path}" (GET)?`) })
  app.log.warn(`Reply was already sent, did you forget to "return reply" in the "${path}" (GET) route?`)
  assert.match(log(), /already sent.* in the \\"…\\" \(GET\) route/)
  assert.match(log(), /already sent.* in \\"…\\" \(GET\)/)
  for (const line of log().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  for (const text of [secret, session]) assert.ok(!log().includes(text))
})

test('under too much load requests are refused before their key is looked up', async (t) => {
  let isTooHigh = true
  const { app, queries } = await listen(t, async () => anyRow, {}, { load: { isTooHigh: () => isTooHigh } })
  for (const path of [`/3/authentication?api_key=${secret}`, '/3/authentication', '/3/nothing']) {
    const reply = await app.inject(path)
    assert.deepEqual([reply.statusCode, reply.json()], [503, statusEnvelope('unavailable')])
  }
  assert.equal(queries(), 0)
  assert.equal((await app.inject('/healthz')).statusCode, 200)
  isTooHigh = false
  assert.equal((await app.inject(`/3/authentication?api_key=${secret}`)).statusCode, 200)
})
