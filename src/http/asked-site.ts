import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '#src/config.ts'
import { remember } from '#src/database/remember.ts'
import { rangeOf } from '#src/reference/addresses.ts'

/** Hosts whose meaning is remembered. */
const HOSTS = 100
/** A name of the domain name system is no longer. */
const MOST_CHARACTERS = 253 + ':65535'.length

const form = /^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)(:\d{1,5})?$/

/** Ranges of addresses that only lead to machines nearby. */
const nearby: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'linkLocal', 'loopback'])

/** The names and addresses of this machine, in lower case. */
const ownNames = (): string[] => [
  hostname().toLowerCase(),
  ...Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address.toLowerCase())),
]

/**
 * The site that a request with a `Host` header is answered for: the one of the settings. If they name none, it is the
 * host that was asked for, so that every device finds pictures where it found the server. Anybody can send any host,
 * so it has to be nearby, a name of this machine, or one of `siteHosts`; for all others it is `standard`.
 */
export function openAskedSite(config: Pick<Config, 'site' | 'siteHosts'>, standard: () => string, names = ownNames()) {
  const known = new Set([...names, ...config.siteHosts.toLowerCase().split(',')])
  const siteOf = remember(HOSTS, (host) => trustedSite(host, known) ?? '')
  return (host: string | undefined): string => {
    if (config.site !== '' || host === undefined || host.length > MOST_CHARACTERS) return standard()
    return siteOf(host) || standard()
  }
}

/** The site at a host; undefined if the host may belong to somebody else. */
function trustedSite(given: string, known: ReadonlySet<string>): string | undefined {
  const host = given.toLowerCase()
  if (!form.test(host)) return undefined
  // This also gives an address of IPv6 one spelling, and leaves the port out if it is that of the protocol.
  const url = URL.parse(`http://${host}`)
  if (!url) return undefined
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const range = rangeOf(name)
  const isNearby = range === undefined ? /^(localhost|.+\.local)$/.test(name) : nearby.has(range)
  return known.has(name) || isNearby ? url.origin : undefined
}
