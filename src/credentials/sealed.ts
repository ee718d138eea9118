import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Secrets that have to be read again, as they stand in the database: encrypted with AES-256-GCM under a key that is
 * derived from the setting `secretKey`, or readable where that is empty. A sealed secret belongs to what it is about,
 * and opens for nothing else. The first word says how it was sealed.
 */
type Sealing = { secretKey: string; about: string }

const cipherName = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

const keyFrom = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, '', 'sealed secrets', KEY_BYTES))

export function seal(secret: string, { secretKey, about }: Sealing): string {
  if (secretKey === '') return `readable ${secret}`
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(cipherName, keyFrom(secretKey), nonce).setAAD(Buffer.from(about))
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return `sealed ${Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')}`
}

/** The secret; undefined where it was sealed with another key, or for something else, or was changed. */
export function unseal(text: string, { secretKey, about }: Sealing): string | undefined {
  const [how, content = ''] = text.split(' ')
  if (how === 'readable') return content
  if (how !== 'sealed' || secretKey === '') return undefined
  const bytes = Buffer.from(content, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(cipherName, keyFrom(secretKey), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Whether a secret that was stored without a key can be sealed now. */
export const isReadable = (text: string): boolean => text.startsWith('readable ')
