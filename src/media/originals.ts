import { writeFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#src/contract/statuses.ts'
import { isOriginal, type Store, shardOf } from './store.ts'

/** Pictures that are drawn on demand instead of being stored. */
export type Drawings = {
  /** The drawing with this name as an SVG document in pixels; undefined if there is none. */
  draw(name: string): Promise<string | undefined>
}

/** How long a damaged original is not read again, and how many such are remembered. */
const DAMAGED_MS = 60_000
const maxDamaged = 1_000
/** Originals that were compared with their names; so many are remembered. */
const maxCompared = 100_000

/** The file of an original, or of what takes its place. */
type Original = { path: string; isStored: boolean }

type Sources = {
  store: Store
  drawings: Drawings | undefined
  cached(key: string, make: (path: string) => Promise<boolean>): Promise<string | undefined>
  onError(error: unknown): void
}

/** The cache key of a copied original, or of a drawing. */
export const originalKey = (name: string) => `originals/${shardOf(name)}/${name}`

/**
 * Finds originals. One that is damaged is not shown, and told once a minute: its content is compared with its name when
 * it is read for the first time.
 */
export function openOriginals({ store, drawings, cached, onError }: Sources) {
  // With `max` instead, room for all of them would be made at once, which takes a third of the time of all routes.
  const compared = new LRUCache<string, true>({ maxSize: maxCompared, sizeCalculation: () => 1 })
  const damaged = new LRUCache<string, true>({ max: maxDamaged, ttl: DAMAGED_MS })

  async function compare(name: string, path: string): Promise<boolean> {
    if (compared.has(name)) return true
    if (damaged.has(name)) return false
    const isSame = await isOriginal(name, path)
    ;(isSame ? compared : damaged).set(name, true)
    if (!isSame) onError(new Error(`The original ${name} is damaged: its content is not that of its name`))
    return isSame
  }

  async function fetch(name: string, path: string): Promise<boolean> {
    if (damaged.has(name)) throw new ApiError('internal_error')
    if (!store.fileOf && (await store.copy(name, path))) {
      if (await compare(name, path)) return true
      throw new ApiError('internal_error')
    }
    const drawn = await drawings?.draw(name)
    if (drawn === undefined) return false
    await writeFile(path, drawn, { mode: 0o600 })
    return true
  }

  /** Whether an original can be shown. A copy was compared when it was fetched. */
  const isSound = async (name: string, { path, isStored }: Original) => !isStored || (await compare(name, path))

  return {
    /** The file of an original: where it is stored, or a copy of it or a drawing beside the resized ones. */
    async find(name: string): Promise<Original | undefined> {
      const local = await store.fileOf?.(name)
      if (local !== undefined) return { path: local, isStored: true }
      const path = await cached(originalKey(name), (place) => fetch(name, place))
      return path === undefined ? undefined : { path, isStored: false }
    },
    isSound,
    /** Throws where an original cannot be shown. That is our fault, and was told already. */
    async needSound(name: string, original: Original): Promise<void> {
      if (!(await isSound(name, original))) throw new ApiError('internal_error')
    },
  }
}
