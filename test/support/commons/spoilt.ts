import assert from 'node:assert/strict'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { maxPartLines, maxPublishedLineBytes } from '#src/commons/format/limits.ts'
import { packetPath, signatureName } from '#src/commons/format/names.ts'
import type { ProblemName } from '#src/contract/following.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { movie, person } from '../import-lines.ts'
import { openFollower } from './follower.ts'
import { openPublisher, type Publisher } from './publisher.ts'

export const club = { source: 'club' }
export const film = (title: string) => movie({ ...club, title })

/** A catalogue that has taken in the first state of a publisher. */
export async function openPair(context: TestContext, db: Migratable) {
  const publisher = await openPublisher(context)
  await publisher.whole([film('One'), person(1, club)])
  const follower = await openFollower(context, db)
  const id = await follower.follow(publisher.folder)
  assert.equal((await follower.take(id)).outcome, 'current')
  return { publisher, follower, id }
}

/** Rewrites the newest packet; the manifest says what it is now, unless it is `hidden`. */
async function rewrite(publisher: Publisher, bytes: Buffer, { hidden = false } = {}) {
  const { createHash } = await import('node:crypto')
  const last = publisher.state.packets.at(-1)
  assert.ok(last)
  await publisher.put(last.path, bytes)
  if (hidden) return
  Object.assign(last, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  await publisher.sign()
}

type Pair = Awaited<ReturnType<typeof openPair>>
type Case = { name: string; is: ProblemName; spoil(pair: Pair): Promise<unknown> }

const headOf = ({ state }: Publisher) => ({
  ...{ kind: 'packet', number: 1, position: state.position, incarnation: state.incarnation, before: null },
})

export const spoiltPackets: readonly Case[] = [
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
    name: 'a whole dump with more lines than one may have',
    is: 'format',
    async spoil({ publisher }) {
      const { whole } = publisher.manifest()
      const parts = whole?.parts.map((part) => ({ ...part, lines: maxPartLines + 1 }))
      await publisher.sign((manifest) => ({ ...manifest, whole: { ...whole, parts } }))
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
