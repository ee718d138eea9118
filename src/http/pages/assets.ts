import type { FastifyInstance } from 'fastify'
import { assets } from '#src/pages/assets.ts'
import { forGood, prepare, type Served, sendServed } from './static-content.ts'

export function serveAssets(app: FastifyInstance) {
  const byAddress = new Map([...assets.values()].map((asset) => [asset.servedAs, asset]))
  const prepared = new Map<string, Promise<Served>>()
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    { config: { operation: 'assets', isOpen: true, isForStrangers: true } },
    async (request, reply) => {
      const { name } = request.params
      const asset = byAddress.get(name)
      if (!asset) return reply.callNotFound()
      const served = prepared.get(name) ?? prepare(asset.type, asset.content)
      prepared.set(name, served)
      return sendServed(request, reply, await served, forGood)
    },
  )
}
