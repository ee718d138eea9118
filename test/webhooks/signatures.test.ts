import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signedHeaders } from '#src/commons/webhooks/signing.ts'
import { newMessageId, newWebhookSecret, openSecret, sealSecret } from '#src/webhooks/secrets.ts'

/** Vectors that were published with their signatures: those of Standard Webhooks' own tests, and of Svix' manual. */
const published = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    message_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
    message_id: 'msg_loFOjxBNrRLzqYUf',
    timestamp: 1_731_705_121,
    body: '{"event_type":"ping","data":{"success":true}}',
    signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
]

test('messages are signed as the published vectors say', () => {
  for (const { secret, message_id, timestamp, body, signature } of published)
    assert.deepEqual(signedHeaders([secret], { message_id, at: new Date(timestamp * 1_000 + 999), body }), {
      'webhook-id': message_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    })
})

test('a new secret has the form of the standard, and is checked by the former one as well while both count', () => {
  const [fresh, former] = [newWebhookSecret(), newWebhookSecret()]
  assert.match(fresh, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.match(newMessageId(), /^msg_[\w-]{24}$/)
  const message = { message_id: newMessageId(), at: new Date(), body: '{"type":"webhook.test"}' }
  const headers = signedHeaders([fresh, former], message)
  for (const secret of [fresh, former])
    assert.deepEqual(new Webhook(secret).verify(message.body, headers), { type: 'webhook.test' })
  assert.throws(() => new Webhook(newWebhookSecret()).verify(message.body, headers))
  assert.throws(() => new Webhook(fresh).verify(`${message.body} `, headers))
})

test('a stored secret opens for its own webhook alone, and with the same key', () => {
  const secretKey = 'k'.repeat(32)
  const sealed = sealSecret(7, 'whsec_abc', secretKey)
  assert.equal(openSecret(7, sealed, secretKey), 'whsec_abc')
  assert.equal(openSecret(8, sealed, secretKey), undefined)
  assert.equal(openSecret(7, sealed, 'o'.repeat(32)), undefined)
  assert.equal(sealed.includes('whsec_abc'), false)
})
