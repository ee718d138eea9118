import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '#src/config.ts'
import { remember } from '#src/database/remember.ts'
import { isNearby, rangeOf } from '#src/reference/addresses.ts'
import { hostsIn } from './app-hosts.ts'

/** Hosts whose meaning is remembered. */
const HOSTS = 100
/** A name of the domain name system is no longer. */
const MOST_CHARACTERS = 253 + ':65535'.length

const form = /^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/

/** The names and addresses of this machine, in lower case. */
const ownNames = (): string[] => [
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address.toLowerCase())),
]

type Settings = Pick<Config, 'site' | 'siteHosts' | 'appHosts' | 'tlsCertificate'> & {
  /** Whether a certificate of the server names a host. */
  isNamed?: ((name: string) => boolean) | undefined
}

/**
 * The site that a request with a `Host` header is answered for: the one in the settings. If they name none, it is the
 * host of the request, so that every device finds pictures where it found the server. Anybody can send any host, so it
 * has to be nearby, a name of this machine or of its certificates, or one of `siteHosts`; for all others it is
 * `standard`. Apps that use one of `appHosts` may reach no other name, so they are always answered for the one that
 * they used.
 */
export function openAskedSite(config: Settings, standard: () => string, names = ownNames()) {
  const isEncrypted = config.tlsCertificate !== '' || /^https:/i.test(config.site)
  const protocol = isEncrypted ? 'https' : 'http'
  const ofApps = hostsIn(config.appHosts)
  const known = config.site !== '' ? new Set<string>() : new Set([...names, ...hostsIn(config.siteHosts)])
  const siteOf = remember(HOSTS, (host) => {
    const asked = readHost(host, protocol)
    if (!asked) return ''
    const isKnown = ofApps.has(asked.name) || known.has(asked.name) || (config.site === '' && leadsNearby(asked.name))
    return isKnown ? asked.origin : ''
  })
  /** Not remembered: certificates change. */
  function certifiedSite(host: string): string | undefined {
    const asked = config.site === '' && config.isNamed ? readHost(host, protocol) : undefined
    return asked && config.isNamed?.(asked.name) ? asked.origin : undefined
  }
  return (host: string | undefined): string => {
    if ((config.site !== '' && ofApps.size === 0) || host === undefined || host.length > MOST_CHARACTERS)
      return standard()
    return siteOf(host) || certifiedSite(host) || standard()
  }
}

/** The name that a Host header has, and its site. This gives an address of IPv6 one spelling, too. */
function readHost(given: string, protocol: 'http' | 'https'): { name: string; origin: string } | undefined {
  const host = given.toLowerCase()
  // The port is left out if it is that of the protocol.
  const url = form.test(host) ? URL.parse(`${protocol}://${host}`) : null
  return url ? { name: url.hostname.replace(/^\[(.*)\]$/, '$1'), origin: url.origin } : undefined
}

const leadsNearby = (name: string): boolean =>
  rangeOf(name) === undefined ? /^(localhost|.+\.local)$/.test(name) : isNearby(name)
