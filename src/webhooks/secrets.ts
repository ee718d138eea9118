import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
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

type Message = { message_id: string; at: Date; body: string }

/** The headers of a message as Standard Webhooks has them, with a signature by each of the secrets. */
export function signedHeaders(secrets: readonly string[], { message_id, at, body }: Message): Record<string, string> {
  return {
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(message_id, at, body)).join(' '),
  }
}
