import type { Database } from '#src/database/database.ts'
import { type CachedReply, cachedReply, type Rendered } from './cached-reply.ts'
import { type ChangeFollower, openChangeFollower } from './follower.ts'
import { openReplyCache, type Rendering, type ReplyCache } from './reply-cache.ts'
import type { SharedReplies } from './shared-replies.ts'
import { openWatch, type Watch } from './watch.ts'

/** How long an expired reply may be served, to one request, while it is rendered again. */
export const STALE_MS = 60_000
/**
 * Replies that show averages are rendered again when they are older than this and somebody has rated anything since, as
 * above, and never served when they are twice as old. So lists, filters and orders follow ratings within a minute, and
 * no rating invalidates them.
 */
export const VOTES_MS = 30_000
/** How long it is remembered that a record does not exist. */
export const NOT_FOUND_SECONDS = 60

type RepliesOptions = {
  /** What replies are rendered from. */
  db: Database
  /** The database that is written, and how long to wait for it when it hangs; absent: the same one. */
  primary?: Database
  identifyTimeoutMs?: number | undefined
  clock(): Date
  /** The most memory that replies may take; with 0, none are cached. */
  limitBytes: number
  /** Replies that servers share; absent: they share none. */
  shared?: SharedReplies | undefined
  /** Gets errors where nobody waits for the outcome. */
  failed(error: unknown): void
  /** A monotonic clock in ms. */
  now?(): number
}

/** Renders a reply that is not there yet. */
type Render = () => Promise<Omit<Rendered, 'renderedMs'>>

export type Replies = ReturnType<typeof openReplies>

/** A reply, and whether it was there already. */
export type Found = { is: 'kept'; reply: CachedReply; isHit: boolean }

/**
 * The replies of a server: cached, rendered once for all requests that wait for them, and invalidated by the change
 * log. The log is followed up to a position before a rendering begins, on the database that it reads, so that it sees
 * at least everything that was invalidated before. If something is invalidated while it runs, the result is too old to
 * be cached. Replies that are not here may be among those that servers share.
 */
export function openReplies({ limitBytes, clock, shared, failed, ...followed }: RepliesOptions) {
  const cache = openReplyCache(limitBytes)
  const running = new Map<string, { rendering: Rendering; found: Promise<Found> }>()
  const changes = openChangeFollower({ ...followed, clock, cache, shared })

  /** Finds or renders a reply, once for all who wait for it, unless something was invalidated since it began. */
  function obtain(key: string, make: Render): Promise<Found> {
    const before = running.get(key)
    if (before && before.rendering.invalidations.length === 0) return before.found
    const rendering = cache.begin()
    const found = finish(key, make, rendering)
    running.set(key, { rendering, found })
    return found
  }

  async function finish(key: string, make: Render, rendering: Rendering): Promise<Found> {
    try {
      const other = shared && (await findShared(shared, changes, key, clock))
      if (other) cache.store(other, rendering)
      if (other) return { is: 'kept', reply: other, isHit: true }
      // The log was followed up to here before anything is read.
      const since = changes.followed()
      const renderedMs = clock().getTime()
      const reply = cachedReply({ ...(await make()), renderedMs })
      if (cache.store(reply, rendering) && since?.space !== undefined)
        shared?.put(since.space, { reply, position: since.position }, () => cache.remeasure(reply))
      return { is: 'kept', reply, isHit: false }
    } finally {
      cache.end(rendering)
      if (running.get(key)?.rendering === rendering) running.delete(key)
    }
  }

  function find(key: string, make: Render): Promise<Found> {
    const reply = cache.find(key)
    if (!reply || !isServed(reply, clock().getTime(), make)) return obtain(key, make)
    return Promise.resolve({ is: 'kept', reply, isHit: true })
  }

  /** Whether a reply may be served at a time. An expired one is rendered again in the background. */
  function isServed(reply: CachedReply, nowMs: number, make: Render): boolean {
    // After the clock was set back, the age of a reply is unknown.
    if (nowMs < reply.renderedMs) return false
    const { endMs, staleMs } = endsOf(reply, changes)
    if (nowMs < endMs || nowMs >= staleMs) return nowMs < endMs
    obtain(reply.key, make).catch(failed)
    return true
  }

  return {
    cache,
    /** Whether replies are cached at all. If not, what only serves that need not be done. */
    keepsAny: limitBytes > 0,
    follower: changes.follower,
    /** The reply at an address that was used before, if it needs neither the database nor rendering. */
    findByAddress(variant: string, address: string, nowMs: number): CachedReply | undefined {
      const reply = changes.isFresh() ? cache.findByAddress(variant, address) : undefined
      return reply && nowMs < endsOf(reply, changes).endMs && nowMs >= reply.renderedMs ? reply : undefined
    },

    /** The reply for a key: from the cache, or rendered now. */
    get: (key: string, make: Render): Promise<Found> =>
      changes.isFresh() ? find(key, make) : changes.refresh().then(() => find(key, make)),
    ...looks(cache, changes, limitBytes > 0),
  }
}

/** How others look at what has changed. */
const looks = (cache: ReplyCache, changes: ChangeFollower, keepsAny: boolean) => ({
  /** Watches what is invalidated from now on. It has to be ended. */
  watch: (): Watch => openWatch(cache, keepsAny),
  /** Whether what has changed was looked at a moment ago. */
  isFresh: (): boolean => changes.isFresh(),
  /** Invalidates what has changed by now, and says whether that is known: it is not while the database is away. */
  checkNow: (): Promise<boolean> => changes.checkNow(),
  /** Invalidates what has changed by now. Code that changes the catalogue here waits for it. */
  invalidateChanged: (): Promise<void> => changes.refreshNow(),
  /** Invalidates everything, for when it is unknown what has changed. */
  invalidateAll: (): void => changes.invalidateAll(),
})

type Ends = { endMs: number; staleMs: number }

/** Until when a reply is served, and until when while it is rendered again. */
function endsOf({ endMs, renderedMs, showsVotes, mayBeStale }: CachedReply, { isRatedSince }: ChangeFollower): Ends {
  const staleMs = mayBeStale ? endMs + STALE_MS : endMs
  if (!showsVotes || !isRatedSince(renderedMs)) return { endMs, staleMs }
  return { endMs: Math.min(endMs, renderedMs + VOTES_MS), staleMs: Math.min(staleMs, renderedMs + 2 * VOTES_MS) }
}

/** A reply of another server, if it includes everything that was followed here. */
async function findShared(shared: SharedReplies, changes: ChangeFollower, key: string, clock: () => Date) {
  const { space, position } = changes.followed() ?? {}
  if (space === undefined || position === undefined) return undefined
  return shared.find(space, key, (stored) => {
    const nowMs = clock().getTime()
    const { renderedMs, showsVotes } = stored.reply
    const followsVotes = showsVotes && stored.position.ratings < position.ratings
    if (followsVotes && nowMs >= renderedMs + VOTES_MS) return false
    // More may have been followed while it was fetched.
    return changes.isCurrent(space, stored) && nowMs >= renderedMs && nowMs < stored.reply.endMs
  })
}
