import type { FastifyRequest } from 'fastify'
import type { Config } from '#src/config.ts'
import type { Key } from '#src/keys/find-key.ts'
import type { KeyCheck } from '#src/keys/key-check.ts'
import { isKeyOfApp } from '#src/keys/keys-of-apps.ts'
import { isNearby, openRanges } from '#src/reference/addresses.ts'

/** What proxies add to a request; one that has any of them does not come from where its connection comes from. */
const headersOfProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Whether a request says that somebody has passed it on. */
export const isPassedOn = ({ raw: { headers } }: FastifyRequest): boolean =>
  headersOfProxies.some((name) => headers[name] !== undefined)

/** The names of a setting such as `appHosts`, in lower case. */
export const hostsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().split(',').filter(Boolean))

/** The name in a Host header, without its port. */
export const nameIn = (host: string | undefined): string => (host ?? '').toLowerCase().replace(/\.?(:\d*)?$/, '')

/**
 * Whether a request is for one of `appHosts` and from a private network. Its origin has to be certain: a proxy that
 * `proxies` does not name, or one that does not say for whom it asks, may ask for anybody.
 */
export function openAppHosts({ appHosts, proxies }: Pick<Config, 'appHosts' | 'proxies'>) {
  const names = hostsIn(appHosts)
  const isProxy = openRanges(proxies)

  function isCertain(request: FastifyRequest): boolean {
    const peer = request.raw.socket.remoteAddress ?? ''
    return isProxy(peer) ? (request.ips?.length ?? 0) > 1 : !isPassedOn(request)
  }

  return (request: FastifyRequest): boolean =>
    names.size > 0 && names.has(nameIn(request.headers.host)) && isNearby(request.ip) && isCertain(request)
}

/**
 * Whether a browser says that a page of another site has sent a request; apps say nothing of the kind. Pages and apps
 * cannot be told apart otherwise.
 */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const { origin, host, 'sec-fetch-site': fetchSite } = headers
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true
  return origin !== undefined && !isOriginOf(host, URL.parse(origin))
}

/** Whether an origin is that of the host that was asked. */
export const isOriginOf = (host: string | undefined, from: URL | null): boolean =>
  from !== null && from.host === URL.parse(`${from.protocol}//${host}`)?.host

export type IsOfApp = ReturnType<typeof openAppHosts>

/** Finds the key of a request among the texts that it brings, the first that is one. */
export type FindKey = (request: FastifyRequest, secrets: readonly string[]) => Promise<Key | undefined>

/** Finds keys; requests from apps without one of our keys share one. */
export const openKeyFinder =
  (keys: KeyCheck, isOfApp: IsOfApp): FindKey =>
  async (request, secrets) => {
    for (const secret of secrets) {
      const key = await keys.find(secret)
      if (key) return key
    }
    return secrets.some(isKeyOfApp) && isOfApp(request) ? keys.findShared() : undefined
  }
