import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { readConfig } from '#src/config.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { headerLimits } from '#src/http/header-limits.ts'
import { maxCookie, readCookies } from '#src/http/pages/cookies.ts'
import { buildServer } from '#src/http/server.ts'
import { packageRoot } from '#src/package-root.ts'
import { sqliteEngine } from '../support/engines.ts'
import { keys, loadWorld } from '../support/world.ts'

let db: Database
let app: FastifyInstance
before(async () => {
  db = await sqliteEngine(loadWorld).open()
  app = buildServer({ db, config: readConfig({ port: '0' }, {}).config, clock: () => new Date() })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  await app.close()
  await db.close()
})

async function answerTo(headers: Record<string, string>): Promise<[status: number | undefined, body: string]> {
  const { port } = app.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>()
  const path = `/3/configuration?api_key=${keys.first}`
  const request = ask({ port, path, headers, agent: false }, async (response) => {
    const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>)
    resolve([response.statusCode, Buffer.concat(chunks).toString()])
  })
  request.on('error', reject)
  request.end()
  return promise
}

test('every header that is read has a limit, above which the request is refused', async () => {
  const refused = [431, JSON.stringify(statusEnvelope('header_too_large'))]
  for (const [name, most] of Object.entries(headerLimits)) {
    const [status] = await answerTo({ [name]: 'x'.repeat(most) })
    assert.notEqual(status, 431, name)
    assert.deepEqual(await answerTo({ [name.toUpperCase()]: 'x'.repeat(most + 1) }), refused, name)
  }
  assert.equal((await answerTo({ 'x-anything': 'x'.repeat(10_000) }))[0], 200)
})

/** How code of the server names headers of a request: `headers['range']`, `headers.accept`. */
const named = /\bheaders(?:\.(?!ts\b)(\w+)|\['([\w-]+)'\])/g
/** What Node reads itself, what its own reader limits, and names of ours for headers that were read. */
const others = new Set(['content-length', 'transfer-encoding', 'cookie', 'encoding', 'match', 'length'])

test('no code reads a header that has no limit', async () => {
  const unlimited: string[] = []
  for await (const file of glob('src/http/**/*.ts', { cwd: packageRoot })) {
    const text = await readFile(join(packageRoot, file), 'utf8')
    for (const [, dotted, quoted] of text.matchAll(named)) {
      const name = (quoted ?? dotted) as string
      if (!Object.hasOwn(headerLimits, name) && !others.has(name)) unlimited.push(`${file}: ${name}`)
    }
  }
  assert.deepEqual(unlimited, [])
})

test('a cookie that is longer than any of ours is not looked at', () => {
  const read = (value: string) =>
    readCookies({ headers: { cookie: `other=${'y'.repeat(5_000)}; reelcommons_session=${value}` } } as never, false)
  assert.deepEqual(read('x'.repeat(maxCookie)), { session: 'x'.repeat(maxCookie) })
  assert.deepEqual(read('x'.repeat(maxCookie + 1)), {})
})
