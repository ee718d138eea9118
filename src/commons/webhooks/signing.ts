import { Webhook } from 'standardwebhooks'

type Message = { message_id: string; at: Date; body: string }

/** The headers of a message as Standard Webhooks has them, with a signature by each of the secrets. */
export function signedHeaders(secrets: readonly string[], { message_id, at, body }: Message): Record<string, string> {
  return {
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(message_id, at, body)).join(' '),
  }
}
