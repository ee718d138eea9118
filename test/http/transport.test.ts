import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { DatabaseBusyError } from '#src/database/errors.ts'
import { buildServer } from '#src/http/server.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { keys, loadWorld, testDay } from '../support/world.ts'

const long = 'GET /3/configuration/languages'
const short = 'GET /3/collection/402'

forEachEngine(loadWorld, (engine) => {
  const onServer = (title: string, check: (server: Server) => Promise<void>) =>
    test(title, async () => {
      const server = await startInterface(engine, 'neutral')
      try {
        await check(server)
      } finally {
        await server.close()
      }
    })

  onServer('a reply is sent once: who has its tag gets 304', async ({ app }) => {
    const { headers } = await send(app, short)
    const etag = String(headers.etag)
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await send(app, short, { headers: { 'if-none-match': known } })
      assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag], known)
      assert.equal(again.headers['cache-control'], headers['cache-control'])
    }
    const other = await send(app, short, { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.statusCode, 200)
    assert.notEqual((await send(app, `${short}?append_to_response=images`)).headers.etag, etag)
  })

  onServer('long replies are compressed for clients that accept it', async ({ app }) => {
    const plain = await send(app, long)
    assert.equal(plain.headers['content-encoding'], undefined)
    for (const accepted of ['gzip', 'br, gzip;q=0.5', 'GZIP', '*', 'x-gzip']) {
      const reply = await send(app, long, { headers: { 'accept-encoding': accepted } })
      assert.equal(reply.headers['content-encoding'], 'gzip', accepted)
      assert.equal(gunzipSync(reply.rawPayload).toString(), plain.body)
      assert.equal(reply.headers.etag, plain.headers.etag)
    }
    for (const refused of ['gzip;q=0', 'br', 'identity', '', 'gzip; q=0.0, br']) {
      const reply = await send(app, long, { headers: { 'accept-encoding': refused } })
      assert.deepEqual([reply.headers['content-encoding'], reply.body], [undefined, plain.body], refused)
    }
    const small = await send(app, short, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(small.headers['content-encoding'], undefined)
  })

  onServer('what depends on the day is not kept past midnight in its time zone', async (server) => {
    const kept: [time: string, timezone: string, seconds: number][] = [
      ['2026-03-10T12:00:00.000Z', 'UTC', 3600],
      ['2026-03-10T23:30:00.000Z', 'UTC', 1800],
      ['2026-03-10T23:59:59.000Z', 'UTC', 1],
      ['2026-03-10T23:59:59.500Z', 'UTC', 0],
      ['2026-03-10T09:30:00.000Z', 'Pacific/Kiritimati', 1800],
      ['2026-03-10T23:30:00.000Z', 'Pacific/Kiritimati', 3600],
    ]
    for (const [time, timezone, seconds] of kept) {
      server.setTime(time)
      const { headers } = await send(server.app, `GET /3/tv/on_the_air?timezone=${timezone}`)
      assert.equal(headers['cache-control'], `public, max-age=${seconds}`, time)
    }
  })

  const faults: [title: string, fault: Error, http: number, code: number][] = [
    ['a fault of ours', new Error('select password from account'), 500, 11],
    ['a database that is too busy', new DatabaseBusyError(), 503, 9],
  ]
  for (const [title, fault, http, code] of faults) {
    test(`${title} is answered without a word of it, and logged without a secret`, async () => {
      const db = await engine.open()
      const failing: Database = {
        ...db,
        one: (row, query) =>
          query.strings.join('').includes('from collection') ? Promise.reject(fault) : db.one(row, query),
      }
      const stream = new PassThrough()
      const { config } = readConfig({}, {})
      const app = buildServer({
        db: failing,
        config,
        clock: () => new Date(testDay),
        logger: { level: 'info', stream },
      })
      const { statusCode, body } = await send(app, `${short}?api_key=${keys.first}&session_id=${'a'.repeat(40)}`)
      await app.close()
      await db.close()
      assert.deepEqual([statusCode, JSON.parse(body).status_code], [http, code])
      assert.doesNotMatch(body, /select|password|Error|\bat\b .*:\d/)
      stream.end()
      const log = await text(stream)
      assert.match(log, /"level":50.*"reqId"/)
      assert.match(log, new RegExp(fault.message))
      assert.doesNotMatch(log, new RegExp(`${keys.first}|a{40}`))
    })
  }
})
