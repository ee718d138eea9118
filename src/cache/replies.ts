import type { Database } from '#src/database/database.ts'
import { type CachedReply, cachedReply, type Rendered } from './cached-reply.ts'
import { type ChangeFollower, openChangeFollower } from './follower.ts'
import { openReplyCache, type Rendering } from './reply-cache.ts'
import type { SharedReplies } from './shared-replies.ts'

/** How long a reply that is out of time may be served, by one request, while it is rendered again for the next. */
export const STALE_MS = 60_000
/** How long it is remembered that there is no such record. */
export const NOT_FOUND_SECONDS = 60

type RepliesOptions = {
  /** What replies are rendered from. */
  db: Database
  /** Where everything is written, and how long it is waited for where it hangs; absent: the same. */
  primary?: Database
  identifyTimeoutMs?: number
  clock(): Date
  /** The most that replies may take in memory; 0 keeps none. */
  limitBytes: number
  /** Replies that other servers have rendered; absent: there are none. */
  shared?: SharedReplies | undefined
  /** Told what went wrong where nobody waits for it. */
  failed(error: unknown): void
  /** The time of freshness, which only has to go forward. */
  now?(): number
}

/** What renders a reply, where it is not there already. */
export type Render = () => Promise<Omit<Rendered, 'renderedMs'>>

export type Replies = ReturnType<typeof openReplies>

/** A reply, and whether it was rendered before it was asked for. */
export type Found = { reply: CachedReply; isHit: boolean }

/**
 * The replies of a server: kept, rendered once for all who ask meanwhile, and purged as the change log tells. The log
 * is followed up to a point before a rendering begins, on the database that it reads, so that it sees at least all that
 * was purged before; what is purged while it runs makes it too old to be kept. What is not kept here may be among the
 * replies that servers share.
 */
export function openReplies({
  db,
  primary = db,
  identifyTimeoutMs,
  clock,
  limitBytes,
  shared,
  failed,
  now,
}: RepliesOptions) {
  const cache = openReplyCache(limitBytes)
  const running = new Map<string, { rendering: Rendering; found: Promise<Found> }>()
  const changes = openChangeFollower({ db, primary, identifyTimeoutMs, cache, shared, now })

  /** Finds or renders a reply. Who asks meanwhile gets the same one, unless something was purged since it began. */
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
      return other ? { reply: other, isHit: true } : { reply: await render(make, rendering), isHit: false }
    } finally {
      cache.end(rendering)
      if (running.get(key)?.rendering === rendering) running.delete(key)
    }
  }

  async function render(make: Render, rendering: Rendering): Promise<CachedReply> {
    // As far as this the log was followed before anything is read.
    const since = changes.followed()
    const renderedMs = clock().getTime()
    const reply = cachedReply({ ...(await make()), renderedMs })
    const isCurrent = cache.store(reply, rendering)
    if (isCurrent && since?.space !== undefined)
      shared?.put(since.space, { reply, position: since.position }, () => cache.remeasure(reply))
    return reply
  }

  /** Whether a reply that was found may be served at a time; one that is out of time is rendered again beside that. */
  function isServed(reply: CachedReply, nowMs: number, make: Render): boolean {
    // A clock that was put back says nothing about how old it is.
    if (nowMs < reply.renderedMs) return false
    if (nowMs < reply.endMs) return true
    if (!reply.mayBeStale || nowMs >= reply.endMs + STALE_MS) return false
    obtain(reply.key, make).catch(failed)
    return true
  }

  return {
    cache,
    /** The reply at an address that was asked for before, where it needs neither the database nor rendering. */
    findByAddress(address: string, nowMs: number): CachedReply | undefined {
      const reply = changes.isFresh() ? cache.findByAddress(address) : undefined
      return reply && nowMs < reply.endMs && nowMs >= reply.renderedMs ? reply : undefined
    },

    /** The reply of a key: kept, or rendered now. */
    async get(key: string, make: Render): Promise<Found> {
      if (!changes.isFresh()) await changes.refresh()
      const found = cache.find(key)
      if (found && isServed(found, clock().getTime(), make)) return { reply: found, isHit: true }
      return obtain(key, make)
    },

    /** Purges what has changed by now. Whoever changes the catalogue in this process waits for it. */
    invalidateChanged: (): Promise<void> => changes.refreshNow(),

    /** Purges everything, where it cannot be told what has changed. */
    invalidateAll: (): void => changes.invalidateAll(),
  }
}

/** A reply of another server, if it has all that was followed here. */
async function findShared(shared: SharedReplies, changes: ChangeFollower, key: string, clock: () => Date) {
  const space = changes.followed()?.space
  if (space === undefined) return undefined
  return shared.find(space, key, (stored) => {
    const nowMs = clock().getTime()
    // More may have been followed while it was fetched, which counts.
    return changes.isCurrent(space, stored) && nowMs >= stored.reply.renderedMs && nowMs < stored.reply.endMs
  })
}
