import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type Signed, statementOf } from './statement.ts'

/** A device with passkeys, as far as WebAuthn goes: it makes keys of ES256 and signs, without asking anybody. */

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

export type Made = { id: string; privateKey: KeyObject; userHandle: string; counter: number }

/** What a device says that is not the truth, or names an address that is to be asked about its certificate. */
export type Lie = {
  origin?: string
  host?: string
  isVerified?: boolean
  challenge?: string
  userHandle?: string
  revocationsAt?: string
}

const flagsOf = (isVerified: boolean, hasKey: boolean) => 0x01 | (isVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0)

function counted(counter: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(counter)
  return bytes
}

/** CBOR of byte strings up to 65,535 bytes. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)])

const cborMap = (...all: Buffer[]) => Buffer.concat([Buffer.from([0xa0 | (all.length / 2)]), ...all])

/** The format and content of a statement with certificates. */
function stating(signed: Signed, url: string): Buffer[] {
  const { certificates, signature } = statementOf(signed, url)
  const chain = Buffer.concat([Buffer.from([0x80 | certificates.length]), ...certificates.map(cborBytes)])
  // {alg: -7, sig: …, x5c: […]}
  const statement = [
    cborText('alg'),
    Buffer.from([0x26]),
    cborText('sig'),
    cborBytes(signature),
    cborText('x5c'),
    chain,
  ]
  return [cborText('android-key'), cborText('attStmt'), cborMap(...statement)]
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

type Creation = { challenge: string; user: { id: string }; rp: { id?: string } }

/** Makes a passkey, and what the browser sends of it. */
export function makePasskey({ challenge, user, rp }: Creation, origin: string, lie: Lie = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = sha256(`${x}${y}`)
  const [xBytes, yBytes] = [x, y].map((text) => cborBytes(Buffer.from(text, 'base64url')))
  // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
  const key = Buffer.concat([
    ...[Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]), xBytes!, Buffer.from([0x22]), yBytes!],
  ])
  const { isVerified = true, host = rp.id ?? '' } = lie
  const authData = Buffer.concat([
    ...[sha256(host), Buffer.from([flagsOf(isVerified, true)]), counted(0), Buffer.alloc(16)],
    ...[Buffer.from([0, id.length]), id, key],
  ])
  const data = clientData('webauthn.create', lie.challenge ?? challenge, lie.origin ?? origin)
  const { revocationsAt } = lie
  const signed = { publicKey, privateKey, clientData: data, authData }
  const stated =
    revocationsAt === undefined ? [cborText('none'), cborText('attStmt'), cborMap()] : stating(signed, revocationsAt)
  const attestation = cborMap(cborText('fmt'), ...stated, cborText('authData'), cborBytes(authData))
  const made: Made = { id: base64url(id), privateKey, userHandle: user.id, counter: 0 }
  const response = {
    clientDataJSON: base64url(data),
    attestationObject: base64url(attestation),
    transports: ['internal'],
  }
  const sent = { id: made.id, rawId: made.id, type: 'public-key', clientExtensionResults: {}, response }
  return { made, credential: JSON.stringify(sent) }
}

/** Signs a challenge, and returns what the browser sends of it. */
export function signWith(made: Made, challenge: string, site: { host: string; origin: string }, lie: Lie = {}): string {
  const { isVerified = true, host = site.host, origin = site.origin, userHandle = made.userHandle } = lie
  const authData = Buffer.concat([sha256(host), Buffer.from([flagsOf(isVerified, false)]), counted(made.counter)])
  const data = clientData('webauthn.get', lie.challenge ?? challenge, origin)
  const signature = createSign('sha256')
    .update(Buffer.concat([authData, sha256(data)]))
    .sign(made.privateKey)
  const response = {
    clientDataJSON: base64url(data),
    authenticatorData: base64url(authData),
    signature: base64url(signature),
    userHandle,
  }
  const sent = { id: made.id, rawId: made.id, type: 'public-key', clientExtensionResults: {}, response }
  return JSON.stringify(sent)
}
