import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Gallery } from '#src/catalogue/kinds.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { bucketStore } from './bucket.ts'
import { openDecoders } from './decoders.ts'
import { openDiskCache } from './disk-cache.ts'
import { findSubmitted, rememberPicture, type StoredPicture, storedPicture } from './media-files.ts'
import { nameIn } from './names.ts'
import { type Drawings, openPictures, type Picture } from './pictures.ts'
import { PictureError } from './refusals.ts'
import { folderStore } from './store.ts'

export type { Drawings, Picture, StoredPicture }

export type MediaOptions = {
  db: Database
  config: Config
  /** Told what goes wrong beside a request. */
  onError(error: unknown): void
  drawings?: Drawings
}

export type Content = Buffer | AsyncIterable<Buffer>
/** Which gallery a picture is for, and which pictures are stored there; what is not is only told. */
export type Putting = { gallery: Gallery; isStored?: (picture: StoredPicture) => boolean }

export type Media = ReturnType<typeof openMedia>

/** The store of pictures. It reads and writes nothing, and starts no process, before it is first used. */
export function openMedia({ db, config, onError, drawings }: MediaOptions) {
  const folder = join(config.data, 'pictures')
  const store =
    config.imageBucket === '' ? folderStore(join(folder, 'originals')) : bucketStore(config.imageBucket, onError)
  const cache = openDiskCache(join(folder, 'cache'), config.imageCacheBytes, onError)
  const decoders = openDecoders(config)
  const pictures = openPictures({ store, cache, decoders, drawings })

  /**
   * Checks a picture from outside, draws it anew and stores it under its digest. Throws a `PictureError` that says what
   * is wrong with it.
   */
  async function put(content: Content, { gallery, isStored = () => true }: Putting): Promise<StoredPicture> {
    const input = await cache.draft()
    const output = await cache.draft()
    try {
      await needRoom()
      const submitted = await save(content, input, config.imageBytes)
      const known = await findSubmitted(db, submitted, gallery)
      // Whoever took it away from the store may put it back.
      if (known && (await store.has(nameIn(known.file_path) as string))) return known
      const maxPixels = config.imagePixels
      const taken = await decoders.run({ task: 'take', input, output, gallery, maxPixels })
      if (isStored(storedPicture(taken))) {
        await store.put(taken.name, output)
        await rememberPicture(db, taken, submitted, gallery)
      }
      return storedPicture(taken)
    } finally {
      await Promise.all([rm(input, { force: true }), rm(output, { force: true })])
    }
  }

  /** What comes from outside never fills the disk, on which the catalogue lies, too. */
  async function needRoom() {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < config.imageFreeBytes + config.imageBytes) throw new PictureError('no_room')
  }

  /** Whether a name is one of those that are drawn when they are asked for. */
  const isDrawn = async (name: string) => (await drawings?.draw(name)) !== undefined

  return {
    put,
    /** The picture of a name in a size and a format; undefined where there is none. */
    picture: pictures.find,
    /** Takes a picture away for good, in every size. */
    remove: pictures.remove,
    /** Whether there is a picture of a name, kept or drawn. */
    has: async (name: string) => (await store.has(name)) || isDrawn(name),
    /** A picture that is still in memory was asked for again. */
    used: cache.used,
    store,
    /** A path for a file that its maker takes away again. */
    draft: cache.draft,
    isDrawn,
    state: decoders.state,
    close: decoders.close,
  }
}

/** Writes what comes to a file, and tells its digest. */
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
