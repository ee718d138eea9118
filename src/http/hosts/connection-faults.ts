import type { Socket } from 'node:net'
import type { Refusal } from '#src/keys/recent-requests.ts'

/** How a connection begins that speaks TLS: with a record of its handshake. */
const HANDSHAKE = 0x16

type ConnectionError = Error & { code?: string; rawPacket?: Buffer }

/** What an error of a connection says about how an app was set up; undefined where it says nothing about that. */
export function connectionFault({ code = '', rawPacket }: ConnectionError): Refusal | undefined {
  if (/^ERR_SSL_.*(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)$/.test(code))
    return 'certificate'
  if (code === 'ERR_SSL_HTTP_REQUEST') return 'http'
  return code.startsWith('HPE_') && rawPacket?.[0] === HANDSHAKE ? 'https' : undefined
}

/** Where a connection comes from, also while it is not encrypted yet. */
export const addressOf = (socket: Socket & { _parent?: Socket }): string =>
  socket.remoteAddress ?? socket._parent?.remoteAddress ?? ''
