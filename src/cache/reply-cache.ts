import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Tag } from '#src/contract/cache-tags.ts'
import type { CachedReply } from './cached-reply.ts'
import type { Position } from './invalidation.ts'

/** Addresses under which one reply is found without reading them; parameters can be written in any order. */
const MAX_ADDRESSES = 4
/** What an entry takes in memory besides its bytes and texts, and what each of its tags does. */
const ENTRY_BYTES = 1_024
const TAG_BYTES = 96
/** The most that replies may take of the heap, where most of what is kept of them is. The rest is for requests. */
const HEAP_SHARE = 0.5

/** As much of a bound as the heap of this process allows. */
export const fittingBytes = (limitBytes: number, heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(limitBytes, Math.floor(heapBytes * HEAP_SHARE))

/** How far something had come when it changed last, in the log or beside it. */
export type LastChange = Partial<Position>

/** What has changed: records one by one, and kinds of which very many have. */
export type Invalidation = { tags: ReadonlyMap<Tag, LastChange>; kinds: ReadonlyMap<string, LastChange> }

/** A rendering that began at some time, and what was purged since. */
export type Rendering = { readonly invalidations: readonly Invalidation[] }

export type ReplyCache = ReturnType<typeof openReplyCache>

/**
 * Rendered replies in memory, bounded in bytes; of more, those that were asked for longest ago go. What is purged is
 * never served again, and neither stored where it was being rendered meanwhile: such a rendering may have read what was
 * there before.
 */
export function openReplyCache(limitBytes: number) {
  const byTag = openTagIndex()
  const byAddress = new Map<string, CachedReply>()
  const renderings = new Set<{ invalidations: Invalidation[] }>()
  const replies = openMemory(limitBytes, (reply) => {
    for (const address of reply.addresses) byAddress.delete(address)
    reply.addresses.length = 0
    byTag.remove(reply)
  })

  return {
    /** The reply of a key, which counts as asked for. */
    find: replies.find,

    /** The same by an address that led to it before. */
    findByAddress(address: string): CachedReply | undefined {
      const reply = byAddress.get(address)
      if (reply) replies.touch(reply)
      return reply
    },

    /** Remembers that an address leads to a reply. */
    addAddress(address: string, reply: CachedReply): void {
      if (reply.addresses.length === MAX_ADDRESSES || byAddress.has(address) || !replies.isKept(reply)) return
      byAddress.set(address, reply)
      reply.addresses.push(address)
      replies.keep(reply)
    },

    /** A rendering begins. It has to end. */
    begin(): Rendering {
      const rendering = { invalidations: [] }
      renderings.add(rendering)
      return rendering
    },

    end: (rendering: Rendering): void => void renderings.delete(rendering as { invalidations: Invalidation[] }),

    /** Stores what was rendered, unless something in it was purged since the rendering began: that it tells. */
    store(reply: CachedReply, rendering: Rendering): boolean {
      if (limitBytes === 0 || rendering.invalidations.some((invalidation) => isAffected(reply, invalidation)))
        return false
      replies.drop(reply.key)
      replies.keep(reply)
      if (replies.isKept(reply)) byTag.add(reply)
      return true
    },

    /** Counts again what a reply takes: it has grown. */
    remeasure(reply: CachedReply): void {
      if (replies.isKept(reply)) replies.keep(reply)
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

/** Replies by key, of which as many are kept as fit; `forget` is told of each that goes. */
function openMemory(limitBytes: number, forget: (reply: CachedReply) => void) {
  if (limitBytes === 0)
    return {
      find: () => undefined,
      touch() {},
      isKept: () => false,
      keep() {},
      drop() {},
      all: () => [],
      bytes: 0,
      size: 0,
    }
  const entries = new LRUCache<string, { readonly reply: CachedReply }>({
    maxSize: limitBytes,
    // A reply that takes a large share of the memory would push out many that are asked for more often.
    maxEntrySize: Math.ceil(limitBytes / 8),
    sizeCalculation: ({ reply }) => sizeOf(reply),
    dispose: ({ reply }) => forget(reply),
    noDisposeOnSet: true,
  })
  let changes = 0
  return {
    find: (key: string): CachedReply | undefined => entries.get(key)?.reply,
    /** Counts as asked for. The order in which replies go matters only when something came since. */
    touch(reply: CachedReply): void {
      if (reply.touchedAt === changes) return
      reply.touchedAt = changes
      entries.get(reply.key)
    },
    isKept: (reply: CachedReply): boolean => entries.peek(reply.key)?.reply === reply,
    /** Also measures it, again where it was kept before: what stays the same entry is not measured. */
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

/** Finds replies by what makes them old. */
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

const isAffected = ({ tags }: CachedReply, invalidation: Invalidation): boolean =>
  tags.some((tag) => invalidation.tags.has(tag) || invalidation.kinds.has(kindOf(tag)))

/** What a reply takes in memory. */
export function sizeOf({ key, tags, addresses, plain, packed }: CachedReply): number {
  const texts = 2 * (key.length + addresses.reduce((sum, address) => sum + address.length, 0))
  return ENTRY_BYTES + texts + tags.length * TAG_BYTES + plain.length + (packed?.length ?? 0)
}
