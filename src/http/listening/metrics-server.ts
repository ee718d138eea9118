import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

// An import would make all that this module has (`node-server.ts`).
const { createServer } = process.getBuiltinModule('node:http')

/** Collectors have one connection, or a few. */
const MAX_CONNECTIONS = 20
const REQUEST_TIMEOUT_MS = 5_000

/** The host and the port of the setting. */
export function metricsPlace(address: string): { host: string; port: number } {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? []
  return { host, port: Number(port) }
}

/**
 * Answers `GET /metrics` at a separate address, so that no proxy in front of the server exposes it by mistake: it needs
 * no key.
 */
export async function serveMetrics(address: string, text: () => Promise<string>, failed: (error: unknown) => void) {
  const server = createServer(
    { headersTimeout: REQUEST_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    async (request, response) => {
      const isAsked = request.url?.split('?', 1)[0] === '/metrics' && /^(GET|HEAD)$/.test(request.method as string)
      if (!isAsked) return response.writeHead(404).end()
      try {
        const body = await text()
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body)
      } catch (error) {
        failed(error)
        response.writeHead(500).end()
      }
    },
  )
  server.maxConnections = MAX_CONNECTIONS
  server.listen(metricsPlace(address))
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
