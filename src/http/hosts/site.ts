import type { FastifyInstance } from 'fastify'
import { type Config, siteAddress } from '#src/config.ts'

/** The address of the site. Before the server listens, as in tests, its port may still change. */
export function openSite(app: FastifyInstance, config: Config): () => string {
  let known: string | undefined
  return () => {
    if (known === undefined && app.server.listening) known = siteAddress(config, listeningPort(app))
    return known ?? siteAddress(config, undefined)
  }
}

/** The port that the server listens on, once it does; it differs from the setting if that is 0. */
function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}
