import { open, rm, writeFile } from 'node:fs/promises'
import type { CacheWithSpare } from './cache-with-spare.ts'
import type { Composing, Placed } from './decode.ts'
import type { Decoders } from './decoders.ts'
import { openFailures } from './failures.ts'
import { contentTypes, type Format, type OriginalType, originalTypeOf } from './names.ts'
import { type Drawings, openOriginals, originalKey } from './originals.ts'
import { madeSizes, originalSize } from './sizes.ts'
import { type Store, shardOf } from './store.ts'

/** A file that can be sent. Its key is unique and keeps its meaning for good. */
export type Picture = { key: string; path: string; format: Format }

/** A drawing of lines, and the name of a picture with its place on it. */
export type Composition = { drawing: string; on?: Omit<Placed, 'original'> & { name: string } }

type Sources = {
  store: Store
  cache: CacheWithSpare
  decoders: Decoders
  drawings: Drawings | undefined
  onError(error: unknown): void
}

/** Finds pictures in every size. Those that are not cached are made once for all who ask. */
export function openPictures({ store, cache, decoders, drawings, onError }: Sources) {
  const underWay = new Map<string, Promise<string | undefined>>()
  const failures = openFailures(decoders)

  async function cached(key: string, make: (path: string) => Promise<boolean>): Promise<string | undefined> {
    const known = await cache.find(key)
    if (known) return known
    const begun = underWay.get(key)
    if (begun) return begun
    const filling = cache.fill(key, make).finally(() => underWay.delete(key))
    underWay.set(key, filling)
    return filling
  }

  const originals = openOriginals({ store, drawings, cached, onError })

  /** Makes a file once for all who ask, and not again for a while if that failed. */
  const made = (key: string, make: (path: string) => Promise<unknown>) =>
    cached(key, async (output) => {
      await failures.make(key, () => make(output))
      return true
    })

  /** The picture with this name in a size and a format; undefined if there is none. */
  async function find(name: string, size: string, format: Format): Promise<Picture | undefined> {
    const original = await originals.find(name)
    if (!original) return undefined
    const input = original.path
    // The original itself, or a vector drawing in any size.
    if ((size === originalSize || format === 'svg') && (await typeOf(input)) === format) {
      await originals.needSound(name, original)
      return { key: `${originalSize}/${name}`, path: input, format }
    }
    if (format === 'svg') return undefined
    const key = sizeKey(size, name, format)
    const path = await made(key, async (output) => {
      await originals.needSound(name, original)
      await failures.draw(name, { task: 'render', input, output, size, format })
    })
    return path === undefined ? undefined : { key, path, format }
  }

  return {
    /** The JPEG of a composition that is only made if it is not there; `name` says all that it depends on. */
    composed: (name: string, make: () => Promise<Composition>): Promise<string | undefined> =>
      made(`composed/${shardOf(name)}/${name}.jpg`, async (output) => {
        const { drawing, on } = await make()
        const found = on && (await originals.find(on.name))
        const isShown = on && found && (await originals.isSound(on.name, found))
        const composing = { drawing, output, ...(isShown && { on: { ...on, original: found.path } }) }
        await compose(composing, (job) => failures.draw(on?.name, job))
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

type Draw = (job: Composing) => Promise<void>

async function compose({ drawing, output, ...on }: Composed, draw: Draw): Promise<void> {
  const input = `${output}.drawing`
  try {
    await writeFile(input, drawing, { mode: 0o600 })
    await draw({ task: 'compose', input, output, ...on })
  } finally {
    await rm(input, { force: true })
  }
}

/** The cache key of a picture in a size. */
const sizeKey = (size: string, name: string, format: Format) => `${size}/${shardOf(name)}/${name}.${format}`

const sizeKeys = (name: string): string[] => {
  const formats = Object.keys(contentTypes) as Format[]
  return madeSizes.flatMap((size) => formats.map((format) => sizeKey(size, name, format)))
}

async function typeOf(path: string): Promise<OriginalType> {
  const opened = await open(path)
  try {
    const { buffer } = await opened.read(Buffer.alloc(1), 0, 1, 0)
    return originalTypeOf(buffer)
  } finally {
    await opened.close()
  }
}
