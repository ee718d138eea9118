import { hash, randomBytes } from 'node:crypto'

/** Random bytes of each kind of secret; clients check that those of theirs have two hex digits for each. */
const lengthBytes = {
  key: 16,
  request_token: 20,
  session: 20,
  browser_session: 32,
  visitor: 32,
  mailed_link: 20,
} as const

export const newSecret = (of: keyof typeof lengthBytes): string => randomBytes(lengthBytes[of]).toString('hex')

/** What is stored of a secret. Secrets have 128 random bits or more, so a fast digest without salt cannot be undone. */
export const digestOf = (secret: string): string => hash('sha256', secret, 'hex')
