import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/**
 * What a device may state about who built it: a certificate for the key of a passkey that names an address to ask
 * whether it was revoked, from an authority of its own. It is well-formed throughout, so that whoever believes it asks.
 */

const sizeOf = (length: number): number[] =>
  length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]

/** DER of a value with a tag. */
const der = (tag: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([tag, ...sizeOf(content.length)]), content])
}
const SEQUENCE = 0x30
const sequence = (...parts: Buffer[]) => der(SEQUENCE, ...parts)
const whole = (value: number) => der(0x02, Buffer.from([value]))
const choice = (value: number) => der(0x0a, Buffer.from([value]))
const octets = (bytes: Buffer) => der(0x04, bytes)
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const signedBy = sequence(oid('2a8648ce3d040302'))
const named = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, name))))
const validity = sequence(der(0x17, '200101000000Z'), der(0x17, '400101000000Z'))
const revocationsAt = (url: string) =>
  sequence(oid('551d1f'), octets(sequence(sequence(der(0xa0, der(0xa0, der(0x86, url)))))))
const madeFor = (challenge: Buffer) =>
  sequence(
    oid('2b06010401d679020111'),
    octets(
      sequence(
        ...[whole(3), choice(1), whole(4), choice(1)],
        ...[octets(challenge), octets(Buffer.alloc(0)), sequence(), sequence()],
      ),
    ),
  )

type Facts = { name: string; key: KeyObject; issuer: KeyObject; extensions?: Buffer[] }

function certificate({ name, key, issuer, extensions = [] }: Facts): Buffer {
  const facts = sequence(
    ...[der(0xa0, whole(2)), whole(1), signedBy, named('authority'), validity, named(name)],
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  return sequence(facts, signedBy, bits(sign('sha256', facts, issuer)))
}

export type Signed = { publicKey: KeyObject; privateKey: KeyObject; clientData: Buffer; authData: Buffer }

/** The certificates, from that of the key to that of its authority, and the signature. */
export function statementOf({ publicKey, privateKey, clientData, authData }: Signed, url: string) {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const challenge = createHash('sha256').update(clientData).digest()
  const leaf = certificate({
    ...{ name: 'device', key: publicKey, issuer: authority.privateKey },
    extensions: [revocationsAt(url), madeFor(challenge)],
  })
  const root = certificate({ name: 'authority', key: authority.publicKey, issuer: authority.privateKey })
  return { certificates: [leaf, root], signature: sign('sha256', Buffer.concat([authData, challenge]), privateKey) }
}
