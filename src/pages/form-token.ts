import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The hidden field that proves that a form is ours. */
export const formTokenField = 'form_token'

const TOKEN_BYTES = 32

/** The secret part of a token: only who knows the secret in the browser's cookie can compute it. */
const proofOf = (secret: string) => createHmac('sha256', secret).update('form token').digest()

const xor = (one: Buffer, other: Buffer) => Buffer.from(one.map((byte, index) => byte ^ (other[index] as number)))

/** A token for the forms of one page. It looks different each time, so that compression does not reveal it. */
export function makeFormToken(secret: string): string {
  const mask = randomBytes(TOKEN_BYTES)
  return Buffer.concat([mask, xor(mask, proofOf(secret))]).toString('base64url')
}

export function isFormToken(token: unknown, secret: string | undefined): boolean {
  if (typeof token !== 'string' || secret === undefined) return false
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * TOKEN_BYTES) return false
  return timingSafeEqual(xor(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES)), proofOf(secret))
}
