import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import {
  manifestName,
  type PublishedKind,
  packetPath,
  partPath,
  publishedKinds,
  signatureName,
} from '#src/commons/format/names.ts'
import { canonical, Manifest, type Packet, type Part, type PublishedSource } from '#src/commons/format/schemas.ts'
import { instanceIdOf, keyChange, makePrivateKey, publicKeyOf, signatureOf } from '#src/commons/format/signatures.ts'
import type { AnyLine } from '../catalogue.ts'

export const publishedAt = '2026-03-10T12:00:00.000Z'
const validUntil = '2026-03-17T12:00:00.000Z'
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

export const clubSource: PublishedSource = {
  ...{ id: 'club', name: 'Film club', licence: 'CC0-1.0', url: '', attribution: 'Film club, 2026', rank: 20 },
}
export const peopleOfClub: PublishedSource = {
  ...{ id: 'people', name: 'People', licence: 'CC0-1.0', url: '', attribution: '', rank: 1_000_000 },
}

/** A publisher made by hand, which writes the files of the format into a folder; and lies, if a test wants it. */
export async function openPublisher(context: TestContext, name = 'Films Example') {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-publisher-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  let key = makePrivateKey()
  const state = {
    incarnation: 'first',
    position: 0,
    whole: null as Manifest['whole'],
    packets: [] as Packet[],
    sources: [clubSource, peopleOfClub],
    keys: [] as Manifest['keys'],
    time: publishedAt,
    validUntil,
  }
  let number = 0

  const manifest = (): Manifest => ({
    format: 1,
    instance: { name, address: '', public_key: publicKeyOf(key) },
    keys: state.keys,
    incarnation: state.incarnation,
    ...{ position: state.position, time: state.time, valid_until: state.validUntil, sources: state.sources },
    whole: state.whole,
    packets: {
      first: state.packets[0]?.number ?? 0,
      last: state.packets.at(-1)?.number ?? 0,
      indexes: [],
      newest: state.packets,
    },
  })

  async function put(path: string, bytes: Buffer) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  const packed = (lines: readonly (AnyLine | string)[]) =>
    zstdCompressSync(
      Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')),
    )

  return {
    folder,
    state,
    put,
    packed,
    get id() {
      return instanceIdOf(manifest())
    },
    manifest,
    /** Writes the manifest as it is, or as a test changes it. */
    async sign(change: (manifest: Manifest) => object = (same) => same, by = key) {
      const bytes = Buffer.from(canonical(Manifest, change(manifest())))
      await put(manifestName, bytes)
      await put(signatureName, Buffer.from(`${signatureOf(bytes, by)}\n`))
    },
    rotate(isSigned = true) {
      const next = makePrivateKey()
      if (isSigned) state.keys = [...state.keys, keyChange(key, next)]
      key = next
    },
    /** Makes a whole dump of these lines. */
    async whole(lines: readonly AnyLine[]) {
      state.position += 10
      const byKind = Map.groupBy(lines, ({ kind }) => kind as PublishedKind)
      const parts: Part[] = []
      let unpacked = 0
      for (const kind of publishedKinds) {
        const some = byKind.get(kind)
        if (!some) continue
        const bytes = packed(some)
        const path = partPath(String(state.position), kind, 0)
        await put(path, bytes)
        unpacked += JSON.stringify(some).length
        parts.push({ path, kind, bytes: bytes.length, lines: some.length, sha256: sha256(bytes) })
      }
      state.whole = { position: state.position, time: state.time, packet: number, unpacked, parts }
      await this.sign()
    },
    /** Makes a packet of these lines. */
    async packet(lines: readonly (AnyLine | string)[], head: AnyLine = {}, change: Partial<Packet> = {}) {
      number++
      state.position += 10
      const last = state.packets.at(-1)
      const first = {
        ...{ kind: 'packet', number, position: state.position, incarnation: state.incarnation },
        before: last ? { number: last.number, position: last.position, sha256: last.sha256 } : null,
        ...head,
      }
      const bytes = packed([first, ...lines])
      const path = packetPath(number)
      await put(path, bytes)
      state.packets.push({
        ...{ path, number, position: state.position, bytes: bytes.length, lines: lines.length + 1 },
        ...{ sha256: sha256(bytes), time: state.time, ...change },
      })
      await this.sign()
    },
    /** Goes back to an older state, as a backup that was restored does, with or without saying so. */
    restore(incarnation: string, to = 0) {
      state.incarnation = incarnation
      state.packets = state.packets.filter((packet) => packet.number <= to)
      number = to
    },
  }
}

export type Publisher = Awaited<ReturnType<typeof openPublisher>>
