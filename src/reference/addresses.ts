import ipaddr from 'ipaddr.js'
import { wordTable } from './word-table.ts'

/** How many leading bits of an address name its network. */
type NetworkBits = Readonly<Record<'ipv4' | 'ipv6', number>>

/** The network that an address belongs to, such as `192.0.2.0/24`. An IPv4 address inside an IPv6 one is itself. */
export function networkOf(address: string, bits: NetworkBits): string {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return bare
  const parsed = ipaddr.process(bare)
  const kind = parsed.kind()
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${parsed}/${bits[kind]}`)}/${bits[kind]}`
}

/** All that was ever given out of IPv6 for the public network; what is beyond it is special, or nobody's. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The range that an address is in, such as `private`, `loopback` or `unicast`, which is the public network; undefined
 * if it is no address. An IPv4 address that IPv6 maps is itself; those that it embeds in another way (`::127.0.0.1`,
 * translated, 6to4, Teredo) lead through a relay and are not public.
 */
export function rangeOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  const isNobodys = range === 'unicast' && parsed.kind() === 'ipv6' && !parsed.match(globalUnicast)
  return isNobodys ? 'reserved' : range
}

/** Ranges of addresses that only lead to machines nearby. */
const nearby: ReadonlySet<string | undefined> = new Set(['private', 'uniqueLocal', 'linkLocal', 'loopback'])

/** Whether an address is one of a private network, or of this machine. */
export const isNearby = (address: string): boolean => nearby.has(rangeOf(address.split('%')[0] as string))

const namedRanges: Readonly<Record<string, readonly string[]>> = wordTable({
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
})

/** Whether an address is in one of the ranges of a text such as `10.0.0.0/8,loopback`. */
export function openRanges(text: string): (address: string) => boolean {
  const ranges = text
    .toLowerCase()
    .split(',')
    .filter(Boolean)
    .flatMap((range) => namedRanges[range] ?? [range])
    .map((range) => (range.includes('/') ? ipaddr.parseCIDR(range) : wholeAddress(range)))
  return (address) => {
    const [bare = ''] = address.split('%')
    if (!ipaddr.isValid(bare)) return false
    const parsed = ipaddr.process(bare)
    return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
  }
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(text)
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128]
}

/** How much of an address names a place: what a provider gives to a neighbourhood, not to one person. */
export const placeBits: NetworkBits = { ipv4: 24, ipv6: 48 }
