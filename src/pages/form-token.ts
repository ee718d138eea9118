import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The hidden field that shows that a form is ours. */
export const formTokenField = 'form_token'

const TOKEN_BYTES = 32

/** What the token comes down to: nobody can tell it who does not know the secret in the browser's cookie. */
const proofOf = (secret: string) => createHmac('sha256', secret).update('form token').digest()

const xor = (one: Buffer, other: Buffer) => Buffer.from(one.map((byte, index) => byte ^ (other[index] as number)))

/** A token for the forms of one page. It looks different each time, so that a compressed page does not betray it. */
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
