import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { KeyChange, Manifest } from './schemas.ts'

/** Ed25519, with public keys as their 32 bytes in base64. */

/** The bytes that every public key of this kind begins with as SPKI in DER. */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex')
const keyBytes = 32
const wordBytes = 64
/** What a key signs to name its successor. */
const keyWords = 'reelcommons key '

export const makePrivateKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey
export const textOfPrivateKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Throws where a text is none. */
export function readPrivateKey(text: string): KeyObject {
  const key = createPrivateKey(text)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not one of Ed25519.')
  return key
}

export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(spkiStart.length).toString('base64')

function publicKeyFrom(text: string): KeyObject | undefined {
  const raw = Buffer.from(text, 'base64')
  if (raw.length !== keyBytes || raw.toString('base64') !== text) return undefined
  try {
    return createPublicKey({ key: Buffer.concat([spkiStart, raw]), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

export const signatureOf = (bytes: Buffer, key: KeyObject): string => sign(null, bytes, key).toString('base64')

export function isSignedBy(bytes: Buffer, signature: string, publicKey: string): boolean {
  const key = publicKeyFrom(publicKey)
  const raw = Buffer.from(signature, 'base64')
  if (!key || raw.length !== wordBytes || raw.toString('base64') !== signature) return false
  return verify(null, bytes, key, raw)
}

/** What a key says of the one that follows it. */
export const keyChange = (old: KeyObject, next: KeyObject): KeyChange => ({
  public_key: publicKeyOf(old),
  next: publicKeyOf(next),
  signature: signatureOf(Buffer.from(`${keyWords}${publicKeyOf(next)}`), old),
})

type Keys = Pick<Manifest, 'instance' | 'keys'>

/** All keys of an instance, oldest first; the last is the one that it signs with. */
export const keysOf = ({ instance, keys }: Keys): string[] => [
  ...keys.map(({ public_key }) => public_key),
  instance.public_key,
]

/** Whether each key was named by the one before it. */
export const isChain = ({ instance, keys }: Keys): boolean =>
  keys.every(
    ({ public_key, next, signature }, at) =>
      next === (keys[at + 1]?.public_key ?? instance.public_key) &&
      isSignedBy(Buffer.from(`${keyWords}${next}`), signature, public_key),
  )

/** Whether whoever knew an instance by a key still knows it: the key is one of its chain. */
export const isKnownBy = (manifest: Keys, pinned: string): boolean => keysOf(manifest).includes(pinned)

const fingerprintDigits = 32
/** The first digits of an instance before the ids of its sources, elsewhere. */
const originDigits = 16

/** The id of an instance, which stays the same when its key changes. */
export const instanceIdOf = (manifest: Keys): string => instanceIdOfKey(keysOf(manifest)[0] as string)
export const instanceIdOfKey = (firstKey: string): string =>
  createHash('sha256').update(Buffer.from(firstKey, 'base64')).digest('hex').slice(0, fingerprintDigits)

/** An instance's id as people compare it. */
export const fingerprintOf = (instanceId: string): string => (instanceId.match(/.{1,4}/g) ?? []).join(' ')

/** The id that people gave, in groups or not; undefined if it is none. */
export function instanceIdFrom(fingerprint: string): string | undefined {
  const digits = fingerprint
    .slice(0, 100)
    .replace(/[\s:-]/g, '')
    .toLowerCase()
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined
}

/** The id that a source of another instance has here. */
export const sourceIdOf = (instanceId: string, source: string): string =>
  `${instanceId.slice(0, originDigits)}:${source}`
