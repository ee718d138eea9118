import assert from 'node:assert/strict'
import { Agent, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { Operation } from '#src/contract/operation.ts'
import { allOperations as operations } from '#src/interface.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { forEachEngine } from '../support/engines.ts'
import { assertForm, type Server, startInterface } from '../support/scenarios.ts'
import type { Schema } from '../support/shape.ts'
import { valuesOf } from '../support/walk.ts'
import { keys, loadWorld, sessions } from '../support/world.ts'

/** Requests that each operation is tried with on each engine. */
const triesPerOperation = runs(15, 100)

type Try = { method: string; target: string; headers: Record<string, string>; body: string | undefined }

/** Texts that have broken servers: numbers at their limits, other scripts, SQL, paths, and names of JavaScript. */
const nasty = [
  ...'0 -1 1 501 2147483647 2147483648 9007199254740993 1e3 0x10 1.5 ٣ NaN Infinity null undefined true'.split(' '),
  ...['', ' ', '\u0000', '\u2028', '\ud83d\ude00', '\ufeff', 'ß', 'İ', 'a\u0301'.repeat(50), 'x'.repeat(3_000)],
  ...["'", '"', "1' or '1'='1", '1; drop table movie', '%', '_', '\\', '%25', '--', '/*', '$1', '?', ':id', '{{json}}'],
  ...'.. ../../etc . / // constructor __proto__ toString [] {} tt0000501 tt99999999999999 imdb_id filmdb_id'.split(' '),
  ...'en-US xx-XX en_US zh-Hant-TW images season/1 season/99999999999 season/ 2026-03-10 9999-12-31'.split(' '),
  ...'0000-00-00 2026-02-30 +275760-09-13 created_at.asc'.split(' '),
]

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
)

/** A text inside an address: mostly escaped, sometimes as it is where HTTP can carry it, sometimes escaped wrongly. */
const escaped = fc.oneof(
  { weight: 6, arbitrary: word.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: word.map((text) => text.replace(/[^\x21-\x7e]|[?#]/g, '')) },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%E0%A4%A', '%00', '%2e%2e', '%2F', '%252F', '+', '&&', '==') },
)

const common = ['api_key', 'session_id', 'media_type', 'media_id', 'watchlist']

/**
 * A request for an operation in which each piece may be hostile. Many pieces are good ones, because what is refused at
 * once reaches no further than the checks.
 */
function tries({ method, path, query, reply }: Operation): fc.Arbitrary<Try> {
  const good = Object.entries(query.properties).map(([name, schema]) =>
    fc.constantFrom('', ...valuesOf(schema as Schema, reply as Schema)).map((value) => [name, value]),
  )
  const hostile = fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(query.properties), ...common), escaped), escaped)
  const pairs = fc.tuple(
    fc.tuple(...good),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: fc.array(hostile, { maxLength: 3 }) }),
  )
  const segments = path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? placeOf(part) : fc.constant(part)))
  const tail = often('', fc.constantFrom('/', '//', '?', '%00', ';x=1', '%2F..'))
  const methods = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE')
  return fc.record({
    method: often(method, methods),
    target: fc.tuple(fc.tuple(...segments), tail, pairs).map(
      ([place, tail, pairs]) =>
        `${place.join('')}${tail}?${pairs
          .flat()
          .map((pair) => pair.join('='))
          .join('&')}`,
    ),
    headers,
    body: method === 'GET' ? fc.option(bodies, { nil: undefined, freq: 2 }) : bodies,
  })
}

const often = <Value>(plain: Value, odd: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(plain) }, { weight: 1, arbitrary: odd })

/** Ids of the world that fit together, or anything else. */
const ids: Readonly<Record<string, string>> = {
  '{movie_id}': '501',
  '{series_id}': '601',
  '{season_number}': '2',
  '{episode_number}': '1',
  '{person_id}': '301',
  '{company_id}': '101',
  '{network_id}': '201',
  '{collection_id}': '401',
  '{account_id}': '1',
  '{external_id}': 'tt0000501',
}
const placeOf = (part: string) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(ids[part] ?? '1') }, { weight: 1, arbitrary: escaped })

const headers = fc
  .tuple(
    often(`Bearer ${keys.first}`, fc.constantFrom('Bearer x', 'Bearer', 'Basic eDp4', '')),
    fc.array(
      fc.tuple(
        fc.constantFrom('accept', 'accept-encoding', 'accept-language', 'if-none-match', 'origin', 'range', 'cookie'),
        fc.constantFrom(
          '*',
          'gzip;q=0',
          'gzip, br',
          'W/"x"',
          'text/html',
          'null',
          'bytes=0-1',
          ',,,',
          'x'.repeat(2_000),
        ),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([authorization, more]): Record<string, string> => ({ authorization, ...Object.fromEntries(more) }))

/** JSON values, also nested deep and with fields that the operations read, and texts that are no JSON. */
const fields = fc.dictionary(
  fc.constantFrom('request_token', 'username', 'password', ...common),
  fc.oneof(fc.constantFrom<unknown>(sessions.ada, 'movie', 'tv', true, 501), fc.jsonValue({ maxDepth: 2 }), word),
  { maxKeys: 6 },
)
const bodies = fc.oneof(
  { weight: 3, arbitrary: fields.map((fields) => JSON.stringify({ session_id: sessions.ada, ...fields })) },
  { weight: 1, arbitrary: fc.jsonValue().map((any) => JSON.stringify(any)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{', '[]', 'null', '{"__proto__":1}', '{"a":1}{"b":2}', '['.repeat(5_000)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

forEachEngine(loadWorld, (engine) => {
  let server: Server
  let port: number
  const agent = new Agent({ keepAlive: true })
  before(async () => {
    server = await startInterface(engine, 'neutral')
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  after(async () => {
    agent.destroy()
    await server.close()
  })

  for (const operation of operations) {
    test(`${operation.id} answers whatever is asked`, async () => {
      await fc.assert(
        fc.asyncProperty(tries(operation), async (attempt) => {
          const reply = await exchange(port, agent, attempt)
          assert.ok(reply.statusCode < 500, `${reply.statusCode} ${reply.body}`)
          assert.doesNotMatch(reply.body, /FST_|\bat .*\.(ts|js):\d|SQLITE|syntax error|node:internal/)
          if (reply.statusCode !== 204 && attempt.method !== 'HEAD') assertForm(reply)
        }),
        { numRuns: triesPerOperation },
      )
    })
  }
})

/** Sends a request as it is, without the repairs that `inject` and `fetch` make to an address. */
function exchange(port: number, agent: Agent, { method, target, headers, body }: Try) {
  const { promise, resolve, reject } = Promise.withResolvers<Parameters<typeof assertForm>[0]>()
  const sent =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const request = ask({ port, agent, method, path: target, headers: { ...headers, ...sent } }, async (response) => {
    try {
      const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>)
      const bytes = Buffer.concat(chunks)
      const isGzip = response.headers['content-encoding'] === 'gzip'
      const text = (isGzip && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString()
      resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body: text })
    } catch (error) {
      reject(error)
    }
  })
  request.on('error', reject)
  request.end(body)
  return promise
}
