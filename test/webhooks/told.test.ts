import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Type } from 'typebox'
import { type Sql, sql } from '#src/database/sql.ts'
import { tellOfFailedBackup } from '#src/upkeep/upkeep-job.ts'
import { maxWaiting } from '#src/webhooks/limits.ts'
import { tellServer } from '#src/webhooks/queue.ts'
import { later, now } from '../support/accounts.ts'
import { importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, season, series } from '../support/import-lines.ts'
import { film, openWebhooks, prepare, type Webhooks, wordsOf } from './opened.ts'
import { openReceiver } from './receiver.ts'

const at = now.toISOString()
const onWatchlist = (account_id: number, kind: string, id: number): Sql =>
  sql`insert into watchlist (account_id, kind, entity_id, created_at) values (${account_id}, ${kind}, ${id}, ${at})`

async function makeList({ db }: Webhooks, id: number, account_id: number, ...movies: number[]) {
  await db.run(sql`
    insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
    values (${id}, ${account_id}, 'List', '', 'en', 'private', 'position.asc', ${at}, ${at})`)
  for (const movie of movies)
    await db.run(sql`
      insert into list_item (list_id, kind, entity_id, position, created_at)
      values (${id}, 'movie', ${movie}, ${movie}, ${at})`)
}

const Head = Type.Object({ seq: Type.Integer() })
const Left = Type.Object({ id: Type.Integer() })
const Queued = Type.Object({ type: Type.String(), data: Type.Record(Type.String(), Type.Unsafe<unknown>({})) })

forEachEngine(prepare, (engine) => {
  test('a key is told of what has changed, signed, and of nothing that may not be passed on', async (t) => {
    const all = await openWebhooks(t, engine)
    const receiver = await openReceiver(t)
    const ada = await all.person('ada')
    const { id: key_id } = await all.key(ada.id)
    const { id, secret } = await all.add(
      ada,
      { owner: 'key', key_id },
      {
        address: receiver.address,
        types: ['movie.changed', 'person.changed'],
      },
    )
    await all.edit(1, 90)
    await importInto(all.db, [film(9, { source: 'high', runtime: 7, tagline: 'Ours alone' })])
    await all.change([{ kind: 'movie', id: 3, isDeleted: true }])
    await importInto(all.db, [series(5)])
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received), ['movie.changed 1', 'movie.changed 3 gone'])
    const [first, second] = receiver.received
    assert.deepEqual(Object.keys(first!.data), ['kind', 'id', 'position', 'gone', 'into', 'link'])
    assert.equal(first?.data.link, 'http://127.0.0.1:8080/movie/1')
    assert.equal(second?.data.link, undefined)
    const said = JSON.parse(first!.text)
    assert.equal(said.timestamp, at)
    assert.equal(
      first?.signature,
      new Webhook(secret).sign(first!.id, new Date(Number(first?.timestamp) * 1_000), first!.text),
    )
    const { last, waiting } = await all.deliveries(id)
    assert.deepEqual(
      [waiting, last.map(({ state, status, attempts }) => [state, status, attempts])],
      [
        0,
        [
          ['delivered', 204, 1],
          ['delivered', 204, 1],
        ],
      ],
    )
    await all.turn()
    assert.equal(receiver.received.length, 2)
    assert.deepEqual(all.errors, [])
  })

  test('a key hears only of the records and of the list that its webhook names', async (t) => {
    const all = await openWebhooks(t, engine)
    const receiver = await openReceiver(t)
    const ada = await all.person('ada')
    const { id: key_id } = await all.key(ada.id)
    await makeList(all, 4, ada.id, 3)
    const owned = { owner: 'key', key_id } as const
    await all.add(ada, owned, { address: `${receiver.address}/records`, filter: { records: ['movie:2'] } })
    await all.turn()
    for (const id of [1, 2, 3]) await all.edit(id, 70 + id)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received), ['movie.changed 2'])
    receiver.received.length = 0
    await all.add(ada, owned, { address: `${receiver.address}/list`, filter: { list: 4 } })
    for (const id of [1, 2, 3]) await all.edit(id, 80 + id)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received).sort(), ['movie.changed 2', 'movie.changed 3'])
    // Whoever cannot see the list any more hears nothing of it.
    const bo = await all.person('bo')
    await all.db.run(sql`update user_list set account_id = ${bo.id}`)
    receiver.received.length = 0
    await all.edit(3, 99)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received), [])
  })

  test('members are told of titles on their own watchlists and lists alone, also when these are gone', async (t) => {
    const all = await openWebhooks(t, engine)
    const [ofAda, ofBo] = [await openReceiver(t), await openReceiver(t)]
    const [ada, bo] = [await all.person('ada'), await all.person('bo')]
    await all.db.run(onWatchlist(ada.id, 'movie', 1))
    await all.db.run(onWatchlist(bo.id, 'movie', 2))
    await makeList(all, 4, ada.id, 3)
    await all.db.run(sql`
      insert into list_keeper (list_id, account_id, invited_at, accepted_at) values (4, ${bo.id}, ${at}, ${at})`)
    await all.add(
      ada,
      { owner: 'member', account_id: ada.id },
      {
        ...{ address: ofAda.address, filter: { watchlist: true, lists: true } },
      },
    )
    await all.add(bo, { owner: 'member', account_id: bo.id }, { address: ofBo.address, filter: { list: 4 } })
    for (const id of [1, 2, 3]) await all.edit(id, 70 + id)
    await all.turn()
    assert.deepEqual(
      [wordsOf(ofAda.received), wordsOf(ofBo.received)],
      [['movie.changed 1', 'movie.changed 3'], ['movie.changed 3']],
    )
    for (const { received } of [ofAda, ofBo]) received.length = 0
    await all.change([{ kind: 'movie', id: 1, isDeleted: true }])
    await all.change([{ kind: 'movie', id: 3, isDeleted: true }])
    await all.turn()
    assert.deepEqual(
      [wordsOf(ofAda.received), wordsOf(ofBo.received)],
      [['movie.changed 1 gone', 'movie.changed 3 gone'], ['movie.changed 3 gone']],
    )
  })

  test('members are told once a day what airs, from the day on which they ask for it', async (t) => {
    const all = await openWebhooks(t, engine)
    const receiver = await openReceiver(t)
    const ada = await all.person('ada')
    await importInto(all.db, [
      ...[series(5), season(50, 5, 1), film(4, { release_date: '2026-03-11' })],
      ...[episode(51, 5, 1, 1, { air_date: '2026-03-10' }), episode(52, 5, 1, 2, { air_date: '2026-03-11' })],
    ])
    for (const [kind, id] of [
      ['series', 5],
      ['movie', 4],
    ] as const)
      await all.db.run(onWatchlist(ada.id, kind, id))
    const { id } = await all.add(
      ada,
      { owner: 'member', account_id: ada.id },
      {
        address: receiver.address,
        types: ['episode.airs', 'movie.released'],
      },
    )
    await all.turn()
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received), ['episode.airs 51'])
    assert.equal(receiver.received[0]?.data.link, 'http://127.0.0.1:8080/tv/5/season/1/episode/1')
    all.clock.now = later(24 * 60)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received.slice(1)).sort(), ['episode.airs 52', 'movie.released 4'])
    assert.equal((await all.hook(id))?.due_at, null)
  })

  test('administrators are told of what waits for them', async (t) => {
    const all = await openWebhooks(t, engine)
    const receiver = await openReceiver(t)
    const eve = await all.person('eve', 'administrator')
    await all.add(eve, { owner: 'server' }, { address: receiver.address, types: ['edit.waits', 'report.came'] })
    for (const type of ['edit.waits', 'report.came', 'backup.failed'] as const)
      await all.db.transaction((tx) => tellServer(tx, { type, data: { id: 7 }, path: '/queue/7' }, now))
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received), ['edit.waits 7', 'report.came 7'])
    await all.add(eve, { owner: 'server' }, { address: `${receiver.address}/backups`, types: ['backup.failed'] })
    await all.db.transaction((tx) => tellOfFailedBackup(tx, 'The disk is full.', now))
    await all.turn()
    assert.deepEqual(receiver.received.at(-1)?.data, {
      ...{ why: 'The disk is full.', link: 'http://127.0.0.1:8080/admin/setup' },
    })
    const members = await all.person('mo')
    await assert.rejects(all.add(members, { owner: 'server' }, { address: receiver.address, types: ['edit.waits'] }))
  })

  test('of a record only the last change waits, and what has no room is told in one sentence', async (t) => {
    const all = await openWebhooks(t, engine)
    const receiver = await openReceiver(t)
    const ada = await all.person('ada')
    const { id: key_id } = await all.key(ada.id)
    const { id } = await all.add(ada, { owner: 'key', key_id }, { address: receiver.address })
    for (const runtime of [71, 72, 73]) {
      await all.edit(1, runtime)
      await all.follower(all.db).catchUp()
    }
    assert.deepEqual((await all.deliveries(id)).waiting, 1)
    await all.db.run(sql`update webhook set due_at = ${later(60).toISOString()}`)
    await importInto(
      all.db,
      Array.from({ length: maxWaiting + 300 }, (_, index) => film(100 + index)),
    )
    await all.follower(all.db).catchUp()
    const { waiting } = await all.deliveries(id)
    assert.ok(waiting <= maxWaiting + 1, String(waiting))
    await importInto(all.db, [film(5_000)])
    await all.follower(all.db).catchUp()
    assert.equal((await all.deliveries(id)).waiting, waiting)
    const queued = await all.db.all(Queued, sql`select type, data from webhook_delivery where state = 'waiting'`)
    const missed = queued.filter(({ type }) => type === 'changes.missed')
    assert.equal(missed.length, 1)
    const { seq } = (await all.db.one(Head, sql`select max(seq) as seq from change`)) as { seq: number }
    const [{ data }] = missed as [(typeof missed)[0]]
    assert.equal(data.position, seq)
    const positions = queued.flatMap(({ data: { position }, type }) =>
      type === 'movie.changed' ? [Number(position)] : [],
    )
    assert.ok(Number(data.after) >= Math.max(...positions))
    // Everything that changed was told by itself, or is in between.
    const told = new Set(queued.map((one) => one.data.id))
    const left = await all.db.all(
      Left,
      sql`select distinct entity_id as id from change where kind = 'movie' and seq > ${Number(data.after)}`,
    )
    for (const one of left) told.add(one.id)
    for (let movie = 100; movie < 100 + maxWaiting + 300; movie++) assert.ok(told.has(movie), String(movie))
  })
})
