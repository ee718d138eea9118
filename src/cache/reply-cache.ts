import { getHeapStatistics } from 'node:v8'
import { LRUCache } from 'lru-cache'
import type { Tag } from '#src/contract/cache-tags.ts'
import type { Position } from './invalidation.ts'
import type { KeptReply } from './kept-reply.ts'

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
export type Mark = Partial<Position>

/** What has changed: records one by one, and kinds of which very many have. */
export type Purge = { tags: ReadonlyMap<Tag, Mark>; kinds: ReadonlyMap<string, Mark> }

/** A rendering that began at some time, and what was purged since. */
export type Rendering = { readonly purges: readonly Purge[] }

export type ReplyCache = ReturnType<typeof openReplyCache>

/**
 * Rendered replies in memory, bounded in bytes; of more, those that were asked for longest ago go. What is purged is
 * never served again, and neither stored where it was being rendered meanwhile: such a rendering may have read what was
 * there before.
 */
export function openReplyCache(limitBytes: number) {
  const byTag = openTagIndex()
  const byAddress = new Map<string, KeptReply>()
  const renderings = new Set<{ purges: Purge[] }>()
  const replies = openMemory(limitBytes, (reply) => {
    for (const address of reply.addresses) byAddress.delete(address)
    reply.addresses.length = 0
    byTag.remove(reply)
  })

  return {
    /** The reply of a key, which counts as asked for. */
    find: replies.find,

    /** The same by an address that led to it before. */
    at(address: string): KeptReply | undefined {
      const reply = byAddress.get(address)
      if (reply) replies.ask(reply)
      return reply
    },

    /** Remembers that an address leads to a reply. */
    lead(address: string, reply: KeptReply): void {
      if (reply.addresses.length === MAX_ADDRESSES || byAddress.has(address) || !replies.isKept(reply)) return
      byAddress.set(address, reply)
      reply.addresses.push(address)
      replies.keep(reply)
    },

    /** A rendering begins. It has to end. */
    begin(): Rendering {
      const rendering = { purges: [] }
      renderings.add(rendering)
      return rendering
    },

    end: (rendering: Rendering): void => void renderings.delete(rendering as { purges: Purge[] }),

    /** Stores what was rendered, unless something in it was purged since the rendering began: that it tells. */
    store(reply: KeptReply, rendering: Rendering): boolean {
      if (limitBytes === 0 || rendering.purges.some((purge) => isIn(reply, purge))) return false
      replies.drop(reply.key)
      replies.keep(reply)
      if (replies.isKept(reply)) byTag.add(reply)
      return true
    },

    /** Counts again what a reply takes: it has grown. */
    measure(reply: KeptReply): void {
      if (replies.isKept(reply)) replies.keep(reply)
    },

    purge(purge: Purge): void {
      if (purge.tags.size + purge.kinds.size === 0) return
      for (const rendering of renderings) rendering.purges.push(purge)
      for (const tag of purge.tags.keys()) for (const { key } of byTag.with(tag)) replies.drop(key)
      if (purge.kinds.size === 0) return
      for (const reply of replies.all()) if (isIn(reply, purge)) replies.drop(reply.key)
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
function openMemory(limitBytes: number, forget: (reply: KeptReply) => void) {
  if (limitBytes === 0)
    return {
      find: () => undefined,
      ask() {},
      isKept: () => false,
      keep() {},
      drop() {},
      all: () => [],
      bytes: 0,
      size: 0,
    }
  const entries = new LRUCache<string, { readonly reply: KeptReply }>({
    maxSize: limitBytes,
    // A reply that takes a large share of the memory would push out many that are asked for more often.
    maxEntrySize: Math.ceil(limitBytes / 8),
    sizeCalculation: ({ reply }) => sizeOf(reply),
    dispose: ({ reply }) => forget(reply),
    noDisposeOnSet: true,
  })
  let changes = 0
  return {
    find: (key: string): KeptReply | undefined => entries.get(key)?.reply,
    /** Counts as asked for. The order in which replies go matters only when something came since. */
    ask(reply: KeptReply): void {
      if (reply.askedAt === changes) return
      reply.askedAt = changes
      entries.get(reply.key)
    },
    isKept: (reply: KeptReply): boolean => entries.peek(reply.key)?.reply === reply,
    /** Also measures it, again where it was kept before: what stays the same entry is not measured. */
    keep(reply: KeptReply): void {
      changes++
      entries.set(reply.key, { reply })
    },
    drop: (key: string): void => void entries.delete(key),
    all: (): KeptReply[] => [...entries.values()].map(({ reply }) => reply),
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
  const replies = new Map<Tag, Set<KeptReply>>()
  return {
    add(reply: KeptReply): void {
      for (const tag of reply.tags) {
        const tagged = replies.get(tag)
        if (tagged) tagged.add(reply)
        else replies.set(tag, new Set([reply]))
      }
    },
    remove(reply: KeptReply): void {
      for (const tag of reply.tags) {
        const tagged = replies.get(tag)
        tagged?.delete(reply)
        if (tagged?.size === 0) replies.delete(tag)
      }
    },
    with: (tag: Tag): KeptReply[] => [...(replies.get(tag) ?? [])],
  }
}

export const kindOf = (tag: Tag): string => tag.split(' ', 1)[0] as string

const isIn = ({ tags }: KeptReply, purge: Purge): boolean =>
  tags.some((tag) => purge.tags.has(tag) || purge.kinds.has(kindOf(tag)))

/** What a reply takes in memory. */
export function sizeOf({ key, tags, addresses, plain, packed }: KeptReply): number {
  const texts = 2 * (key.length + addresses.reduce((sum, address) => sum + address.length, 0))
  return ENTRY_BYTES + texts + tags.length * TAG_BYTES + plain.length + (packed?.length ?? 0)
}
