import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LiveSettings } from '#src/background/stored-settings.ts'
import { compress } from '#src/cache/encoding.ts'
import { maxManifestBytes } from '#src/commons/format/limits.ts'
import { dumpPath, isImmutable, isPublishedPath, manifestName } from '#src/commons/format/names.ts'
import { dumpFolder } from '#src/commons/publishing/folders.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { acceptsGzip } from '../negotiation.ts'
import { rangeIn } from '../range.ts'

const forGood = 'public, max-age=31536000, immutable'
/** The manifest and its signature belong together, so nobody keeps one of them without asking. */
const askAgain = 'no-cache'
/** Files that are sent at the same time: further followers are told to come back. */
const maxAtOnce = 64
const RETRY_SECONDS = 10

const types: readonly (readonly [end: RegExp, type: string])[] = [
  [/\.json$/, 'application/json; charset=utf-8'],
  [/\.sig$/, 'text/plain; charset=utf-8'],
  [/\.jpg$/, 'image/jpeg'],
  [/\.png$/, 'image/png'],
  // A drawing is handed out as a file: nothing in it is run here.
  [/./, 'application/octet-stream'],
]

/** Serves what is published at `/commons/dump/…`, without a key. A private server publishes nothing. */
export function serveDump(app: FastifyInstance, { config }: Pick<LiveSettings, 'config'>) {
  const folder = dumpFolder(config)
  let sending = 0
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${dumpPath}*`,
    config: { operation: 'dump', isOpen: true },
    exposeHeadRoute: false,
    async handler(request, reply) {
      const path = request.params['*']
      if (!config.publish || config.private || !isPublishedPath(path)) throw new ApiError('not_found')
      if (sending >= maxAtOnce) throw new ApiError('unavailable', RETRY_SECONDS)
      const file = await open(join(folder, path)).catch(() => undefined)
      if (!file) throw new ApiError('not_found')
      sending++
      reply.raw.once('close', () => void sending--)
      try {
        return await send(request, reply, { file, path })
      } catch (error) {
        await file.close()
        throw error
      }
    },
  })
}

async function send(request: FastifyRequest, reply: FastifyReply, { file, path }: { file: FileHandle; path: string }) {
  const found = await file.stat()
  const { size } = found
  if (!found.isFile()) throw new ApiError('not_found')
  const isFixed = isImmutable(path)
  const content = isFixed || size > maxManifestBytes ? undefined : await file.readFile()
  const etag = `"${hash('sha256', content ?? `${path} ${size}`).slice(0, 32)}"`
  const { range, 'if-range': since, 'if-none-match': known, 'accept-encoding': accepted } = request.headers
  const part = since === undefined || since === etag ? rangeIn(range, size) : 'whole'
  reply.headers({ 'cache-control': isFixed ? forGood : askAgain, 'accept-ranges': 'bytes' })
  // The manifest is also sent packed, which has other bytes that say the same.
  if (path === manifestName) reply.headers({ etag: `W/${etag}`, vary: 'accept-encoding' })
  else reply.header('etag', etag)
  // The time limit has answered meanwhile.
  if (reply.sent) return closed(file, reply)
  if (known?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)) {
    await file.close()
    return reply.code(304).send()
  }
  if (part === 'beyond') {
    reply.header('content-range', `bytes */${size}`).header('cache-control', askAgain)
    throw new ApiError('range_beyond_end')
  }
  const { start, end } = part === 'whole' ? { start: 0, end: size - 1 } : part
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  const isPacked = path === manifestName && part === 'whole' && content !== undefined && acceptsGzip(accepted)
  reply.type((types.find(([form]) => form.test(path)) as (typeof types)[number])[1])
  if (path !== manifestName) reply.header('content-disposition', 'attachment')
  if (request.method === 'HEAD' || size === 0) {
    await file.close()
    return reply.send()
  }
  if (!content) return reply.send(file.createReadStream({ start, end }))
  await file.close()
  if (!isPacked) return reply.send(content.subarray(start, end + 1))
  const bytes = await packed(etag, content)
  return reply.headers({ 'content-encoding': 'gzip', 'content-length': bytes.length }).send(bytes)
}

/** The manifest names a thousand packets and is asked for by all who follow; its last form is kept. */
const kept = { etag: '', bytes: Promise.resolve(Buffer.alloc(0)) }
function packed(etag: string, content: Buffer): Promise<Buffer> {
  if (kept.etag !== etag) Object.assign(kept, { etag, bytes: compress(content) })
  return kept.bytes
}

async function closed(file: FileHandle, reply: FastifyReply) {
  await file.close()
  return reply
}
