import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Tag } from '#src/contract/cache-tags.ts'
import type { Position } from '#src/database/revisions.ts'
import type { CachedReply } from './cached-reply.ts'

/** Addresses that lead to one reply without being parsed; parameters can come in any order. */
const MAX_ADDRESSES = 4
/** Approximate memory of an entry besides its bytes and texts, and of each tag. */
const ENTRY_BYTES = 1_024
const TAG_BYTES = 96
/** The largest share of the heap for replies; the rest is for requests. Most of a cached reply is on the heap. */
const HEAP_SHARE = 0.5

/** The limit, or what the heap of this process allows if that is less. */
export const fittingBytes = (limitBytes: number, heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(limitBytes, Math.floor(heapBytes * HEAP_SHARE))

/** The position of the last change of something, in the log or outside it. */
export type LastChange = Partial<Position>

/** What has changed: single records, and kinds in which very many records have. */
export type Invalidation = { tags: ReadonlyMap<Tag, LastChange>; kinds: ReadonlyMap<string, LastChange> }

/** A rendering in progress, and what was invalidated since it began. */
export type Rendering = { readonly invalidations: readonly Invalidation[] }

export type ReplyCache = ReturnType<typeof openReplyCache>

/**
 * Rendered replies in memory, bounded in bytes; the least recently used ones are dropped. An invalidated reply is never
 * served again, and a rendering that was in progress is not stored: it may have read the old state.
 */
export function openReplyCache(limitBytes: number) {
  const byTag = openTagIndex()
  const byAddress = openAddresses()
  const renderings = new Set<{ invalidations: Invalidation[] }>()
  const replies = openMemory(limitBytes, (reply) => {
    byAddress.forget(reply)
    byTag.remove(reply)
  })

  return {
    /** The reply for a key, which counts as used. */
    find: replies.find,

    /** The reply at an address that led to it before, which counts as used. */
    findByAddress(variant: string, address: string): CachedReply | undefined {
      const reply = byAddress.find(variant, address)
      if (reply) replies.touch(reply)
      return reply
    },

    /**
     * Remembers that an address leads to a reply. One address leads to different replies in each variant: what the key
     * decides, not the address, which is the dialect. `ignored` names what is in the address and cannot be read.
     */
    addAddress(variant: string, address: string, reply: CachedReply, ignored: readonly string[] = []): void {
      const isKnown = byAddress.find(variant, address) !== undefined
      if (reply.addresses.length === MAX_ADDRESSES || isKnown || !replies.has(reply)) return
      byAddress.add(variant, address, reply, ignored)
      replies.keep(reply)
    },

    /** Begins a rendering. It has to be ended. */
    begin(): Rendering {
      const rendering = { invalidations: [] }
      renderings.add(rendering)
      return rendering
    },

    end: (rendering: Rendering): void => void renderings.delete(rendering as { invalidations: Invalidation[] }),

    /** Stores a reply, and returns true, unless something in it was invalidated since its rendering began. */
    store(reply: CachedReply, rendering: Rendering): boolean {
      if (limitBytes === 0 || rendering.invalidations.some((since) => isAffected(reply, since))) return false
      replies.drop(reply.key)
      replies.keep(reply)
      if (replies.has(reply)) byTag.add(reply)
      return true
    },

    /** Measures a reply again that has grown. */
    remeasure(reply: CachedReply): void {
      if (replies.has(reply)) replies.keep(reply)
    },

    invalidate(invalidation: Invalidation): void {
      if (invalidation.tags.size + invalidation.kinds.size === 0) return
      for (const rendering of renderings) rendering.invalidations.push(invalidation)
      for (const tag of invalidation.tags.keys()) for (const { key } of byTag.with(tag)) replies.drop(key)
      if (invalidation.kinds.size === 0) return
      for (const reply of replies.all()) if (isAffected(reply, invalidation)) replies.drop(reply.key)
    },

    get bytes(): number {
      return replies.bytes
    },
    get size(): number {
      return replies.size
    },
  }
}

/** Replies by key, as many as fit; `forget` is called for each one that is dropped. */
function openMemory(limitBytes: number, forget: (reply: CachedReply) => void) {
  if (limitBytes === 0)
    return {
      find: () => undefined,
      touch() {},
      has: () => false,
      keep() {},
      drop() {},
      all: () => [],
      bytes: 0,
      size: 0,
    }
  const entries = new LRUCache<string, { readonly reply: CachedReply }>({
    maxSize: limitBytes,
    // A reply that takes a large share of the memory would push out many others that are used more often.
    maxEntrySize: Math.ceil(limitBytes / 8),
    sizeCalculation: ({ reply }) => sizeOf(reply),
    dispose: ({ reply }) => forget(reply),
    noDisposeOnSet: true,
  })
  let changes = 0
  return {
    find: (key: string): CachedReply | undefined => entries.get(key)?.reply,
    /** Counts as used. The order matters only if something was added since. */
    touch(reply: CachedReply): void {
      if (reply.touchedAt === changes) return
      reply.touchedAt = changes
      entries.get(reply.key)
    },
    has: (reply: CachedReply): boolean => entries.peek(reply.key)?.reply === reply,
    /** Stores and measures it. The library measures only new entries, so each one is new. */
    keep(reply: CachedReply): void {
      changes++
      entries.set(reply.key, { reply })
    },
    drop: (key: string): void => void entries.delete(key),
    all: (): CachedReply[] => [...entries.values()].map(({ reply }) => reply),
    get bytes(): number {
      return entries.calculatedSize
    },
    get size(): number {
      return entries.size
    },
  }
}

/** Finds replies by variant and address. */
function openAddresses() {
  const variants = new Map<string, Map<string, CachedReply>>()
  return {
    find: (variant: string, address: string): CachedReply | undefined => variants.get(variant)?.get(address),
    add(variant: string, address: string, reply: CachedReply, ignored: readonly string[]): void {
      const known = variants.get(variant)
      if (known) known.set(address, reply)
      else variants.set(variant, new Map([[address, reply]]))
      reply.addresses.push(address)
      if (ignored.length > 0) reply.ignored = new Map([...(reply.ignored ?? []), [address, ignored]])
    },
    forget(reply: CachedReply): void {
      for (const address of reply.addresses)
        for (const known of variants.values()) if (known.get(address) === reply) known.delete(address)
      reply.addresses.length = 0
      reply.ignored = undefined
    },
  }
}

/** Finds replies by their tags. */
function openTagIndex() {
  const replies = new Map<Tag, Set<CachedReply>>()
  return {
    add(reply: CachedReply): void {
      for (const tag of reply.tags) {
        const tagged = replies.get(tag)
        if (tagged) tagged.add(reply)
        else replies.set(tag, new Set([reply]))
      }
    },
    remove(reply: CachedReply): void {
      for (const tag of reply.tags) {
        const tagged = replies.get(tag)
        tagged?.delete(reply)
        if (tagged?.size === 0) replies.delete(tag)
      }
    },
    with: (tag: Tag): CachedReply[] => [...(replies.get(tag) ?? [])],
  }
}

export const kindOf = (tag: Tag): string => tag.split(' ', 1)[0] as string

export const isAffected = ({ tags }: CachedReply, invalidation: Invalidation): boolean =>
  tags.some((tag) => invalidation.tags.has(tag) || invalidation.kinds.has(kindOf(tag)))

/** The memory that a reply takes, approximately. */
export function sizeOf({ key, tags, addresses, plain, packed }: CachedReply): number {
  const texts = 2 * (key.length + addresses.reduce((sum, address) => sum + address.length, 0))
  return ENTRY_BYTES + texts + tags.length * TAG_BYTES + plain.length + (packed?.length ?? 0)
}
