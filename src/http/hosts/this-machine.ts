import type { FastifyRequest } from 'fastify'
import type { Config } from '#src/config.ts'
import { isOnlyHere } from '#src/connect/obstacles.ts'
import { rangeOf } from '#src/reference/addresses.ts'
import { isPassedOn, nameIn } from './app-hosts.ts'

const isLoopback = (address: string | undefined): boolean => rangeOf(address ?? '') === 'loopback'

/** A name that leads to the machine on which it is typed, whatever the domain name system says. */
const isNameOfHere = (name: string): boolean =>
  /^(.+\.)?localhost$/.test(name) || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))

/**
 * Whether a request certainly comes from the machine of the server, which whoever sits there proves by it. Not even a
 * proxy that says nothing of itself may pass for that: where there may be one, nothing is certain. Nor is it where the
 * server listens to others as well: some programs that forward the port of a container connect from loopback for
 * everybody. The name that was asked has to be one of this machine, so that no page of another site gets here by a name
 * that leads to it.
 */
export function openThisMachine({ site, ...listening }: Pick<Config, 'host' | 'site' | 'proxies'>) {
  const hasOtherName = site !== '' && !isNameOfHere(URL.parse(site)?.hostname ?? '')
  const mayBeProxied = !isOnlyHere(listening) || hasOtherName
  return (request: FastifyRequest): boolean => {
    if (mayBeProxied || isPassedOn(request) || request.raw.httpVersion === '1.0') return false
    const { remoteAddress, localAddress = remoteAddress } = request.raw.socket
    return isLoopback(remoteAddress) && isLoopback(localAddress) && isNameOfHere(nameIn(request.headers.host))
  }
}
