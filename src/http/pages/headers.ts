import type { FastifyReply } from 'fastify'

const withheld = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/** Pages load only from this server, run no inline scripts, and are not embedded in other pages. */
const contentPolicy = (formTargets: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * Headers of every page. The referrer stays on this server, because addresses contain secrets; without any referrer,
 * browsers would not say where a form comes from.
 */
export function setPageHeaders(reply: FastifyReply, formTargets: readonly string[] = []) {
  reply.removeHeader('access-control-allow-origin')
  reply.headers({
    'cache-control': 'private, no-store',
    'content-security-policy': contentPolicy(formTargets),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': withheld.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'same-origin',
    vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
}
