import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { eventsOf } from '#src/commons/following/hearing/events.ts'
import { keepHearing } from '#src/commons/following/hearing/keep-hearing.ts'
import { spooled } from '#src/commons/following/hearing/spool.ts'
import { followOnce } from '#src/commons/following/round.ts'
import { makePrivateKey, signatureOf } from '#src/commons/format/signatures.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { followedAt, openFollower } from '../support/commons/follower.ts'
import { openLivePair } from '../support/commons/live-pair.ts'
import { openPublisher } from '../support/commons/publisher.ts'
import { club, film as filmOfClub } from '../support/commons/spoilt.ts'
import { forEachEngine, sqliteEngine, type TestEngine } from '../support/engines.ts'

const shared = sources.map((source) => ({ ...source, redistributable: true }))
const film = (id: number, more: object = {}) => ({ kind: 'movie', id, title: `Film ${id}`, source: 'low', ...more })

const Film = Type.Object({ id: Type.Integer(), title: Type.String(), runtime: Type.Integer() })
const filmsIn = async (db: Database) =>
  new Map((await db.all(Film, sql`select id, title, runtime from movie order by id`)).map((row) => [row.id, row]))
const runtimeOf = async (db: Database, id: number) => (await filmsIn(db)).get(id)?.runtime

async function openPair(context: TestContext, engine: TestEngine) {
  const [there, here] = [await engine.open(), await engine.open()]
  await importInto(there, [...shared, film(1), film(2), film(3)])
  const pair = await openLivePair(context, there, here)
  // After what uses them.
  context.after(() => Promise.all([there.close(), here.close()]))
  return { there, here, ...pair }
}

forEachEngine(emptyCatalogue, (engine) => {
  test('an edit arrives as it happens, and packets have it again without a difference', async (context) => {
    const { there, here, edit, follower, id, publish, faults, settled, askNow } = await openPair(context, engine)
    await edit(1, { runtime: 91 })
    await until(async () => (await runtimeOf(here, 1)) === 91)
    await edit(2, { runtime: 92 })
    await applyEdit(there, {
      ...{ account_id: null, at: followedAt },
      records: [{ kind: 'movie', id: 3, isDeleted: true }],
    })
    await importInto(there, [film(4)])
    await until(async () => {
      const films = await filmsIn(here)
      return films.get(2)?.runtime === 92 && !films.has(3) && films.has(4)
    })
    await settled()
    const before = await follower.found(id)
    assert.deepEqual([before?.packet, before?.counts.packets], [0, 0])
    assert.ok((before?.live_position ?? 0) > (before?.position ?? 0))
    await publish()
    const after = await askNow()
    assert.deepEqual([after?.packet, after?.counts.changed], [1, before?.counts.changed])
    assert.deepEqual(faults, [])
  })

  test('a packet from before what was heard brings nothing back', async (context) => {
    const { here, edit, publish, settled, askNow } = await openPair(context, engine)
    await edit(1, { runtime: 91 })
    await publish()
    await edit(1, { runtime: 95 })
    await until(async () => (await runtimeOf(here, 1)) === 95)
    await settled()
    assert.deepEqual([(await askNow())?.packet, await runtimeOf(here, 1)], [1, 95])
    await edit(1, { runtime: 96 })
    await until(async () => (await runtimeOf(here, 1)) === 96)
    await publish()
    await settled()
    assert.deepEqual([(await askNow())?.packet, await runtimeOf(here, 1)], [2, 96])
    const left = await here.all(Type.Object({ entity_id: Type.Integer() }), sql`select entity_id from live_record`)
    assert.deepEqual(left, [])
  })
})

const engine = sqliteEngine(emptyCatalogue)

test('a connection that is lost and a publisher that starts again lose nothing', async (context) => {
  const { here, edit, app, restart } = await openPair(context, engine)
  await edit(1, { runtime: 91 })
  await until(async () => (await runtimeOf(here, 1)) === 91)
  app().server.closeAllConnections()
  await edit(1, { runtime: 92 })
  await until(async () => (await runtimeOf(here, 1)) === 92)
  await restart(() => edit(2, { runtime: 93 }))
  await until(async () => (await runtimeOf(here, 2)) === 93)
  await edit(2, { runtime: 94 })
  await until(async () => (await runtimeOf(here, 2)) === 94)
})

test('changes are not heard where they are not wanted, and follow packets then', async (context) => {
  const { here, edit, publish, askNow } = await openPair(context, engine)
  await here.run(sql`update following set wants_live = ${false}`)
  await sleep(200)
  await edit(1, { runtime: 91 })
  await sleep(300)
  assert.notEqual(await runtimeOf(here, 1), 91)
  await publish()
  await askNow()
  assert.equal(await runtimeOf(here, 1), 91)
})

/** A stream that says whatever a test wants. */
async function openLiar(context: TestContext, say: (position: number) => string) {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    const after = Number(new URL(request.url as string, 'http://here').searchParams.get('after')?.split(':')[0])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(say(after))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`, asked: () => asked }
}

const eventOf = (said: object, signature: string) =>
  `event: signature\ndata: ${signature}\n\ndata: ${JSON.stringify(said)}\n\n`

test('what somebody else has signed is refused, and packets go on', async (context) => {
  const here = await openFor(context, engine)
  const publisher = await openPublisher(context)
  await publisher.whole([filmOfClub('A Film')])
  const said = (after: number) => {
    const change = { kind: 'movie', id: 7_001, position: after + 1, gone: false, into: null }
    const line = { kind: 'movie', id: 7_001, title: 'A Lie', ...club }
    const told = { incarnation: 'first', after, position: after + 1, time: '2026-03-10T12:00:00.000Z' }
    return { ...told, changes: [change], lines: [line] }
  }
  const stranger = makePrivateKey()
  const liar = await openLiar(context, (after) =>
    eventOf(said(after), signatureOf(Buffer.from(JSON.stringify(said(after))), stranger)),
  )
  await publisher.sign((manifest) => ({ ...manifest, changes: liar.address }))
  const follower = await openFollower(context, here)
  const id = await follower.follow(publisher.folder)
  await follower.take(id)
  const failed: unknown[] = []
  const ending = new AbortController()
  const hearing = keepHearing(
    {
      ...{ db: here, config: follower.config, clock: () => followedAt, lookMs: 10, haste: 1_000 },
      ...{ connecting: { allowsPrivate: true }, failed: (error: unknown) => void failed.push(error) },
      announce: () => void followOnce(id, follower.round),
    },
    ending.signal,
  )
  await until(() => liar.asked() > 2)
  ending.abort()
  await hearing
  assert.match(String(failed[0]), /The signature of what was sent is wrong/)
  assert.deepEqual(await spooled(follower.config, id), [])
  await publisher.packet([filmOfClub('Another Title')])
  await follower.take(id)
  assert.deepEqual(
    [...(await filmsIn(here)).values()].map(({ title }) => title),
    ['Another Title'],
  )
})

test('an event without an end is given up', async () => {
  async function* chunks() {
    for (;;) yield Buffer.alloc(1_000, 'x')
  }
  await assert.rejects(async () => {
    for await (const _event of eventsOf(chunks(), 100_000));
  }, /more than 100000 bytes/)
  async function* parts() {
    for (const text of [':\n\nevent: a\r\nda', 'ta: one\ndata: two\n\n', 'id: 7\n\ndata:three\n\n'])
      yield Buffer.from(text)
  }
  const read: string[] = []
  for await (const event of eventsOf(parts(), 100))
    read.push(event.is === 'beat' ? 'beat' : `${event.name} ${event.data}`)
  assert.deepEqual(read, ['beat', 'a one\ntwo', ' three'])
})
