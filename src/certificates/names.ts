import ipaddr from 'ipaddr.js'
import { asciiHost } from '#src/reference/host-name.ts'

/** The most names that one certificate is made for. */
export const maxNames = 50

/** A name that a certificate is made for. */
export type CertificateName = { type: 'dns' | 'ip'; value: string }

/** A name that no certificate is made for; the message is a sentence. */
export class NameError extends Error {
  override name = 'NameError'
}

/**
 * A host name or an address as it stands in certificates. An authority for a name may also sign what is below it, so a
 * name has two parts at least: `films` alone could be a domain of the whole world one day.
 */
export function readName(given: string): CertificateName {
  const address = given.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(address) && (address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address)))
    return { type: 'ip', value: ipaddr.process(address).toString() }
  const value = asciiHost(given)
  const isName =
    value.length <= 253 && /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/.test(value)
  const [last = ''] = value.split('.').reverse()
  if (!isName || /^\d+$/.test(last)) throw new NameError(`${JSON.stringify(given)} is no host name and no address.`)
  if (!value.includes('.') && value !== 'localhost')
    throw new NameError(`${JSON.stringify(given)} has no dot; take a name such as ${value}.lan or ${value}.home.arpa.`)
  return { type: 'dns', value }
}

/** Whether an authority for `permitted` may sign for a name: for each of its names, and what is below them. */
export const isPermitted = (name: CertificateName, permitted: readonly CertificateName[]): boolean =>
  permitted.some(
    ({ type, value }) =>
      type === name.type && (value === name.value || (type === 'dns' && name.value.endsWith(`.${value}`))),
  )
