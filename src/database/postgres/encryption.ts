import { isIP } from 'node:net'

/** Modes of `sslmode` that check no certificate. */
const unchecked: ReadonlySet<string> = new Set(['', 'disable', 'false', 'allow', 'prefer', 'require'])

/**
 * What the driver needs besides the address of a database. If a host is an IP address, the driver compares its
 * certificate with the name `localhost` unless told otherwise.
 */
export function encryptionOf(address: string): { ssl?: { host: string } } {
  const url = URL.parse(address)
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const mode = url?.searchParams.get('sslmode') ?? url?.searchParams.get('ssl') ?? ''
  return isIP(host) === 0 || unchecked.has(mode) ? {} : { ssl: { host } }
}
