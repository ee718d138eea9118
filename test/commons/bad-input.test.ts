import assert from 'node:assert/strict'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { setState } from '#src/commons/following/followings.ts'
import { maxPacketLines, maxPublishedLineBytes } from '#src/commons/format/limits.ts'
import { packetPath, signatureName } from '#src/commons/format/names.ts'
import { makePrivateKey } from '#src/commons/format/signatures.ts'
import type { ProblemName } from '#src/contract/following.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { emptyCatalogue, exportOf, linesOf, openFor } from '../support/catalogue.ts'
import { openFollower } from '../support/commons/follower.ts'
import { openPublisher, type Publisher } from '../support/commons/publisher.ts'
import { forEachEngine } from '../support/engines.ts'
import { movie, person } from '../support/import-lines.ts'

const club = { source: 'club' }
const film = (title: string) => movie({ ...club, title })

/** A catalogue that has taken in the first state of a publisher. */
async function openPair(context: TestContext, db: Migratable) {
  const publisher = await openPublisher(context)
  await publisher.whole([film('One'), person(1, club)])
  const follower = await openFollower(context, db)
  const id = await follower.follow(publisher.folder)
  assert.equal((await follower.take(id)).outcome, 'current')
  return { publisher, follower, id }
}

/** Rewrites the newest packet; the manifest says what it is now, unless it is `hidden`. */
async function rewrite({ state, put, sign }: Publisher, bytes: Buffer, { hidden = false } = {}) {
  const { createHash } = await import('node:crypto')
  const last = state.packets.at(-1)
  assert.ok(last)
  await put(last.path, bytes)
  if (hidden) return
  Object.assign(last, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  await sign()
}

type Pair = Awaited<ReturnType<typeof openPair>>
type Case = { name: string; is: ProblemName; spoil(pair: Pair): Promise<unknown> }

const headOf = ({ state }: Publisher) => ({
  ...{ kind: 'packet', number: 1, position: state.position, incarnation: state.incarnation, before: null },
})

const cases: readonly Case[] = [
  {
    name: 'a missing signature',
    is: 'format',
    spoil: ({ publisher }) => publisher.put(signatureName, Buffer.from('')),
  },
  {
    name: 'a signature of something else',
    is: 'format',
    spoil: ({ publisher }) => publisher.put(signatureName, Buffer.from(`${Buffer.alloc(64, 7).toString('base64')}\n`)),
  },
  {
    name: 'another key, which nobody has signed',
    is: 'key_changed',
    async spoil({ publisher }) {
      publisher.rotate(false)
      await publisher.sign()
    },
  },
  {
    name: 'a truncated packet',
    is: 'unreachable',
    spoil: ({ publisher }) => truncate(join(publisher.folder, packetPath(1)), 20),
  },
  {
    name: 'a packet with other bytes of the same length',
    is: 'digest',
    async spoil({ publisher }) {
      const path = join(publisher.folder, packetPath(1))
      await writeFile(path, Buffer.alloc((await readFile(path)).length, 7))
    },
  },
  {
    name: 'an oversized packet',
    is: 'bounds',
    spoil: ({ publisher }) => rewrite(publisher, Buffer.alloc(100_000, 7), { hidden: true }),
  },
  {
    name: 'what cannot be unpacked',
    is: 'format',
    spoil: ({ publisher }) => rewrite(publisher, Buffer.from('{"kind":"packet"}\n')),
  },
  {
    name: 'a packet that is cut off where it was packed',
    is: 'format',
    spoil: ({ publisher }) => rewrite(publisher, publisher.packed([headOf(publisher), film('Two')]).subarray(0, -9)),
  },
  {
    name: 'a compression bomb',
    is: 'bounds',
    async spoil({ publisher }) {
      // Each frame unpacks to 64 MiB of blanks; a packet may have many frames.
      const frame = zstdCompressSync(Buffer.alloc(67_108_864, ' \n'))
      await rewrite(
        publisher,
        Buffer.concat([publisher.packed([headOf(publisher)]), ...Array.from({ length: 160 }, () => frame)]),
      )
      assert.ok((publisher.state.packets.at(-1)?.bytes ?? 0) < 2_000_000)
    },
  },
  {
    name: 'a line of 100 MB',
    is: 'bounds',
    spoil: ({ publisher }) =>
      rewrite(publisher, publisher.packed([headOf(publisher), `"${'x'.repeat(maxPublishedLineBytes * 6)}"`])),
  },
  {
    name: 'a million tiny lines',
    is: 'bounds',
    spoil: ({ publisher }) =>
      rewrite(
        publisher,
        Buffer.concat([
          publisher.packed([headOf(publisher), film('Two')]),
          zstdCompressSync(Buffer.from('{}\n'.repeat(1_000_000))),
        ]),
      ),
  },
  {
    name: 'bytes that are no text',
    is: 'format',
    spoil: ({ publisher }) =>
      rewrite(
        publisher,
        Buffer.concat([publisher.packed([headOf(publisher)]), zstdCompressSync(Buffer.from([0x22, 0xff, 0x22, 10]))]),
      ),
  },
  {
    name: 'a packet that says it is another one',
    is: 'order',
    spoil: ({ publisher }) => rewrite(publisher, publisher.packed([{ ...headOf(publisher), number: 7 }, film('Two')])),
  },
  {
    name: 'a packet without a first line',
    is: 'format',
    spoil: ({ publisher }) => rewrite(publisher, publisher.packed([film('Two')])),
  },
  {
    name: 'a manifest that has expired',
    is: 'expired',
    async spoil({ publisher }) {
      publisher.state.validUntil = '2026-03-10T09:00:00.000Z'
      await publisher.sign()
    },
  },
  {
    name: 'a manifest from the future',
    is: 'future',
    async spoil({ publisher }) {
      publisher.state.time = '2026-03-10T15:00:00.000Z'
      await publisher.sign()
    },
  },
  {
    name: 'a newer format',
    is: 'format',
    async spoil({ publisher }) {
      const { canonical, Manifest } = await import('#src/commons/format/schemas.ts')
      const bytes = Buffer.from(canonical(Manifest, publisher.manifest()).replace('"format":1', '"format":2'))
      await publisher.put('manifest.json', bytes)
    },
  },
  {
    name: 'what is no JSON',
    is: 'format',
    spoil: ({ publisher }) => publisher.put('manifest.json', Buffer.from('<html>')),
  },
  {
    name: 'packets that the manifest does not say where they are',
    is: 'format',
    async spoil({ publisher }) {
      publisher.state.packets.shift()
      await publisher.packet([film('Three')])
      await publisher.sign((manifest) => ({ ...manifest, packets: { ...manifest.packets, first: 1 } }))
    },
  },
]

forEachEngine(emptyCatalogue, (engine) => {
  for (const { name, is, spoil } of cases) {
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

  test('an older manifest is refused, a replay changes nothing, and a gap is filled by a whole dump', async (context) => {
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
