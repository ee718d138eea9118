import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asksForCredit } from '#src/catalogue/licences.ts'
import type { Source } from '#src/catalogue/sources.ts'
import { isWebAddress, shownAddress } from '#src/contract/web-address.ts'
import { writeLasting } from '#src/files/lasting.ts'
import { formatNumber, maxManifestBytes, maxNewest, maxSources } from '../format/limits.ts'
import { firstOfIndex, indexPath, manifestName, signatureName } from '../format/names.ts'
import { digestOf, FormatError, readIndex, readManifest } from '../format/read.ts'
import { canonical, type IndexFile, Manifest, type Packet, PacketIndex } from '../format/schemas.ts'
import { publicKeyOf, signatureOf } from '../format/signatures.ts'
import { makeOpenFolder, openFile } from './folders.ts'
import type { InstanceKey } from './keys.ts'

const MINUTE_MS = 60_000

/**
 * What was published to a folder. If a process was killed between the manifest and its signature, the manifest is
 * whole, and is signed again where all that it names is there.
 */
export async function readPublished(folder: string, key: InstanceKey): Promise<Manifest | undefined> {
  const path = join(folder, manifestName)
  const found = await stat(path).catch(() => undefined)
  if (!found) return undefined
  if (found.size > maxManifestBytes) throw new FormatError(`${path} is larger than a manifest may be.`)
  const bytes = await readFile(path)
  const signature = await readFile(join(folder, signatureName)).catch(() => Buffer.alloc(0))
  let error: FormatError
  try {
    const manifest = readManifest(bytes, signature)
    return ownManifest(manifest, key)
  } catch (thrown) {
    if (!(thrown instanceof FormatError) || thrown instanceof OtherInstanceError) throw thrown
    error = thrown
  }
  const again = Buffer.from(`${signatureOf(bytes, key.key)}\n`)
  const manifest = ownManifest(readManifest(bytes, again), key)
  for (const { path: name, bytes: size } of filesOf(manifest))
    if ((await stat(join(folder, name)).catch(() => undefined))?.size !== size) throw error
  return manifest
}

class OtherInstanceError extends FormatError {}

/** Nobody publishes over what another instance has published. */
function ownManifest(manifest: Manifest, { key, changes }: InstanceKey): Manifest {
  const own = [publicKeyOf(key), ...changes.map(({ public_key }) => public_key)]
  if (own.includes(manifest.instance.public_key)) return manifest
  throw new OtherInstanceError('The folder has the catalogue of another instance: choose another folder.')
}

/** All files that a manifest names. */
export const filesOf = ({ whole, packets }: Manifest): { path: string; bytes: number; sha256: string }[] => [
  ...(whole?.parts ?? []),
  ...packets.indexes,
  ...packets.newest,
]

type About = {
  name: string
  address: string
  /** Where changes are sent as they happen. */
  changes: string | undefined
  validDays: number
  sources: readonly Source[]
  now: Date
}

/** The parts of a manifest that say who publishes what. */
export function aboutOf({ name, address, validDays, sources, now, ...about }: About, { key, changes }: InstanceKey) {
  const until = new Date(now.getTime() + validDays * 24 * 60 * MINUTE_MS)
  return {
    format: formatNumber,
    instance: { name, address: isWebAddress(address) ? address : '', public_key: publicKeyOf(key) },
    keys: [...changes],
    time: now.toISOString(),
    valid_until: until.toISOString(),
    changes: about.changes,
    sources: sources.slice(0, maxSources).map(({ id, name: title, licence, url, rank }) => ({
      ...{ id, name: title, licence, url: shownAddress(url) },
      attribution: asksForCredit(licence) ? [title, shownAddress(url)].filter(Boolean).join(', ') : '',
      rank,
    })),
  }
}

/** Writes a manifest and its signature, after everything that it names. */
export async function writeManifest(folder: string, manifest: Manifest, { key }: InstanceKey): Promise<void> {
  const bytes = Buffer.from(canonical(Manifest, manifest))
  await makeOpenFolder(folder, folder)
  await writeLasting(join(folder, manifestName), bytes, openFile)
  await writeLasting(join(folder, signatureName), `${signatureOf(bytes, key)}\n`, openFile)
}

/** The packets of a manifest with a further one, and the index that it completes. */
export async function withPacket(folder: string, packets: Manifest['packets'], packet: Packet) {
  const newest = [...packets.newest, packet].slice(-maxNewest)
  const indexes = [...packets.indexes]
  if (firstOfIndex(packet.number + 1) === packet.number + 1)
    indexes.push(await writeIndex(folder, newest, packet.number))
  return { first: packets.first || packet.number, last: packet.number, indexes, newest }
}

async function writeIndex(folder: string, newest: readonly Packet[], last: number): Promise<IndexFile> {
  const listed = newest.filter(({ number }) => number >= firstOfIndex(last))
  const text = canonical(PacketIndex, listed)
  const path = indexPath(last)
  await makeOpenFolder(folder, dirname(join(folder, path)))
  await writeLasting(join(folder, path), text, openFile)
  return { path, first: listed[0]?.number ?? last, last, bytes: Buffer.byteLength(text), sha256: digestOf(text) }
}

/** The packets without those that were kept long enough. The last one stays, because the next one names it. */
export async function withoutOld(
  folder: string,
  packets: Manifest['packets'],
  since: Date,
): Promise<Manifest['packets']> {
  const isKept = ({ time }: { time: string }) => time >= since.toISOString()
  const indexes: IndexFile[] = []
  for (const index of packets.indexes) {
    const last = await lastOf(folder, index)
    if (last && isKept(last)) indexes.push(index)
  }
  const newest = packets.newest.filter((packet, at) => isKept(packet) || at === packets.newest.length - 1)
  const first = indexes[0]?.first ?? newest[0]?.number ?? 0
  return { first: Math.min(first, newest[0]?.number ?? first), last: packets.last, indexes, newest }
}

const lastOf = async (folder: string, { path }: IndexFile) => {
  const bytes = await readFile(join(folder, path)).catch(() => undefined)
  return bytes && readIndex(bytes).at(-1)
}
