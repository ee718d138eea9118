import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { Config } from '#src/config.ts'

/** Whether several sockets can listen on a port, and the kernel spreads connections over them. */
export const sharesPort = process.platform === 'linux' || process.platform === 'freebsd'

/** Sockets on which a process listens, where it can. */
export const LISTENING_SOCKETS = 32

/** Connections that the system takes before we do. Beyond these, clients only try again after a second or more. */
const CONNECTIONS_WAITING = 4_096

/** How long somebody on this machine may take to answer. */
const ANSWER_MS = 1_000

/**
 * Refuses an address on which somebody listens already: who shares a port shares it with every other server on it and
 * does not notice. Listening on it to find out would take the connections of clients that wait for the server.
 */
export async function refuseTaken({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (port === 0) return
  const socket = connect({ host, port, timeout: ANSWER_MS })
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    for (const event of ['error', 'timeout'] as const) socket.once(event, () => resolve(false))
  })
  socket.destroy()
  if (!isTaken) return
  const error = new Error(`listen EADDRINUSE: address already in use ${host}:${port}`)
  throw Object.assign(error, { code: 'EADDRINUSE' })
}

/** Finds the port for the workers: that of the settings, if nobody listens on it, or any free one. */
export async function findPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const found = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return found
}

export const placeOf = ({ host, port }: Pick<Config, 'host' | 'port'>) => ({
  host,
  port,
  reusePort: sharesPort,
  backlog: CONNECTIONS_WAITING,
})

/**
 * Listens on the port of a server with more sockets. Node takes one connection of each socket in a round of its event
 * loop; with one socket, a thousand clients that come at once to a busy server would wait for seconds until the last
 * one is taken. Returns what closes the sockets, and resolves when the requests of their connections are answered.
 */
export async function listenWithMore(server: Server, host: string): Promise<() => Promise<void>> {
  if (!sharesPort) return async () => {}
  const place = placeOf({ host, port: (server.address() as AddressInfo).port })
  const more = Array.from({ length: LISTENING_SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  for (const sockets of more) {
    sockets.listen(place)
    await once(sockets, 'listening')
  }
  return async () => {
    // The system may have taken connections that are not seen yet.
    await nextRound()
    const closed = more.map((sockets) => once(sockets, 'close'))
    for (const sockets of more) sockets.close()
    server.closeIdleConnections()
    await Promise.all(closed)
  }
}
