import ipaddr from 'ipaddr.js'

/** How many leading bits of an address name its network. */
export type NetworkBits = Readonly<Record<'ipv4' | 'ipv6', number>>

/** The network that an address belongs to, such as `192.0.2.0/24`. An IPv4 address inside an IPv6 one is itself. */
export function networkOf(address: string, bits: NetworkBits): string {
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return bare
  const parsed = ipaddr.process(bare)
  const kind = parsed.kind()
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(`${parsed}/${bits[kind]}`)}/${bits[kind]}`
}

/** The range that an address is in, such as `private`, `loopback` or `unicast`; undefined if it is no address. */
export const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).range() : undefined)

/** How much of an address names a place: what a provider gives to a neighbourhood, not to one person. */
export const placeBits: NetworkBits = { ipv4: 24, ipv6: 48 }
