import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { momentPattern } from '#src/catalogue/line-entries.ts'
import { maxImportRank, sourceIdPattern } from '#src/catalogue/sources.ts'
import { nullable } from '#src/contract/schema.ts'
import { WebAddress } from '#src/contract/web-address.ts'
import { oneLine } from '#src/reference/hidden.ts'
import * as limits from './limits.ts'
import { indexPathPattern, packetPathPattern, partPathPattern, publishedKinds } from './names.ts'

/** What the files of a published catalogue hold. Properties are written in this order; unknown ones are ignored. */

const maxNameLength = 200
const maxAttributionLength = 1_000

const Name = Type.String({ minLength: 1, maxLength: maxNameLength, pattern: oneLine })
const Attribution = Type.String({ maxLength: maxAttributionLength, pattern: oneLine })
const Moment = Type.String({ pattern: momentPattern })
/** 32 bytes, and 64 bytes, in base64. */
const PublicKey = Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' })
const Signature = Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' })
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const upTo = (maximum: number) => Type.Integer({ minimum: 0, maximum })
const PacketNumber = Type.Integer({ minimum: 1, maximum: limits.maxPacketNumber })
const Incarnation = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' })
const SourceId = Type.String({ pattern: sourceIdPattern })

const PublishedSource = Type.Object({
  id: SourceId,
  name: Name,
  licence: Type.String({ maxLength: maxNameLength, pattern: oneLine }),
  url: WebAddress,
  attribution: Attribution,
  /** Ranks of what people state are above those of imports. */
  rank: Type.Integer({ minimum: 0, maximum: Math.max(maxImportRank, 1_000_000) }),
})
export type PublishedSource = Static<typeof PublishedSource>

export const KeyChange = Type.Object({ public_key: PublicKey, next: PublicKey, signature: Signature })
export type KeyChange = Static<typeof KeyChange>

const Part = Type.Object({
  path: Type.String({ pattern: partPathPattern }),
  kind: Type.Unsafe<(typeof publishedKinds)[number]>({ type: 'string', enum: [...publishedKinds] }),
  bytes: upTo(limits.maxPartBytes),
  lines: upTo(limits.maxPartLines),
  sha256: Digest,
})
export type Part = Static<typeof Part>

const Whole = Type.Object({
  position: Count,
  time: Moment,
  /** The newest packet that it contains; 0 if there was none. */
  packet: upTo(limits.maxPacketNumber),
  unpacked: Count,
  parts: Type.Array(Part, { maxItems: limits.maxParts }),
})
export type Whole = Static<typeof Whole>

const packetFacts = {
  number: PacketNumber,
  position: Count,
  bytes: upTo(limits.maxPacketBytes),
  lines: upTo(limits.maxPacketLines),
  sha256: Digest,
  time: Moment,
}
const PacketFacts = Type.Object(packetFacts)
const Packet = Type.Object({ path: Type.String({ pattern: packetPathPattern }), ...packetFacts })
export type Packet = Static<typeof Packet>

/** The file beside a thousand packets. */
export const PacketIndex = Type.Array(PacketFacts, { maxItems: limits.packetsOfIndex })
export type PacketIndex = Static<typeof PacketIndex>

const IndexFile = Type.Object({
  path: Type.String({ pattern: indexPathPattern }),
  first: PacketNumber,
  last: PacketNumber,
  bytes: upTo(limits.maxIndexBytes),
  sha256: Digest,
})
export type IndexFile = Static<typeof IndexFile>

export const Manifest = Type.Object({
  format: Type.Integer({ minimum: 1, maximum: limits.formatNumber }),
  instance: Type.Object({ name: Name, address: WebAddress, public_key: PublicKey }),
  /** Oldest first: each key signed the next one. */
  keys: Type.Array(KeyChange, { maxItems: limits.maxKeys }),
  incarnation: Incarnation,
  position: Count,
  time: Moment,
  valid_until: Moment,
  /** Where changes are sent as they happen, if anywhere. */
  changes: Type.Optional(Type.Unsafe<string | undefined>(WebAddress)),
  /** Only those whose values leave the server, by id. */
  sources: Type.Array(PublishedSource, { maxItems: limits.maxSources }),
  whole: nullable(Whole),
  packets: Type.Object({
    /** 0 where there are none. */
    first: upTo(limits.maxPacketNumber),
    last: upTo(limits.maxPacketNumber),
    indexes: Type.Array(IndexFile, { maxItems: limits.maxIndexes }),
    newest: Type.Array(Packet, { maxItems: limits.maxNewest }),
  }),
})
export type Manifest = Static<typeof Manifest>

/** The first line of a packet. */
export const PacketHead = Type.Object({
  kind: Type.Literal('packet'),
  number: PacketNumber,
  position: Count,
  incarnation: Incarnation,
  before: nullable(Type.Object({ number: PacketNumber, position: Count, sha256: Digest })),
})
export type PacketHead = Static<typeof PacketHead>

type Described = TSchema & { properties?: TProperties; items?: TSchema }

/** A value with the properties of its schema, in their order, and with no others. */
export function ordered(schema: TSchema, value: unknown): unknown {
  const { properties, items } = schema as Described
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return items ? value.map((item) => ordered(items, item)) : value
  if (!properties) return value
  const given = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, property]) => [name, ordered(property, given[name])]),
  )
}

/** The canonical text of a value: no blanks, and a line break at its end. */
export const canonical = (schema: TSchema, value: unknown): string => `${JSON.stringify(ordered(schema, value))}\n`
