import { createHash } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { faultsOf } from '#src/catalogue/statements/faults.ts'
import { formatNumber, maxIndexBytes, maxManifestBytes, maxPublishedLineBytes, signatureBytes } from './limits.ts'
import { packetPath } from './names.ts'
import { Manifest, type Packet, PacketHead, PacketIndex } from './schemas.ts'
import { isChain, isSignedBy } from './signatures.ts'

/** A file that is not what the format says; the message is a sentence for people. */
export class FormatError extends Error {
  override name = 'FormatError'
}

export const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parsed(bytes: Buffer, what: string): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new FormatError(`${what} is not UTF-8.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new FormatError(`${what} is not JSON.`)
  }
}

export function checked<Schema extends TSchema>(schema: Schema, what: string) {
  const validator = Compile(schema)
  return (value: unknown): Static<Schema> => {
    if (validator.Check(value)) return value as Static<Schema>
    const [fault] = faultsOf(validator.Errors(value) as never, value)
    const place = fault?.place ? ` at ${fault.place}` : ''
    throw new FormatError(`${what} is not valid${place}: ${fault?.reason ?? 'it has another form'}.`)
  }
}

const checkManifest = checked(Manifest, 'The manifest')
const checkIndex = checked(PacketIndex, 'The index of packets')
const checkHead = checked(PacketHead, 'The first line of the packet')

/** Reads a manifest that its own key has signed. Whose key that is remains to be seen. */
export function readManifest(bytes: Buffer, signature: Buffer): Manifest {
  if (bytes.length > maxManifestBytes)
    throw new FormatError(`The manifest has ${bytes.length} bytes; ${maxManifestBytes} are allowed.`)
  if (signature.length > signatureBytes) throw new FormatError('The signature of the manifest is too long.')
  const value = parsed(bytes, 'The manifest')
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > formatNumber)
    throw new FormatError(
      `The manifest has format ${format}, and this version reads up to format ${formatNumber}: update this server.`,
    )
  const manifest = checkManifest(value)
  if (!isSignedBy(bytes, signature.toString('latin1').trimEnd(), manifest.instance.public_key))
    throw new FormatError('The signature of the manifest is wrong.')
  if (!isChain(manifest)) throw new FormatError('The keys of the instance do not follow from one another.')
  checkOrder(manifest)
  return manifest
}

/** Numbers follow one another, and paths belong to their numbers. */
function checkOrder({ packets: { first, last, newest, indexes }, whole }: Manifest) {
  const fault = (what: string) => new FormatError(`The manifest is not valid: ${what}.`)
  if ((first === 0) !== (last === 0) || first > last) throw fault('its packets end before they begin')
  if ((newest.at(-1)?.number ?? 0) !== last) throw fault('the newest packet is not the last one')
  newest.forEach((packet, at) => {
    const before = newest[at - 1]
    if (packet.path !== packetPath(packet.number)) throw fault(`packet ${packet.number} has a wrong path`)
    if (!before) return
    if (packet.number !== before.number + 1) throw fault(`packet ${packet.number} does not follow ${before.number}`)
    if (packet.position < before.position) throw fault(`packet ${packet.number} has a lower position than the last`)
  })
  indexes.forEach((index, at) => {
    const before = indexes[at - 1]
    if (index.first > index.last || (before && index.first <= before.last)) throw fault(`${index.path} is out of order`)
  })
  if (whole && whole.packet > last && last !== 0) throw fault('the whole dump contains a packet that is not there')
}

/** The packets of an index, with their paths. */
export function readIndex(bytes: Buffer): Packet[] {
  if (bytes.length > maxIndexBytes)
    throw new FormatError(`The index of packets has ${bytes.length} bytes; ${maxIndexBytes} are allowed.`)
  const facts = checkIndex(parsed(bytes, 'The index of packets'))
  return facts.map((packet, at) => {
    const before = facts[at - 1]
    if (before && packet.number <= before.number)
      throw new FormatError(`The index of packets is out of order at packet ${packet.number}.`)
    return { path: packetPath(packet.number), ...packet }
  })
}

/** Reads the first line of a packet. */
export function readPacketHead(line: string): PacketHead {
  if (Buffer.byteLength(line) > maxPublishedLineBytes)
    throw new FormatError('The first line of the packet is too long.')
  return checkHead(parsed(Buffer.from(line), 'The first line of the packet'))
}
