import type { FastifyReply } from 'fastify'
import { hideFromOtherSites } from '../headers.ts'

const withheld = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/**
 * Pages load only from this server, run no inline scripts, and are not embedded in other pages. Those on which videos
 * play may show frames of the hosts of these, and load none before somebody wants to see one.
 */
const contentPolicy = (formTargets: readonly string[], frameSources: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    ...(frameSources.length > 0 ? [`frame-src ${frameSources.join(' ')}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

type Headers = {
  formTargets?: readonly string[] | undefined
  frameSources?: readonly string[] | undefined
  hasSecretAddress?: boolean | undefined
}

/**
 * Headers of every page. The referrer stays on this server, because addresses contain secrets; without any referrer,
 * browsers would not say where a form comes from. Where the address itself is a secret there is none at all.
 */
export function setPageHeaders(
  reply: FastifyReply,
  { formTargets = [], frameSources = [], hasSecretAddress = false }: Headers = {},
) {
  hideFromOtherSites(reply)
  reply.headers({
    'cache-control': 'private, no-store',
    'content-security-policy': contentPolicy(formTargets, frameSources),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': withheld.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': hasSecretAddress ? 'no-referrer' : 'same-origin',
    vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
}
