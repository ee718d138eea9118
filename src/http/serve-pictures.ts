import { hash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type Media, type MediaOptions, openMedia, type Picture } from '#src/media/media.ts'
import { contentTypes, type Format, readFileName } from '#src/media/names.ts'
import { isSize, originalSize } from '#src/media/sizes.ts'
import { posterKinds, type RecordPosters } from '#src/sample/record-posters.ts'
import { rangeIn } from './range.ts'

/** Larger pictures are read from the disk each time, so that a few of them do not push out many others. */
const MOST_IN_MEMORY = 1_048_576
/** The longest time for which a picture is still sent after another process has deleted it. */
const IN_MEMORY_MS = 600_000
/** Addresses contain a digest of the content, so what is behind one never changes. */
const forGood = 'public, max-age=31536000, immutable'
/** That of a drawn poster has the id of its record, whose title may change. */
const forADay = 'public, max-age=86400'
/** Sizes of drawn posters, which pages ask for. */
const drawnSizes: readonly string[] = ['w185', 'w342', 'w500', 'w780']

/** A picture that is ready to be sent: its content, or for a large one the path of its file. */
type Ready = { bytes: number; etag: string; type: string; key: string } & ({ content: Buffer } | { path: string })

type Services = Pick<MediaOptions, 'db' | 'config' | 'drawings' | 'clock'> & { posters: RecordPosters }

/**
 * Serves the pictures of a store, which it opens, at `/t/p/{size}/{file}`, and posters that are drawn for records
 * without any at `/t/drawn/{size}/{kind}-{id}.jpg`. Clients send no key for them.
 */
export function servePictures(app: FastifyInstance, services: Services): Media {
  const media = openMedia({
    ...services,
    onError: (error) => app.log.error({ err: error }, 'a picture could not be processed'),
  })
  app.addHook('onClose', () => media.close())
  const from = { media, posters: services.posters }
  const inMemory = new LRUCache<string, Ready & { content: Buffer }>({
    maxSize: services.config.imageMemoryBytes,
    ttl: IN_MEMORY_MS,
    sizeCalculation: ({ bytes }) => bytes,
  })

  /** What is in memory, or else is made and read. The file may be deleted before it is read; then it is made again. */
  async function held({ key, make }: Asked): Promise<Ready | undefined> {
    const known = inMemory.get(key)
    if (known) {
      media.used(known.key)
      return known
    }
    const ready = (await read(make)) ?? (await read(make))
    if (ready && 'content' in ready) inMemory.set(key, ready)
    return ready
  }

  async function read(make: () => Promise<Picture | undefined>): Promise<Ready | undefined> {
    const picture = await make()
    return (
      picture &&
      readyOf(picture).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      })
    )
  }

  const serve = (url: string, config: FastifyContextConfig, look: Look = storedPicture, caching = forGood) =>
    app.route<{ Params: { size: string; file: string } }>({
      method: ['GET', 'HEAD'],
      url,
      config: { operation: 'picture', ...config },
      exposeHeadRoute: false,
      async handler(request, reply) {
        const { size, file } = request.params
        const asked = look(from, size, file, request.headers.accept)
        const ready = asked && (await held(asked))
        if (!ready) throw new ApiError('not_found')
        // The time limit has answered meanwhile.
        return reply.sent ? reply : send(request, reply, ready, caching)
      },
    })
  serve('/t/p/:size/:file', { isOpen: true })
  // A media server has no key but its address, and a private catalogue shows no picture without one.
  serve('/plex/:secret/t/p/:size/:file', { keyUse: 'plex' })
  serve('/t/drawn/:size/:file', { isOpen: true }, drawnPoster, forADay)
  return media
}

/** What was asked for: what it is called in memory, and how it is made. */
type Asked = { key: string; make(): Promise<Picture | undefined> }
type From = { media: Media; posters: RecordPosters }
type Look = (from: From, size: string, file: string, accept: string | undefined) => Asked | undefined

const storedPicture: Look = ({ media }, size, file, accept) => {
  const asked = isSize(size) ? readFileName(file) : undefined
  if (!asked) return undefined
  const format = formatFor(asked.format, size, accept)
  return { key: `${size}/${asked.name}.${format}`, make: () => media.picture(asked.name, size, format) }
}

const drawnPoster: Look = ({ media, posters }, size, file, accept) => {
  const [, word, id = ''] = drawnFile.exec(file) ?? []
  const kind = posterKinds.find((known) => known === word)
  if (!kind || Number(id) > maxId || !drawnSizes.includes(size)) return undefined
  const format = formatFor('jpg', size, accept)
  return {
    key: `drawn/${size}/${kind}-${id}.${format}`,
    async make() {
      const drawing = await posters.posterOf(kind, Number(id))
      return drawing && media.drawn(drawing, size, format)
    },
  }
}

/** The file of a drawn poster. */
const drawnFile = /^([a-z]+)-([1-9]\d{0,9})\.jpg$/

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

async function send(request: FastifyRequest, reply: FastifyReply, ready: Ready, caching: string) {
  const { bytes, etag } = ready
  const { range, 'if-range': since, 'if-none-match': known } = request.headers
  const part = since === undefined || since === etag ? rangeIn(range, bytes) : 'whole'
  // Nothing else in a request makes a difference.
  reply.header('vary', 'Accept').header('accept-ranges', 'bytes')
  if (knows(known, etag)) return reply.code(304).headers({ 'cache-control': caching, etag }).send()
  if (part === 'beyond') {
    reply.header('content-range', `bytes */${bytes}`)
    throw new ApiError('range_beyond_end')
  }
  const { start, end } = part === 'whole' ? { start: 0, end: bytes - 1 } : part
  if (part !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  reply.headers({ 'cache-control': caching, etag, 'content-length': end - start + 1 }).type(ready.type)
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
