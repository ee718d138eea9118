import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { forEachEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, loadWorld } from '../support/world.ts'

const movie = `/3/movie/501?api_key=${keys.first}`
const html = { accept: 'text/html' }
const name = 'strict-transport-security'

type Asked = [what: string, path: string, status: number, headers?: Record<string, string>, method?: string]
const asked: Asked[] = [
  ['a reply that is made', movie, 200],
  ['the same from memory', movie, 200],
  ['the same packed', movie, 200, { 'accept-encoding': 'gzip' }],
  ['the same, known already', movie, 304, { 'if-none-match': '*' }],
  ['its head', movie, 200, {}, 'HEAD'],
  ['a reply that is not kept', `/3/authentication?api_key=${keys.first}`, 200],
  ['a preflight', movie, 204, {}, 'OPTIONS'],
  ['a wrong key', '/3/movie/501?api_key=wrong', 401],
  ['a missing record', `/3/movie/999999?api_key=${keys.first}`, 404],
  ['a wrong host', '/3/movie/%00', 404],
  ['a parameter that is too long', `/3/movie/${'1'.repeat(8_000)}?api_key=${keys.first}`, 404],
  ['a page', '/login', 200, html],
  ['a redirect', '/settings/profile', 303, html],
  ['a page that is missing', '/nothing', 404, html],
  ['an asset', '/assets/nothing.css', 404],
  ['a picture that is missing', '/t/p/w500/nothing.jpg', 404],
  ['the contract', '/openapi.json', 200],
  ['health', '/healthz', 200],
  ['readiness', '/readyz', 200],
]

/** Bytes that are answered without the router. */
const raw: [what: string, bytes: string][] = [
  ['no request', 'nonsense\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n'],
]

const settings: [options: Record<string, string>, expected: string | undefined][] = [
  [{}, 'max-age=31536000'],
  [{ 'hsts-subdomains': 'true' }, 'max-age=31536000; includeSubDomains'],
  [{ site: 'http://reelcommons.example' }, undefined],
]

forEachEngine(loadWorld, (engine) => {
  for (const [options, expected] of settings)
    test(`each reply has ${expected ?? 'nothing'} about https with ${JSON.stringify(options)}`, async (t) => {
      const { ask, port } = await serve(t, engine, options)
      for (const [what, path, status, headers, method] of asked) {
        const reply = await ask(path, headers, method)
        assert.deepEqual([reply.status, reply.headers[name]], [status, expected], what)
      }
      for (const [what, bytes] of raw) {
        const socket = connect(port, '127.0.0.1')
        socket.write(bytes)
        const [head = ''] = (await text(socket)).split('\r\n\r\n')
        const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(name))
        assert.equal(line?.replace(/^.*?: /, ''), expected, `${what}: ${head}`)
      }
    })
})
