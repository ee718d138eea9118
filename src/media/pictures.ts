import { open, rm, writeFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type { Placed } from './decode.ts'
import { DecoderError } from './decoder.ts'
import type { Decoders } from './decoders.ts'
import type { DiskCache } from './disk-cache.ts'
import { contentTypes, type Format, type OriginalType, originalTypeOf } from './names.ts'
import { allSizes, originalSize } from './sizes.ts'
import { type Store, shardOf } from './store.ts'

/** Pictures that are drawn on demand instead of being stored. */
export type Drawings = {
  /** The drawing with this name as an SVG document in pixels; undefined if there is none. */
  draw(name: string): Promise<string | undefined>
}

/** A file that can be sent. Its key is unique and keeps its meaning for good. */
export type Picture = { key: string; path: string; format: Format }

/** A drawing of lines, and the name of a picture with its place on it. */
export type Composition = { drawing: string; on?: Omit<Placed, 'original'> & { name: string } }

/** How long a picture that failed is not tried again, and how many such pictures are remembered. */
const FAILED_MS = 60_000
const maxFailed = 1_000

type Sources = { store: Store; cache: DiskCache; decoders: Decoders; drawings: Drawings | undefined }

/** Finds pictures in every size. Those that are not cached are made once for all who ask. */
export function openPictures({ store, cache, decoders, drawings }: Sources) {
  const underWay = new Map<string, Promise<string | undefined>>()
  const failed = new LRUCache<string, true>({ max: maxFailed, ttl: FAILED_MS })

  async function cached(key: string, make: (path: string) => Promise<boolean>): Promise<string | undefined> {
    const known = await cache.find(key)
    if (known) return known
    const begun = underWay.get(key)
    if (begun) return begun
    const filling = cache.fill(key, make).finally(() => underWay.delete(key))
    underWay.set(key, filling)
    return filling
  }

  /** The file of an original: where it is stored, or a copy of it or a drawing beside the resized ones. */
  async function originalFile(name: string): Promise<string | undefined> {
    const local = await store.fileOf?.(name)
    return local ?? cached(originalKey(name), (path) => fetchOriginal(name, path))
  }

  async function fetchOriginal(name: string, path: string): Promise<boolean> {
    if (!store.fileOf && (await store.copy(name, path))) return true
    const drawn = await drawings?.draw(name)
    if (drawn === undefined) return false
    await writeFile(path, drawn, { mode: 0o600 })
    return true
  }

  /** Makes a file once for all who ask, and not again for a while if that failed. */
  const made = (key: string, make: (path: string) => Promise<unknown>) =>
    cached(key, async (output) => {
      if (failed.has(key)) throw new DecoderError('It could not be drawn a moment ago')
      try {
        await make(output)
        return true
      } catch (error) {
        if (error instanceof DecoderError) failed.set(key, true)
        throw error
      }
    })

  /** The picture with this name in a size and a format; undefined if there is none. */
  async function find(name: string, size: string, format: Format): Promise<Picture | undefined> {
    const input = await originalFile(name)
    if (!input) return undefined
    // The original itself, or a vector drawing in any size.
    if ((size === originalSize || format === 'svg') && (await typeOf(input)) === format)
      return { key: `${originalSize}/${name}`, path: input, format }
    if (format === 'svg') return undefined
    const key = sizeKey(size, name, format)
    const path = await made(key, (output) => decoders.run({ task: 'render', input, output, size, format }))
    return path === undefined ? undefined : { key, path, format }
  }

  return {
    /** The JPEG of a composition that is only made if it is not there; `name` says all that it depends on. */
    composed: (name: string, make: () => Promise<Composition>): Promise<string | undefined> =>
      made(`composed/${shardOf(name)}/${name}.jpg`, async (output) => {
        const { drawing, on } = await make()
        const original = on && (await originalFile(on.name))
        await compose({ drawing, output, ...(on && original && { on: { ...on, original } }) }, cache, decoders)
      }),
    /** Deletes an original and everything that was made from it. */
    async remove(name: string): Promise<void> {
      await store.remove(name)
      for (const key of [originalKey(name), ...sizeKeys(name)]) await cache.remove(key)
    },
    find,
  }
}

type Composed = { drawing: string; output: string; on?: Placed }

async function compose({ drawing, output, ...on }: Composed, cache: DiskCache, decoders: Decoders): Promise<void> {
  const input = await cache.draft()
  try {
    await writeFile(input, drawing, { mode: 0o600 })
    await decoders.run({ task: 'compose', input, output, ...on })
  } finally {
    await rm(input, { force: true })
  }
}

/** The cache key of a picture in a size. */
const sizeKey = (size: string, name: string, format: Format) => `${size}/${shardOf(name)}/${name}.${format}`

const sizeKeys = (name: string): string[] => {
  const formats = Object.keys(contentTypes) as Format[]
  return [...allSizes].flatMap((size) => formats.map((format) => sizeKey(size, name, format)))
}

/** The cache key of a copied original, or of a drawing. */
const originalKey = (name: string) => `originals/${shardOf(name)}/${name}`

async function typeOf(path: string): Promise<OriginalType> {
  const opened = await open(path)
  try {
    const { buffer } = await opened.read(Buffer.alloc(1), 0, 1, 0)
    return originalTypeOf(buffer)
  } finally {
    await opened.close()
  }
}
