import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { bucketStore } from './bucket.ts'
import { openCacheWithSpare } from './cache-with-spare.ts'
import { openDecoders } from './decoders.ts'
import { findSubmitted, type PictureUse, rememberPicture, type StoredPicture, storedPicture } from './media-files.ts'
import { nameIn } from './names.ts'
import type { Drawings } from './originals.ts'
import { type Composition, openPictures, type Picture } from './pictures.ts'
import { PictureError } from './refusals.ts'
import { openSenderTime } from './sender-time.ts'
import { folderStore } from './store.ts'

export type { Composition, Drawings, Picture, StoredPicture }

export type MediaOptions = {
  db: Database
  config: Config
  /** Gets errors outside of requests. */
  onError(error: unknown): void
  drawings?: Drawings
  clock?: () => Date
}

export type Content = Buffer | AsyncIterable<Buffer>
/**
 * The gallery of a picture, whether to store it (otherwise it is only checked), and who sends it, whose time is
 * limited.
 */
type Putting = {
  gallery: PictureUse
  isStored?: (picture: StoredPicture) => boolean
  sender?: string
  /** Drawings of lines are drawn where only others may be; otherwise they are refused there. */
  drawsLines?: boolean
}

export type Media = ReturnType<typeof openMedia>

/** The store of pictures. Before its first use it reads and writes nothing, and starts no process. */
export function openMedia({ db, config, onError, drawings, clock = () => new Date() }: MediaOptions) {
  const folder = join(config.data, 'pictures')
  const store =
    config.imageBucket === '' ? folderStore(join(folder, 'originals')) : bucketStore(config.imageBucket, onError)
  const cache = openCacheWithSpare(join(folder, 'cache'), config.imageCacheBytes, onError)
  // Whoever looks at pictures does not wait for those who add some.
  const decoders = openDecoders({ ...config, atOnce: config.imageDecoders })
  const uploads = openDecoders({ ...config, atOnce: config.imageUploads })
  const senderTime = openSenderTime(clock)
  const pictures = openPictures({ store, cache, decoders, drawings, onError })

  /**
   * Checks a picture from outside, encodes it anew and stores it under its digest. Throws a `PictureError` that says
   * what is wrong with it.
   */
  async function put(
    content: Content,
    { gallery, isStored = () => true, sender, drawsLines = false }: Putting,
  ): Promise<StoredPicture> {
    const input = await cache.draft()
    const output = await cache.draft()
    try {
      await needRoom(folder, config)
      const submitted = await save(content, input, config.imageBytes)
      const known = await findSubmitted(db, submitted, gallery)
      // A picture that was deleted from the store, or is damaged there, may be added again.
      if (known && (await store.isWhole(nameIn(known.file_path) as string))) return known
      const taking = { task: 'take', input, output, gallery, maxPixels: config.imagePixels, drawsLines } as const
      const taken = await (sender === undefined
        ? uploads.run(taking)
        : senderTime.count(sender, (onWorked) => uploads.run(taking, { onWorked })))
      if (isStored(storedPicture(taken))) {
        await store.put(taken.name, output)
        await rememberPicture(db, taken, submitted, gallery)
      }
      return storedPicture(taken)
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }

  /** Whether a name is that of a drawing. */
  const isDrawn = async (name: string) => (await drawings?.draw(name)) !== undefined

  return {
    put,
    /** The picture with a name in a size and a format; undefined if there is none. */
    picture: pictures.find,
    /** A picture that is composed of others. */
    composed: pictures.composed,
    /** Deletes a picture for good, in every size. */
    remove: pictures.remove,
    /** Whether there is a picture with a name, stored or drawn. */
    has: async (name: string) => (await store.has(name)) || isDrawn(name),
    /** Records that a picture in memory was used again. */
    used: cache.used,
    store,
    /** A path for a file that its maker deletes. */
    draft: cache.draft,
    isDrawn,
    state: () => ({ viewers: decoders.state(), uploads: uploads.state() }),
    async close() {
      await Promise.all([decoders.close(), uploads.close()])
      await cache.close()
    },
  }
}

/** Pictures from outside never fill the disk, which also holds the catalogue. */
async function needRoom(folder: string, { imageFreeBytes, imageBytes }: Config): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < imageFreeBytes + imageBytes) throw new PictureError('no_room')
}

/** Writes content to a file and returns its digest. */
async function save(content: Content, path: string, maxBytes: number): Promise<string> {
  const digest = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new PictureError('too_many_bytes')
      digest.update(chunk)
      yield chunk
    }
  }
  await pipeline(counted(), createWriteStream(path, { mode: 0o600 }))
  if (bytes === 0) throw new PictureError('empty')
  return digest.digest('hex')
}
