import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { Type } from 'typebox'
import {
  changeWebhook,
  deleteWebhook,
  renewSecret,
  setWebhookState,
  testWebhook,
  webhookFor,
} from '#src/commons/webhooks/writes.ts'
import { sql } from '#src/database/sql.ts'
import { replaceKey } from '#src/keys/account-keys.ts'
import { listNotifications } from '#src/mail/notifications.ts'
import { hourMs } from '#src/reference/days.ts'
import { keptDeliveries, mostAtOnce, mostAttempts, mostWebhooks, pauseAfter } from '#src/webhooks/limits.ts'
import { until } from '../support/clients.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { config, openWebhooks, prepare, type Webhooks, wordsOf } from './opened.ts'
import { type Answer, openReceiver, type Received } from './receiver.ts'

async function openOne(t: TestContext, engine: TestEngine, more: object = {}) {
  const all = await openWebhooks(t, engine, more)
  const receiver = await openReceiver(t)
  const ada = await all.person('ada')
  const { id: key_id } = await all.key(ada.id)
  const owned = { owner: 'key', key_id } as const
  const { id, secret } = await all.add(ada, owned, { address: receiver.address })
  return { all, receiver, ada, key_id, owned, id, secret }
}

const Seq = Type.Object({ seq: Type.Integer() })
const Row = Type.Object({ entity_id: Type.Integer(), seq: Type.Integer() })
const Tried = Type.Object({ attempts: Type.Integer() })

/** Lets time pass until nothing waits, at most as long as anything is tried. */
async function untilSent(all: Webhooks, id: number, most = 100) {
  for (let turn = 0; turn < most && (await all.deliveries(id)).waiting > 0; turn++) {
    all.pass(hourMs)
    await all.turn()
  }
}

const positionsOf = (received: readonly Received[], id: number) =>
  received.filter(({ data }) => data.id === id).map(({ data }) => Number(data.position))
const inOrder = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] as number))

forEachEngine(prepare, (engine) => {
  test('nothing is lost on a bad network, and of one record nothing older arrives after what is newer', async (t) => {
    const { all, receiver, id } = await openOne(t, engine)
    const [quick, slow]: Answer[][] = [
      [500, 'cut', { status: 429, retryAfter: '120' }, { to: 'http://127.0.0.1:1/' }, 404],
      ['hang', 'trickle'],
    ]
    receiver.state.answers.push(...(quick as Answer[]), ...(slow as Answer[]), ...(quick as Answer[]))
    let runtime = 60
    for (let round = 0; round < 6; round++) {
      for (const movie of [1, 2, 3]) await all.edit(movie, ++runtime)
      await all.turn()
      all.pass(6_000)
      await all.turn()
    }
    await untilSent(all, id)
    assert.equal((await all.hook(id))?.state, 'on')
    const arrived = receiver.arrived()
    const head = new Map((await all.deliveries(id)).last.map(({ entity_id, position }) => [entity_id, position]))
    assert.equal(head.size, 3)
    for (const movie of [1, 2, 3]) {
      const positions = positionsOf(arrived, movie)
      assert.ok(inOrder(positions), JSON.stringify(positions))
      const last = await all.db.all(
        Seq,
        sql`select max(seq) as seq from change where kind = 'movie' and entity_id = ${movie}`,
      )
      assert.equal(positions.at(-1), last[0]?.seq)
    }
    assert.equal(new Set(arrived.map((one) => one.id)).size, arrived.length)
    assert.deepEqual(all.errors, [])
  })

  test('an attempt that fails is made again under the same id, and a refused message stops no other', async (t) => {
    const { all, receiver, id } = await openOne(t, engine)
    receiver.state.answerOf = ({ data }) => (data.id === 1 ? 400 : 204)
    for (const movie of [1, 2, 3]) await all.edit(movie, 90)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.arrived()), ['movie.changed 2', 'movie.changed 3'])
    await all.edit(1, 91)
    all.pass(6_000)
    await all.turn()
    const refused = receiver.received.filter(({ data }) => data.id === 1)
    assert.deepEqual([refused.length, new Set(refused.map((one) => one.id)).size], [2, 1])
    receiver.state.answerOf = undefined
    await untilSent(all, id)
    assert.ok(inOrder(positionsOf(receiver.arrived(), 1)))
    assert.equal(positionsOf(receiver.arrived(), 1).length, 2)
  })

  test('who asks for a pause gets it', async (t) => {
    const { all, receiver } = await openOne(t, engine)
    receiver.state.answers.push({ status: 503, retryAfter: '3600' })
    await all.edit(1, 90)
    await all.turn()
    all.pass(59 * 60_000)
    await all.edit(2, 90)
    await all.turn()
    assert.equal(receiver.received.length, 1)
    all.pass(2 * 60_000)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.arrived()), ['movie.changed 1', 'movie.changed 2'])
  })

  test('after the last attempt, three days later, it is switched off, and later says what it missed', async (t) => {
    const { all, receiver, ada, id } = await openOne(t, engine)
    receiver.state.otherwise = 500
    const began = all.clock.now.getTime()
    await all.edit(1, 90)
    await all.edit(2, 90)
    await all.turn()
    for (let attempt = 1; attempt < mostAttempts; attempt++) {
      assert.equal((await all.hook(id))?.state, 'on')
      all.pass(pauseAfter(attempt, config.webhookRetryHours) as number)
      await all.turn()
    }
    const hours = (all.clock.now.getTime() - began) / hourMs
    assert.ok(hours > 72 && hours < 80, String(hours))
    const off = await all.hook(id)
    assert.deepEqual([off?.state, off?.reason, off?.due_at], ['off', 'status', null])
    const attempts = receiver.received.filter(({ data }) => data.id === 1).length
    assert.equal(attempts, mostAttempts)
    assert.ok(receiver.received.length <= 2 * mostAttempts)
    const { notifications } = await listNotifications(all.db, ada.id, 1)
    assert.deepEqual(
      notifications.map(({ what, about }) => [what, about.name]),
      [['webhook_off', `127.0.0.1:${receiver.port}`]],
    )
    receiver.state.otherwise = 204
    receiver.received.length = 0
    await all.edit(3, 90)
    await all.turn()
    assert.equal(receiver.received.length, 0)
    assert.equal(await setWebhookState.handle(all.writing(ada), { id, state: 'on' }), true)
    await all.turn()
    const [missed] = receiver.received
    assert.equal(missed?.type, 'changes.missed')
    const rows = await all.db.all(
      Row,
      sql`select entity_id, max(seq) as seq from change where kind = 'movie' group by entity_id order by entity_id`,
    )
    for (const { entity_id, seq } of rows)
      if (entity_id <= 3) assert.ok(seq > Number(missed?.data.after) && seq <= Number(missed?.data.position))
    await all.edit(3, 91)
    await all.turn()
    assert.deepEqual(wordsOf(receiver.received.slice(1)), ['movie.changed 3'])
  })

  test('a receiver that is gone for good switches its webhook off at once', async (t) => {
    const { all, receiver, id } = await openOne(t, engine)
    receiver.state.otherwise = 410
    await all.edit(1, 90)
    await all.turn()
    assert.deepEqual([(await all.hook(id))?.state, (await all.hook(id))?.reason], ['off', 'gone'])
  })

  test('the last hundred deliveries stay, and tests say how they ended', async (t) => {
    const { all, receiver, ada, id } = await openOne(t, engine)
    for (let round = 0; round < keptDeliveries + 10; round++) {
      await all.edit(1 + (round % 3), 60 + round)
      await all.follower(all.db).catchUp()
      if (round % 3 === 2) await all.turn()
    }
    await all.turn()
    const { last } = await all.deliveries(id)
    assert.equal(last.length, keptDeliveries)
    assert.equal(receiver.received.length, keptDeliveries + 10)
    receiver.state.answers.push(500)
    assert.equal(await testWebhook.handle(all.writing(ada), id), true)
    await all.turn()
    const [tested] = (await all.deliveries(id)).last
    assert.deepEqual(
      [tested?.type, tested?.state, tested?.status, tested?.attempts],
      ['webhook.test', 'failed', 500, 1],
    )
    assert.deepEqual([(await all.hook(id))?.state, (await all.hook(id))?.failures], ['on', 0])
    await setWebhookState.handle(all.writing(ada), { id, state: 'paused' })
    await testWebhook.handle(all.writing(ada), id)
    await all.edit(1, 200)
    await all.turn()
    assert.equal(receiver.received.at(-1)?.type, 'webhook.test')
  })

  test('a receiver that hangs or trickles delays nobody else, however many webhooks lead there', async (t) => {
    const all = await openWebhooks(t, engine, {
      requestMs: 60_000,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const [slow, quick] = [await openReceiver(t, 'hang'), await openReceiver(t)]
    const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => all.person(name)))
    for (const who of people) {
      const { id: key_id } = await all.key(who.id)
      for (let count = 0; count < 5; count++)
        await all.add(who, { owner: 'key', key_id }, { address: `http://slow.example:${slow.port}/${count}` })
    }
    const ada = await all.person('ada')
    const { id: key_id } = await all.key(ada.id)
    await all.add(ada, { owner: 'key', key_id }, { address: `http://quick.example:${quick.port}/` })
    for (const movie of [1, 2, 3]) await all.edit(movie, 90)
    await all.follower(all.db).catchUp()
    const sending = all.sender(all.db).sendDue()
    // Those that hang do so all the while.
    await until(() => quick.received.length === 3)
    await until(() => slow.received.length === mostAtOnce.host)
    assert.ok(slow.received.length <= mostAtOnce.host, String(slow.received.length))
    all.stopping.abort()
    await sending
    // What was begun and not ended is no attempt.
    const tried = await all.db.all(
      Tried,
      sql`select max(attempts) as attempts from webhook_delivery where state = 'waiting'`,
    )
    assert.ok((tried[0]?.attempts ?? 0) <= 1)
  })

  test('a webhook has limits, is its holder’s alone, and goes with what it belongs to', async (t) => {
    const { all, receiver, ada, id, owned, key_id, secret } = await openOne(t, engine)
    const bo = await all.person('bo')
    assert.equal(await webhookFor(all.db, bo, id, all.clock.now), undefined)
    await assert.rejects(all.add(bo, owned, { address: receiver.address }), { status: 'not_found' })
    assert.equal(await deleteWebhook.handle(all.writing(bo), id), undefined)
    assert.equal(await renewSecret.handle(all.writing(bo), id), undefined)
    for (let count = 1; count < mostWebhooks.key; count++) await all.add(ada, owned, { address: receiver.address })
    await assert.rejects(all.add(ada, owned, { address: receiver.address }), { status: 'too_many_webhooks' })
    const wrong = [
      ...[{ address: 'ftp://a.example' }, { address: 'https://a:b@c.example' }, { address: 'http://169.254.169.254/' }],
      ...[{ types: [] }, { types: ['edit.waits'] }, { filter: { records: ['movie'] } }, { filter: { list: 7 } }],
      ...[{ filter: { watchlist: true } }, { name: 'a\nb' }],
    ]
    for (const one of wrong)
      await assert.rejects(
        changeWebhook.handle(all.writing(ada), {
          ...{ id, name: '', address: receiver.address, types: ['movie.changed'], filter: {} },
          ...(one as object),
        }),
        { status: 'invalid_value' },
        JSON.stringify(one),
      )
    await all.db.run(sql`delete from webhook where id <> ${id}`)

    const renewed = (await renewSecret.handle(all.writing(ada), id)) as string
    await all.edit(1, 90)
    await all.turn()
    const [{ id: message, signature, text, timestamp }] = receiver.received as [Received]
    const at = new Date(Number(timestamp) * 1_000)
    assert.deepEqual(
      signature.split(' '),
      [renewed, secret].map((one) => new Webhook(one).sign(message, at, text)),
    )
    all.pass(25 * hourMs)
    const replaced = await replaceKey.handle(all.writing(ada), { id: key_id, overlapDays: 1 })
    await all.edit(2, 90)
    await all.turn()
    assert.equal(receiver.received.at(-1)?.signature.includes(' '), false)
    assert.equal((await all.hook(id))?.key_id, replaced?.id)

    await all.edit(3, 90)
    await all.follower(all.db).catchUp()
    await all.db.run(sql`update account set disabled_at = 'x' where id = ${ada.id}`)
    await all.turn()
    assert.equal(receiver.received.length, 2)
    assert.equal((await all.deliveries(id)).waiting, 0)
  })
})
