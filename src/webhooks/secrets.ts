import { randomBytes } from 'node:crypto'
import { seal, unseal } from '#src/credentials/sealed.ts'

/** The form of secrets of Standard Webhooks. */
const prefix = 'whsec_'
const SECRET_BYTES = 32
const MESSAGE_BYTES = 18

export const newWebhookSecret = (): string => `${prefix}${randomBytes(SECRET_BYTES).toString('base64')}`

/** By what a receiver tells a message that comes again. */
export const newMessageId = (): string => `msg_${randomBytes(MESSAGE_BYTES).toString('base64url')}`

const sealingOf = (id: number, secretKey: string) => ({ secretKey, about: `secret of the webhook ${id}` })

export const sealSecret = (id: number, secret: string, secretKey: string): string =>
  seal(secret, sealingOf(id, secretKey))

/** The secret of a webhook; undefined if it opens with no key of ours. */
export const openSecret = (id: number, sealed: string, secretKey: string): string | undefined =>
  unseal(sealed, sealingOf(id, secretKey))
