import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '#src/config.ts'
import { type StatusName, statusEnvelope, statuses } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { commonHeaders } from '#src/http/headers.ts'
import { buildServer } from '#src/http/server.ts'
import { forEachEngine } from '../support/engines.ts'
import { keys, loadWorld } from '../support/world.ts'

/** Bytes on a connection that no client should send, and the status that answers them. */
const host = 'Host: localhost'
const key = `api_key=${keys.first}`
const cases: [title: string, bytes: string, status: StatusName][] = [
  ['no Host', `GET /3/movie/101?${key} HTTP/1.1\r\n\r\n`, 'invalid_input'],
  ['HTTP/2.0 in a line', `GET /3/movie/101?${key} HTTP/2.0\r\n${host}\r\n\r\n`, 'http_version_refused'],
  ['HTTP/0.9 in a line', `GET /3/movie/101?${key} HTTP/0.9\r\n${host}\r\n\r\n`, 'http_version_refused'],
  ['two Hosts', `GET /3/movie/101?${key} HTTP/1.1\r\n${host}\r\n${host}\r\n\r\n`, 'invalid_input'],
  ['an absolute target', `GET http://localhost/3/movie/101?${key} HTTP/1.1\r\n${host}\r\n\r\n`, 'invalid_input'],
  ['a target that is no path', `GET movie HTTP/1.1\r\n${host}\r\n\r\n`, 'invalid_input'],
  ['a byte outside ASCII in the target', `GET /3/find/\u00e9?${key} HTTP/1.1\r\n${host}\r\n\r\n`, 'invalid_input'],
  [
    'a path that cannot be decoded',
    `GET /3/movie/%E0%A4%A?${key} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
    'invalid_id',
  ],
  ['a path of a page that cannot be decoded', `GET /movie/%E0%A4%A HTTP/1.1\r\n${host}\r\n\r\n`, 'not_found'],
  ['a NUL in the path', `GET /3/movie/%00?${key} HTTP/1.1\r\n${host}\r\n\r\n`, 'not_found'],
  [
    'an address that is too long',
    `GET /3/find/${'x'.repeat(9_000)}?${key} HTTP/1.1\r\n${host}\r\n\r\n`,
    'address_too_long',
  ],
  ['a header that is too large', `GET / HTTP/1.1\r\n${host}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'header_too_large'],
  ['no HTTP', 'HELLO\r\n\r\n', 'invalid_input'],
  ['an unknown version', `GET / HTTP/9.9\r\n${host}\r\n\r\n`, 'invalid_input'],
  [
    'two lengths',
    `POST /3/list?${key} HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    'invalid_input',
  ],
  [
    'a length and chunks',
    `POST /3/list?${key} HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'invalid_input',
  ],
  ['an unknown expectation', `GET /3/movie/101?${key} HTTP/1.1\r\n${host}\r\nExpect: tea\r\n\r\n`, 'invalid_input'],
  ['a tunnel', `CONNECT example:443 HTTP/1.1\r\n${host}\r\n\r\n`, 'method_not_offered'],
  ['another method', `PUT /3/movie/101?${key} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 'method_not_offered'],
  ['no key', `GET /3/nothing HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 'invalid_key'],
  [
    'an encoded path without a key',
    `GET /%33/movie/101 HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
    'invalid_key',
  ],
  ['a body that is too large', post(`{"request_token":"${'x'.repeat(70_000)}"}`), 'body_too_large'],
  ['a body that is no JSON', post('{'), 'invalid_input'],
  ['a body that changes prototypes', post('{"__proto__":{"request_token":"x"}}'), 'invalid_input'],
  ['a body of another type', post('a=b', 'multipart/form-data; boundary=a'), 'unsupported_media_type'],
  ['a body of cells', post('{}', 'text/csv'), 'unsupported_media_type'],
  ['the opening of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'invalid_input'],
  ['the opening of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'invalid_input'],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${host}\r\n\r\n`, 'invalid_input'],
  ['a folded header', `GET /3/movie/101?${key} HTTP/1.1\r\n${host}\r\nX: a\r\n b\r\n\r\n`, 'invalid_input'],
  ['lines without carriage return', `GET /3/movie/101?${key} HTTP/1.1\n${host}\n\n`, 'invalid_input'],
  [
    'a byte of Latin-1 in a query',
    `GET /3/search/movie?query=\xe9&${key} HTTP/1.1\r\n${host}\r\n\r\n`,
    'invalid_input',
  ],
  ['bytes of UTF-8 in a path', `GET /3/find/\xc3\xa9?${key} HTTP/1.1\r\n${host}\r\n\r\n`, 'invalid_input'],
  ['a blank before a colon', 'GET /3/movie/101 HTTP/1.1\r\nHost : localhost\r\n\r\n', 'invalid_input'],
  [
    'another coding of the body',
    `POST /3/list?${key} HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    'invalid_input',
  ],
  [
    'a chunk of no length',
    post('zz\r\n{}\r\n0\r\n\r\n').replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked'),
    'invalid_input',
  ],
  [
    'a method with a body, and none sent',
    `QUERY /3/movie/101?${key} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
    'method_not_offered',
  ],
  ['a wrong body where nothing is', post('a=b', 'text/xml').replace('session/new', 'nothing'), 'not_found'],
  ['a wrong body and no key', post('{{').replace(key, ''), 'invalid_key'],
  ['nothing', '', 'request_timeout'],
  ['a header that does not end', `GET /3/movie/101?${key} HTTP/1.1\r\n${host}\r\nX: `, 'request_timeout'],
  ['a body that does not end', post('{').replace('Content-Length: 1', 'Content-Length: 9'), 'request_timeout'],
]

function post(body: string, type = 'application/json') {
  const head = `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close`
  return `POST /3/authentication/session/new?${key} HTTP/1.1\r\n${host}\r\n${head}\r\n\r\n${body}`
}

const limits = {
  'headers-timeout-ms': '400',
  'request-timeout-ms': '500',
  'connection-timeout-ms': '1500',
  'handler-timeout-ms': '1000',
}

forEachEngine(loadWorld, (engine) => {
  describe('what arrives on a connection', () => {
    let db: Database
    let app: FastifyInstance
    before(async () => {
      db = await engine.open()
      const { config } = readConfig({ ...limits, port: '0' }, {})
      app = buildServer({ db, config, clock: () => new Date() })
      await app.listen({ port: 0, host: '127.0.0.1' })
    })
    after(async () => {
      await app.close()
      await db.close()
    })

    for (const [title, bytes, status] of cases) {
      test(`${title} is answered in the envelope`, async () => {
        const reply = await exchange(app, bytes)
        const [head = '', body = ''] = reply.split('\r\n\r\n')
        assert.match(head, new RegExp(`^HTTP/1\\.1 ${statuses[status][0]} `), reply)
        assert.match(head.toLowerCase(), /content-type: application\/json/)
        for (const header of Object.entries(commonHeaders))
          assert.ok(head.toLowerCase().includes(header.join(': ')), header.join(': '))
        assert.deepEqual(JSON.parse(body), statusEnvelope(status))
      })
    }

    test('a client that does not read its replies is let go', async () => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      const request = `GET /openapi.json HTTP/1.1\r\n${host}\r\n\r\n`
      socket.write(request.repeat(90))
      const [connection] = (await once(app.server, 'connection')) as [import('node:net').Socket]
      await once(connection, 'close')
      socket.destroy()
    })
  })
})

/** Sends bytes and reads until the server closes the connection. */
async function exchange(app: FastifyInstance, bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let reply = ''
  socket.setEncoding('utf8').on('data', (text) => {
    reply += text
  })
  // The server may refuse before it has read everything.
  socket.on('error', () => {})
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  return reply
}
