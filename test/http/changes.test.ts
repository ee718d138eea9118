import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { readHeard } from '#src/commons/format/live.ts'
import { publicKeyOf } from '#src/commons/format/signatures.ts'
import { findKey, makeKey } from '#src/commons/publishing/keys.ts'
import { sql } from '#src/database/sql.ts'
import { until } from '../support/clients.ts'
import { openEvents } from '../support/commons/streams.ts'
import { sqliteEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, loadWorld } from '../support/world.ts'

const engine = sqliteEngine(loadWorld)
const at = new Date('2026-03-10T12:00:00.000Z')
const key = keys.first
const changesPath = `/commons/1/changes?api_key=${key}`
const streamPath = `/commons/1/changes/stream?api_key=${key}`

async function openServer(context: TestContext, options: Record<string, string> = {}) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-changes-'))
  context.after(() => rm(data, { recursive: true, force: true }))
  const server = await serve(context, engine, { data, ...options })
  await server.db.run(sql`update source set redistributable = ${true} where private_only = ${false}`)
  const edit = (runtime: number) =>
    applyEdit(server.db, { account_id: null, at, records: [{ kind: 'movie', id: 501, values: { runtime } }] })
  const json = async (path: string) => JSON.parse((await server.ask(path)).body)
  return { ...server, data, edit, json }
}

test('a request waits for the first change, and takes no turn from others meanwhile', async (context) => {
  const { ask, json, edit, app } = await openServer(context)
  const { next } = await json(changesPath)
  const waiting = ask(`${changesPath}&after=${next}&lines=true`)
  const others = await Promise.all(Array.from({ length: 20 }, () => ask(`/3/movie/501?api_key=${key}`)))
  assert.ok(others.every(({ status }) => status === 200))
  assert.ok(app.states().admissions.every(({ state }: { state: { inFlight: number } }) => state.inFlight === 0))
  await edit(77)
  const answer = JSON.parse((await waiting).body)
  assert.deepEqual(
    answer.changes.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`),
    ['movie 501'],
  )
  assert.equal(answer.lines[0].runtime, 77)
  const more = await json(`${changesPath}&after=${answer.next}&wait=0`)
  assert.deepEqual([more.changes, more.position, more.has_more], [[], answer.position, false])
})

test('a stream has the headers that browsers and proxies need, and ends with the server', async (context) => {
  const { port, edit, app } = await openServer(context)
  const headers = { origin: 'https://pages.example', 'accept-encoding': 'gzip' }
  const reader = await openEvents({ port, path: streamPath, headers })
  const got = reader.response.headers
  assert.equal(reader.response.statusCode, 200)
  assert.deepEqual(
    [got['content-type'], got['x-accel-buffering'], got['content-encoding'], got['access-control-allow-origin']],
    ['text/event-stream; charset=utf-8', 'no', undefined, '*'],
  )
  assert.match(got['cache-control'] ?? '', /no-store/)
  await edit(78)
  await until(() => reader.told.length === 1)
  const closing = app.close()
  await until(() => reader.isOver)
  await closing
})

test('a stream needs a key, a position that is known, and a place', async (context) => {
  const { port, ask, json } = await openServer(context, {
    'change-streams': '3',
    'change-streams-per-key': '2',
  })
  assert.equal((await ask('/commons/1/changes/stream')).status, 401)
  assert.equal((await ask('/commons/1/changes')).status, 401)
  assert.equal((await ask(`${streamPath}&after=999999999`)).status, 410)
  assert.equal((await ask(`${streamPath}&after=0:other`)).status, 410)
  assert.equal((await ask(`${streamPath}&kinds=films`)).status, 422)
  assert.equal((await ask(`${streamPath}&list=99999`)).status, 404)
  const { next } = await json(changesPath)
  const open = [await openEvents({ port, path: streamPath }), await openEvents({ port, path: streamPath })]
  const full = await ask(`${streamPath}&after=${next}`)
  assert.equal(full.status, 503)
  assert.ok(Number(full.headers['retry-after']) > 0)
  for (const reader of open) reader.close()
  await until(async () => {
    const again = await openEvents({ port, path: streamPath })
    again.close()
    return again.response.statusCode === 200
  })
})

test('followers are told without a key what is signed, unless nothing is published', async (context) => {
  const { port, ask, edit, data } = await openServer(context, { publish: 'true' })
  assert.equal((await ask('/commons/live')).status, 404)
  await makeKey(data)
  const reader = await openEvents({ port, path: '/commons/live' })
  await edit(79)
  await until(() => reader.told.length === 1)
  const own = await findKey(data)
  const [signature, event] = reader.events
  const heard = readHeard(Buffer.from(event?.data ?? ''), signature?.data ?? '', publicKeyOf(own!.key))
  assert.equal((heard.lines[0] as unknown as { runtime: number }).runtime, 79)
  const changed = Buffer.from((event?.data ?? '').replace(':79', ':80'))
  assert.throws(() => readHeard(changed, signature?.data ?? '', publicKeyOf(own!.key)), /signature/)
  reader.close()
  for (const options of [{}, { publish: 'true', private: 'true' }, { publish: 'true', 'change-streams': '0' }]) {
    const other = await openServer(context, options as Record<string, string>)
    await makeKey(other.data)
    const answer = await other.ask('/commons/live')
    assert.ok([401, 404].includes(answer.status), JSON.stringify(options))
  }
})
