import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import S3rver from 's3rver'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { sqliteEngine } from '../support/engines.ts'
import { plain } from '../support/media/bytes.ts'
import { type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

type Fault = (request: IncomingMessage, response: ServerResponse, usually: () => void) => void

const refusing = (status: number, code: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

/** What a bucket may do; where a picture is only sent or only asked for, the other one goes on. */
const faults: Record<string, Fault> = {
  none: (_request, _response, usually) => usually(),
  away: (request) => request.destroy(),
  // It is given up after a time that is longer than one that anybody waits for here.
  slow: () => {},
  busy: (_request, response) => refusing(503, 'SlowDown')(response),
  full: ({ method }, response, usually) =>
    method === 'PUT' ? refusing(507, 'InsufficientStorage')(response) : usually(),
  overQuota: ({ method }, response, usually) =>
    method === 'PUT' ? refusing(403, 'QuotaExceeded')(response) : usually(),
  // What it was sent it keeps, and says nothing about it.
  deaf: (request, response, usually) => {
    if (request.method !== 'PUT') return usually()
    response.end = () => request.socket.destroy() as never
    usually()
  },
  cut: ({ method }, response, usually) => {
    if (method !== 'GET') return usually()
    response.writeHead(200, { 'content-length': 5_000 })
    response.write('x'.repeat(1_000), () => response.destroy())
  },
}

/** A bucket whose faults a test chooses. */
async function openBucket(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'reelcommons-bucket-'))
  context.after(() => rm(directory, { recursive: true, force: true }))
  const bucket = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'films', configs: [] }] })
  await bucket.configureBuckets()
  const answer = bucket.callback()
  const state = { fault: 'none' }
  const server = createServer((request, response) =>
    faults[state.fault]?.(request, response, () => answer(request, response)),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { state, address: `http://S3RVER:right@127.0.0.1:${port}/films` }
}

const Kept = Type.Object({ count: Type.Integer() })
/** What a server has of pictures that were sent to it, wherever it may be. */
async function kept({ db, config }: PagesServer) {
  const rows = await db.one(
    Kept,
    sql`select (select count(*) from media_file) + (select count(*) from image where source_id = 'people') as count`,
  )
  const drafts = await readdir(join(config.data, 'pictures', 'cache', 'unfinished')).catch(() => [])
  return { rows: rows?.count, drafts: drafts.length }
}

const page = '/movie/502-das-zweite-glimmen/images'
const fields = { gallery: 'posters', language: 'de', licence: 'CC-BY-4.0' }
const poster = (r: number) => plain(400, 600, { r, g: 0, b: 0 }).jpeg().toBuffer()

test('uploads and pictures while the bucket fails', async (context) => {
  const { state, address } = await openBucket(context)
  const server = await startPages(sqliteEngine(loadWorld), { 'image-bucket': address, 'log-level': 'silent' })
  context.after(() => server.close())
  const bo = await signedIn(server, 'bo')
  const upload = async (colour: number) => bo.upload(`${page}/add`, fields, await poster(colour))

  const first = await upload(255)
  assert.equal(first.status, 303, textOf(first))
  const [, file_path = ''] = /\/t\/p\/original(\/[0-9a-z]{31}\.jpg)"/.exec((await bo.follow(first)).body) ?? []
  const before = await kept(server)

  const uploads: [fault: string, status: number, says: RegExp][] = [
    ['away', 503, /try again/i],
    ['slow', 503, /try again/i],
    ['busy', 503, /try again/i],
    ['full', 422, /There is no room for more pictures right now/],
    ['overQuota', 422, /There is no room for more pictures right now/],
    ['deaf', 503, /try again/i],
  ]
  for (const [index, [fault, status, says]] of uploads.entries()) {
    const colour = index * 20
    state.fault = fault
    const refused = await upload(colour)
    state.fault = 'none'
    assert.equal(refused.status, status, `${fault}: ${textOf(refused)}`)
    assert.match(textOf(refused), says, fault)
    assert.deepEqual(await kept(server), before, fault)
    assert.equal((await upload(colour)).status, 303, `the same picture, after ${fault}`)
    const { rows = 0 } = before
    before.rows = rows + 2
    assert.deepEqual(await kept(server), before, `after ${fault}`)
  }

  await rm(join(server.config.data, 'pictures', 'cache', 'files'), { recursive: true, force: true })
  const show = (size: string) => server.app.inject(`/t/p/${size}${file_path}`)
  for (const fault of ['away', 'busy', 'cut']) {
    state.fault = fault
    const { statusCode, headers } = await show('w92')
    const said = [statusCode, headers['retry-after'], headers['cache-control']]
    assert.deepEqual(said, [503, '5', 'no-store'], fault)
  }
  state.fault = 'none'
  assert.equal((await show('w92')).statusCode, 200)
  // What was fetched once stands in the data folder.
  state.fault = 'away'
  assert.deepEqual([(await show('w92')).statusCode, (await show('w185')).statusCode], [200, 200])
})
