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
  return new Publisher(folder, name)
}

export class Publisher {
  readonly folder: string
  readonly state = {
    incarnation: 'first',
    position: 0,
    whole: null as Manifest['whole'],
    packets: [] as Packet[],
    sources: [clubSource, peopleOfClub],
    keys: [] as Manifest['keys'],
    time: publishedAt,
    validUntil,
  }
  private readonly name: string
  private key = makePrivateKey()
  private number = 0

  constructor(folder: string, name: string) {
    this.folder = folder
    this.name = name
  }

  get id() {
    return instanceIdOf(this.manifest())
  }

  manifest(): Manifest {
    const { state } = this
    return {
      format: 1,
      instance: { name: this.name, address: '', public_key: publicKeyOf(this.key) },
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
    }
  }

  async put(path: string, bytes: Buffer) {
    await mkdir(dirname(join(this.folder, path)), { recursive: true })
    await writeFile(join(this.folder, path), bytes)
  }

  packed(lines: readonly (AnyLine | string)[]): Buffer {
    const texts = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    return zstdCompressSync(Buffer.from(texts.join('')))
  }

  /** Writes the manifest as it is, or as a test changes it. */
  async sign(change: (manifest: Manifest) => object = (same) => same, by = this.key) {
    const bytes = Buffer.from(canonical(Manifest, change(this.manifest())))
    await this.put(manifestName, bytes)
    await this.put(signatureName, Buffer.from(`${signatureOf(bytes, by)}\n`))
  }

  rotate(isSigned = true) {
    const next = makePrivateKey()
    if (isSigned) this.state.keys = [...this.state.keys, keyChange(this.key, next)]
    this.key = next
  }

  /** Makes a whole dump of these lines. */
  async whole(lines: readonly AnyLine[]) {
    const { state } = this
    state.position += 10
    const byKind = Map.groupBy(lines, ({ kind }) => kind as PublishedKind)
    const parts: Part[] = []
    let unpacked = 0
    for (const kind of publishedKinds) {
      const some = byKind.get(kind)
      if (!some) continue
      const bytes = this.packed(some)
      const path = partPath(String(state.position), kind, 0)
      await this.put(path, bytes)
      unpacked += JSON.stringify(some).length
      parts.push({ path, kind, bytes: bytes.length, lines: some.length, sha256: sha256(bytes) })
    }
    state.whole = { position: state.position, time: state.time, packet: this.number, unpacked, parts }
    await this.sign()
  }

  /** Makes a packet of these lines. */
  async packet(lines: readonly (AnyLine | string)[]) {
    const { state } = this
    state.position += 10
    const [number, last] = [++this.number, state.packets.at(-1)]
    const head = {
      ...{ kind: 'packet', number, position: state.position, incarnation: state.incarnation },
      before: last ? { number: last.number, position: last.position, sha256: last.sha256 } : null,
    }
    const bytes = this.packed([head, ...lines])
    const path = packetPath(number)
    await this.put(path, bytes)
    state.packets.push({
      ...{ path, number, position: state.position, bytes: bytes.length, lines: lines.length + 1 },
      ...{ sha256: sha256(bytes), time: state.time },
    })
    await this.sign()
  }

  /** Goes on from an older state, as if nothing had been since, like somebody who has put back a copy of the files. */
  putBack(state: Publisher['state']) {
    Object.assign(this.state, structuredClone(state))
    this.number = this.state.packets.at(-1)?.number ?? this.state.whole?.packet ?? 0
  }

  /** Goes back to an older state, as a backup that was restored does. */
  restore(incarnation: string) {
    this.state.incarnation = incarnation
    this.state.packets = []
    this.number = 0
  }
}
