import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { openChangeFeed } from '#src/commons/changes/feed.ts'
import { everything, type Wanted } from '#src/commons/changes/wanted.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { openStreams } from '#src/http/changes/streams.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { openEvents } from '../support/commons/streams.ts'
import { sqliteEngine } from '../support/engines.ts'

const engine = sqliteEngine(emptyCatalogue)
const { config } = readConfig({}, {})
const at = new Date('2026-03-10T12:00:00.000Z')
const shared = sources.map((source) => ({ ...source, redistributable: true }))
const film = (id: number, more: object = {}) => ({ kind: 'movie', id, title: `Film ${id}`, source: 'low', ...more })
const edit = (db: Database, id: number, values: object) =>
  applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', id, values } as never] })

type Options = { heartbeatMs?: number; maxUnread?: number; maxBehind?: number; wanted?: Wanted; isSigned?: boolean }

/** A server of streams alone. */
async function openServer(context: TestContext, { wanted = everything, isSigned, ...options }: Options = {}) {
  const db = await engine.open()
  await importInto(db, [...shared, film(1), film(2), film(3)])
  const failed: unknown[] = []
  const onError = (error: unknown) => void failed.push(error)
  const feed = openChangeFeed({ ...{ db, config, clock: () => at, lookMs: 5 }, failed: onError })
  const streams = openStreams({ ...{ feed, db, heartbeatMs: 60_000, failed: onError }, ...options })
  let signed = 0
  const sign = async () => `signature ${++signed}`
  const server = createServer(async (request, response) => {
    const here = await feed.look()
    const after = new URL(request.url as string, 'http://here').searchParams.get('after')
    const last = request.headers['last-event-id']?.toString().split(':')[0]
    const seq = Number(last ?? after ?? here.seq)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    streams.begin(response, { from: { ...here, seq }, wanted, ...(isSigned && { sign }) })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  context.after(async () => {
    streams.close()
    feed.close()
    server.closeAllConnections()
    server.close()
    await db.close()
    assert.deepEqual(failed, [])
  })
  const open = (path = '/', headers = {}) => openEvents({ port, path, headers })
  return { db, feed, streams, port, open, signs: () => signed }
}

test('a change is told once to each, and goes on after the last one that was read', async (context) => {
  const { db, open, feed } = await openServer(context)
  const readers = [await open(), await open()]
  await edit(db, 1, { runtime: 91 })
  for (const reader of readers) await until(() => reader.told.length === 1)
  const [first, second] = readers as [(typeof readers)[number], (typeof readers)[number]]
  assert.deepEqual(first.events, second.events)
  const [line] = first.answers.flatMap(({ lines = [] }) => lines) as { runtime: number }[]
  assert.equal(line?.runtime, 91)
  const { lastId } = first
  assert.equal(lastId, `${(await feed.look()).seq}:${(await feed.look()).incarnation}`)
  first.close()
  await edit(db, 2, { runtime: 92 })
  await until(() => second.told.length === 2)
  const again = await open('/', { 'last-event-id': lastId })
  await until(() => again.told.length === 1)
  await edit(db, 3, { runtime: 93 })
  for (const reader of [second, again]) await until(() => reader.told.includes('movie 3'))
  assert.deepEqual(
    [second.told, again.told],
    [
      ['movie 1', 'movie 2', 'movie 3'],
      ['movie 2', 'movie 3'],
    ],
  )
})

test('whoever was told nothing yet goes on without a gap as well', async (context) => {
  const { db, open } = await openServer(context)
  const reader = await open()
  await until(() => reader.lastId !== '')
  reader.close()
  await edit(db, 1, { runtime: 91 })
  const again = await open('/', { 'last-event-id': reader.lastId })
  await until(() => again.told.length === 1)
})

test('only what is wanted is told, and a heartbeat says how far that is', async (context) => {
  const { db, open, feed } = await openServer(context, {
    heartbeatMs: 40,
    wanted: { kinds: new Set(['person']), hasLines: false },
  })
  const reader = await open()
  await edit(db, 1, { runtime: 91 })
  const { seq } = await feed.look()
  await until(() => reader.beats > 1 && reader.lastId.startsWith(`${seq}:`))
  await importInto(db, [{ kind: 'person', id: 7, name: 'Ann', source: 'low' }])
  await until(() => reader.told.length === 1)
  assert.deepEqual([reader.told, 'lines' in (reader.answers[0] as object)], [['person 7'], false])
})

test('a reader that does not read is cut off, and nobody waits for it', async (context) => {
  const { db, open, streams, port } = await openServer(context, { maxUnread: 300_000 })
  const deaf = connect(port, '127.0.0.1')
  await once(deaf, 'connect')
  deaf.on('error', () => {})
  deaf.pause()
  deaf.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  const reader = await open()
  await until(() => streams.state().open === 2)
  const overview = 'long words of a long text '.repeat(2_500)
  for (let round = 1; streams.state().cutOff === 0; round++) {
    assert.ok(round < 100, 'it is never cut off')
    const known = reader.answers.length
    await importInto(
      db,
      Array.from({ length: 10 }, (_, id) => film(id + 1, { overview: `${round} ${overview}` })),
    )
    await until(() => reader.answers.length > known)
  }
  await until(() => streams.state().open === 1)
  const before = reader.told.length
  await edit(db, 1, { runtime: 91 })
  await until(() => reader.told.length > before)
  deaf.destroy()
})

test('what followers are told is signed once, and who is far behind is told to take packets', async (context) => {
  const { db, open, signs } = await openServer(context, { isSigned: true, maxBehind: 20 })
  const readers = [await open(), await open(), await open()]
  await edit(db, 1, { runtime: 91 })
  for (const reader of readers) await until(() => reader.told.length === 1)
  assert.equal(signs(), 1)
  assert.deepEqual(
    readers[0]?.events.map(({ name, data }) => [name, name === 'signature' && data]),
    [
      ['signature', 'signature 1'],
      ['', false],
    ],
  )
  const late = await open('/?after=0')
  await until(() => late.isOver)
  assert.deepEqual(
    late.events.map(({ name }) => name),
    ['behind'],
  )
})

test('a thousand streams leave nothing behind', { timeout: 120_000 }, async (context) => {
  const { db, open, streams, feed } = await openServer(context)
  for (let round = 0; round < 4; round++) {
    const readers = []
    for (let some = 0; some < 5; some++)
      for (const reader of await Promise.all(Array.from({ length: 50 }, () => open()))) readers.push(reader)
    await edit(db, 1, { runtime: 100 + round })
    for (const reader of readers) await until(() => reader.told.length === 1)
    assert.deepEqual([streams.state().open, feed.listening()], [250, 250])
    for (const reader of readers) reader.close()
    await until(() => streams.state().open === 0)
    assert.equal(feed.listening(), 0)
  }
})

test('streams end at once when the server does', async (context) => {
  const { open, streams } = await openServer(context)
  const reader = await open()
  await sleep(10)
  streams.close()
  await until(() => reader.isOver)
  assert.equal(streams.state().open, 0)
})
