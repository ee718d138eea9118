import { hash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#src/contract/statuses.ts'
import { type Media, type MediaOptions, openMedia, type Picture } from '#src/media/media.ts'
import { contentTypes, type Format, readFileName } from '#src/media/names.ts'
import { originalSize, sizeFor } from '#src/media/sizes.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { rangeIn } from './range.ts'

/** Larger pictures are read from the disk each time, so that a few of them do not push out many others. */
const MOST_IN_MEMORY = 1_048_576
/** The longest time for which a picture is still sent after another process has deleted it. */
const IN_MEMORY_MS = 600_000
/** Addresses contain a digest of the content, so the content of one never changes. */
const forGood = 'public, max-age=31536000, immutable'

/** A picture that is ready to be sent: its content, or for a large one the path of its file. */
type Ready = { bytes: number; etag: string; type: string; key: string } & ({ content: Buffer } | { path: string })

/** Serves the pictures of a store, which it opens, at `/t/p/{size}/{file}`. Clients send no key for them. */
export function servePictures(app: FastifyInstance, services: Pick<MediaOptions, 'db' | 'config' | 'clock'>): Media {
  const media = openMedia({
    ...services,
    drawings: openDrawings(services.db),
    onError: (error) => app.log.error({ err: error }, 'a picture could not be processed'),
  })
  app.addHook('onClose', () => media.close())
  const inMemory = new LRUCache<string, Ready & { content: Buffer }>({
    maxSize: services.config.imageMemoryBytes,
    ttl: IN_MEMORY_MS,
    sizeCalculation: ({ bytes }) => bytes,
  })

  async function find(word: string, file: string, accept: string | undefined): Promise<Ready | undefined> {
    const size = sizeFor(word)
    const asked = readFileName(file)
    if (!asked || size === undefined) return undefined
    const format = formatFor(asked.format, size, accept)
    const key = `${size}/${asked.name}.${format}`
    const held = inMemory.get(key)
    if (held) {
      media.used(held.key)
      return held
    }
    const ready = (await read(asked.name, size, format)) ?? (await read(asked.name, size, format))
    if (ready && 'content' in ready) inMemory.set(key, ready)
    return ready
  }

  /** The file may be deleted before it is read; then it is made again. */
  async function read(name: string, size: string, format: Format): Promise<Ready | undefined> {
    const picture = await media.picture(name, size, format)
    return (
      picture &&
      readyOf(picture).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      })
    )
  }

  const serve = (url: string, config: FastifyContextConfig) =>
    app.route<{ Params: { size: string; file: string } }>({
      method: ['GET', 'HEAD'],
      url,
      config: { operation: 'picture', ...config },
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { size, file } = request.params
        const ready = await find(size, file, request.headers.accept)
        if (!ready) throw new ApiError('not_found')
        // The time limit has answered meanwhile.
        return reply.sent ? reply : send(request, reply, ready)
      },
    })
  serve('/t/p/:size/:file', { isOpen: true })
  // A media server has no key but its address, and a private catalogue shows no picture without one.
  serve('/plex/:secret/t/p/:size/:file', { keyUse: 'plex' })
  return media
}

async function readyOf({ key, path, format }: Picture): Promise<Ready> {
  const type = contentTypes[format]
  const { size: bytes, mtimeMs } = await stat(path)
  if (bytes > MOST_IN_MEMORY) {
    // The name of an original is its digest; anything else may have been made again in another way.
    const tag = key.startsWith(`${originalSize}/`) ? key : `${key}/${bytes}/${mtimeMs}`
    return { bytes, type, key, path, etag: tagOf(tag) }
  }
  const content = await readFile(path)
  return { bytes: content.length, type, key, content, etag: tagOf(content) }
}

const tagOf = (content: Buffer | string) => `"${hash('sha256', content).slice(0, 32)}"`

/**
 * The format to send. A JPEG or PNG is also sent in a smaller format that the client names: a browser may save a WebP
 * as `.jpg`, but it can show it. An original is sent as it is.
 */
function formatFor(format: Format, size: string, accept = ''): Format {
  if (size === originalSize || (format !== 'jpg' && format !== 'png')) return format
  if (accepts(accept, 'image/webp')) return 'webp'
  return accepts(accept, 'image/avif') ? 'avif' : format
}

/** Whether a type is named; `*` means the format of the address. */
function accepts(header: string, type: string): boolean {
  if (!header.includes(type)) return false
  const named = header.split(',').find((part) => part.trim().startsWith(type))
  return named !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(named)
}

async function send(request: FastifyRequest, reply: FastifyReply, ready: Ready) {
  const { bytes, etag } = ready
  const { range, 'if-range': since, 'if-none-match': known } = request.headers
  const part = since === undefined || since === etag ? rangeIn(range, bytes) : 'whole'
  // Nothing else in a request makes a difference.
  reply.header('vary', 'Accept').header('accept-ranges', 'bytes')
  if (knows(known, etag)) return reply.code(304).headers({ 'cache-control': forGood, etag }).send()
  if (part === 'beyond') {
    reply.header('content-range', `bytes */${bytes}`)
    throw new ApiError('range_beyond_end')
  }
  const { start, end } = part === 'whole' ? { start: 0, end: bytes - 1 } : part
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.headers({ 'cache-control': forGood, etag, 'content-length': end - start + 1 }).type(ready.type)
  if (request.method === 'HEAD') return reply.send()
  if ('content' in ready) return reply.send(part === 'whole' ? ready.content : ready.content.subarray(start, end + 1))
  // The file may have been deleted since it was found. Nobody caches this refusal.
  const file = await open(ready.path).catch(() => {
    throw new ApiError('unavailable', 1)
  })
  if (!reply.sent) return reply.send(file.createReadStream({ start, end }))
  await file.close()
  return reply
}

/** ETags of pictures are strong, but If-None-Match compares weakly. */
const knows = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
