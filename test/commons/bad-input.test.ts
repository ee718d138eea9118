import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setState } from '#src/commons/following/followings.ts'
import { maxPacketLines } from '#src/commons/format/limits.ts'
import { packetPath } from '#src/commons/format/names.ts'
import { makePrivateKey } from '#src/commons/format/signatures.ts'
import { emptyCatalogue, exportOf, linesOf, openFor } from '../support/catalogue.ts'
import { club, film, openPair, spoiltPackets } from '../support/commons/spoilt.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person } from '../support/import-lines.ts'

forEachEngine(emptyCatalogue, (engine) => {
  for (const { name, is, spoil } of spoiltPackets) {
    test(`${name} is refused, nothing is applied, and following goes on by itself where it can`, async (context) => {
      const db = await openFor(context, engine)
      const pair = await openPair(context, db)
      const { publisher, follower, id } = pair
      const before = await exportOf(db)
      await publisher.packet([film('Two')])
      const kept = structuredClone(publisher.state)
      const good = await readFile(join(publisher.folder, packetPath(1)))
      await spoil(pair)
      const { outcome, problem } = await follower.take(id)
      assert.deepEqual({ outcome, problem }, { outcome: 'failed', problem: is })
      assert.equal(await exportOf(db), before)
      const following = await follower.found(id)
      assert.equal(following?.packet, 0)
      assert.equal(following?.failures, 1)
      assert.ok((following?.next_at ?? '') > follower.clock.now.toISOString())
      assert.deepEqual(follower.faults, [])
      if (is === 'key_changed') return assert.equal(following?.state, 'stopped')
      assert.equal(following?.state, 'following')
      Object.assign(publisher.state, kept)
      await publisher.put(packetPath(1), good)
      await publisher.sign()
      assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
      assert.equal((await linesOf(db)).find(({ kind }) => kind === 'movie')?.title, 'Two')
    })
  }

  test('lines that do not fit are left out, and counted; the others come in', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    await publisher.packet([
      ...['', 'not JSON', '[]', '7', '{"kind":"flavour","id":1}', '{"kind":"movie"}', '{"kind":"movie","id":0}'],
      ...[{ kind: 'movie', id: 2 ** 31, title: 'Too far', ...club }, movie({ id: 3, title: 7, ...club })],
      movie({ id: 4, title: 'Of nobody', source: 'unknown' }),
      movie({ id: 5, title: 'Fine', flavour: { sweet: [[[[]]]] }, ...club }),
      `{"kind":"movie","id":6,"source":"club","title":"Deep","flavour":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      { kind: 'gone', of: 'movie', id: 'x' },
      { kind: 'gone', of: 'movie', id: 77, into: 77 },
      { kind: 'gone', of: 'person', id: 1, into: 88 },
    ])
    assert.deepEqual(await follower.take(id), { outcome: 'current', problem: null, detail: '' })
    const lines = await linesOf(db)
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'movie').map(({ id, title }) => `${id} ${title}`),
      ['1 One', '5 Fine', '6 Deep'],
    )
    const following = await follower.found(id)
    assert.ok((following?.counts.refused ?? 0) >= 8, `${following?.counts.refused}`)
    assert.deepEqual(follower.faults, [])
  })

  test('merges in a circle end', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    await publisher.packet([person(2, club), person(3, club)])
    await publisher.packet([
      { kind: 'gone', of: 'person', id: 1, into: 2 },
      { kind: 'gone', of: 'person', id: 2, into: 3 },
      { kind: 'gone', of: 'person', id: 3, into: 1 },
    ])
    assert.equal((await follower.take(id)).outcome, 'current')
    const people = (await linesOf(db)).filter(({ kind }) => kind === 'person')
    assert.equal(people.length, 1)
    assert.deepEqual(follower.faults, [])
  })

  test('an older manifest is refused, a replay changes nothing, a gap is filled by a whole dump', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    await publisher.packet([film('Two')])
    const old = structuredClone(publisher.state)
    await publisher.packet([film('Three')])
    await follower.take(id)
    const before = await exportOf(db)
    const newest = structuredClone(publisher.state)
    Object.assign(publisher.state, old)
    await publisher.sign()
    assert.equal((await follower.take(id)).problem, 'rolled_back')
    assert.equal(await exportOf(db), before)
    Object.assign(publisher.state, newest)
    await publisher.sign((manifest) => ({ ...manifest, time: '2026-03-10T12:01:00.000Z' }))
    assert.equal((await follower.take(id)).problem, null)
    assert.equal(await exportOf(db), before)
    for (const title of ['Four', 'Five', 'Six']) await publisher.packet([film(title)])
    await publisher.whole([film('Six')])
    publisher.state.packets = publisher.state.packets.slice(-1)
    await publisher.sign()
    assert.equal((await follower.take(id)).problem, null)
    const lines = await linesOf(db)
    assert.deepEqual(
      lines.filter(({ kind }) => kind !== 'gone').map(({ kind, title }) => `${kind} ${title}`),
      ['movie Six'],
    )
    assert.equal((await follower.found(id))?.packet, 5)
  })

  test('a publisher that was restored is followed from a whole dump again, and never back', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    await publisher.packet([film('Lost')])
    await follower.take(id)
    const first = structuredClone(publisher.state)
    publisher.restore('second')
    publisher.state.position = 5
    await publisher.whole([film('One'), person(1, club)])
    await publisher.packet([person(2, club)])
    assert.equal((await follower.take(id)).problem, null)
    const following = await follower.found(id)
    assert.deepEqual([following?.incarnation, following?.packet, following?.past], ['second', 1, ['first']])
    assert.deepEqual(
      (await linesOf(db)).map(({ kind, id, title = '' }) => `${kind} ${id} ${title}`.trim()),
      ['person 1', 'person 2', 'movie 1 One'],
    )
    Object.assign(publisher.state, first)
    await publisher.sign()
    assert.equal((await follower.take(id)).problem, 'rolled_back')
  })

  test('a key that was signed by the one before is believed, and is the known one from then on', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    publisher.rotate()
    publisher.rotate()
    await publisher.packet([film('Two')])
    assert.equal((await follower.take(id)).problem, null)
    assert.equal((await follower.found(id))?.public_key, publisher.manifest().instance.public_key)
    await publisher.sign((manifest) => ({ ...manifest, time: '2026-03-10T12:00:01.000Z' }), makePrivateKey())
    assert.equal((await follower.take(id)).problem, 'format')
  })

  test('one that was stopped goes on when somebody says so', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    const { folder } = publisher
    publisher.rotate(false)
    await publisher.sign()
    assert.equal((await follower.take(id)).problem, 'key_changed')
    assert.equal((await follower.take(id)).outcome, 'current')
    await setState(db, id, 'following', follower.clock.now)
    assert.equal((await follower.take(id)).problem, 'key_changed')
    assert.ok(folder)
  })

  test('as many lines as a packet may have are taken in', async (context) => {
    const db = await openFor(context, engine)
    const { publisher, follower, id } = await openPair(context, db)
    await publisher.packet([film('Two'), ...Array.from({ length: maxPacketLines - 2 }, () => '{}')])
    assert.equal((await follower.take(id)).problem, null)
    assert.equal((await follower.found(id))?.counts.refused, maxPacketLines - 2)
  })
})
