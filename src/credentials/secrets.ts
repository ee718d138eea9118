import { hash, randomBytes } from 'node:crypto'

/** Random bytes of each kind of secret. Clients expect two hex digits for each byte of theirs. */
const lengthBytes = {
  key: 16,
  guest_session: 16,
  request_token: 20,
  session: 20,
  browser_session: 32,
  sign_in_step: 32,
  visitor: 32,
  remembered: 32,
  mailed_link: 20,
  invitation: 20,
  list_page: 20,
  calendar: 20,
  player: 20,
  unsubscribe_link: 20,
  access_token: 20,
  plex: 20,
} as const

/** What access tokens begin with, so that they are told from keys, and found where they must not be published. */
const tokenPrefix = 'rct_'

type SecretKind = keyof typeof lengthBytes
export const secretKinds = Object.keys(lengthBytes) as SecretKind[]

export const newSecret = (of: SecretKind): string =>
  `${of === 'access_token' ? tokenPrefix : ''}${randomBytes(lengthBytes[of]).toString('hex')}`

export const isAccessToken = (secret: string): boolean => secret.startsWith(tokenPrefix)

/**
 * What is stored of a secret. Secrets have at least 128 random bits, so a fast digest without salt cannot be reversed.
 */
export const digestOf = (secret: string): string => hash('sha256', secret, 'hex')
