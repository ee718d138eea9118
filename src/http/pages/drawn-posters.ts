import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { drawPoster, posterKinds } from '#src/sample/record-posters.ts'
import { prepare, type Served, sendServed } from './static-content.ts'

/** How many drawings are in memory, and for how long: titles change. */
const MOST_BYTES = 16 * 1_048_576
const KEPT_MS = 600_000
/** Addresses have the ids of records, whose titles may change. */
const forADay = 'public, max-age=86400'
/** A drawing of lines may do nothing, wherever it is opened. */
const policy = "default-src 'none'; sandbox"

const file = /^([a-z]+)-([1-9]\d{0,9})\.svg$/

/** Serves posters that are drawn for records without any, at `/t/drawn/{kind}-{id}.svg`. They need no key. */
export function serveDrawnPosters(app: FastifyInstance, { db }: { db: Database }) {
  const inMemory = new LRUCache<string, Served>({
    maxSize: MOST_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ plain, zipped }) => plain.length + zipped.length,
  })
  // Requests for one that is being drawn wait for it.
  const underWay = new Map<string, Promise<Served | undefined>>()

  async function drawn(name: string): Promise<Served | undefined> {
    const [, word, id] = file.exec(name) ?? []
    const kind = posterKinds.find((known) => known === word)
    if (!kind || Number(id) > maxId) return undefined
    const document = await drawPoster(db, kind, Number(id))
    if (document === undefined) return undefined
    const served = await prepare('image/svg+xml', Buffer.from(document))
    inMemory.set(name, served)
    return served
  }

  function find(name: string): Promise<Served | undefined> {
    const begun = underWay.get(name)
    if (begun) return begun
    const drawing = drawn(name).finally(() => underWay.delete(name))
    underWay.set(name, drawing)
    return drawing
  }

  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/t/drawn/:file',
    config: { operation: 'drawn poster', isOpen: true },
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { file: name } = request.params
      const served = inMemory.get(name) ?? (await find(name))
      if (!served) throw new ApiError('not_found')
      return sendServed(request, reply.header('content-security-policy', policy), served, forADay)
    },
  })
}
