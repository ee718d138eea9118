import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { keepFresh } from '#src/freshness.ts'
import { type KeptReply, keptReply, type Rendered } from './kept-reply.ts'
import { headOf, type Position, purgeBetween } from './purges.ts'
import { openReplyCache, type Rendering } from './reply-cache.ts'

/** How long an edit of another process may stay unseen. */
export const CHANGE_MEMORY_MS = 750
/** How long a reply that is out of time may be served, by one request, while it is rendered again for the next. */
export const STALE_MS = 60_000
/** How long it is remembered that there is no such record. */
export const NOT_FOUND_SECONDS = 60

type Kept = {
  db: Database
  clock(): Date
  /** The most that replies may take in memory; 0 keeps none. */
  limitBytes: number
  /** Told what went wrong where nobody waits for it. */
  failed(error: unknown): void
  /** The time of freshness, which only has to go forward. */
  now?(): number
}

/** What renders a reply, where it is not there already. */
export type Render = () => Promise<Omit<Rendered, 'renderedMs'>>

export type Replies = ReturnType<typeof keepReplies>

/**
 * The replies of a server: kept, rendered once for all who ask meanwhile, and purged as the change log tells. The log
 * is followed up to a point before a rendering begins, on the database that it reads, so that it sees at least all that
 * was purged before; what is purged while it runs makes it too old to be kept.
 */
export function keepReplies({ db, clock, limitBytes, failed, now }: Kept) {
  const cache = openReplyCache(limitBytes)
  const running = new Map<string, { rendering: Rendering; reply: Promise<KeptReply> }>()
  let position: Position | undefined

  async function follow() {
    const head = await headOf(db)
    if (position !== undefined) cache.purge(await purgeBetween(db, position, head))
    position = head
  }
  const changes = keepFresh(follow, { forMs: CHANGE_MEMORY_MS, isAway: isUnavailable, ...(now && { now }) })

  /** Renders a reply. Who asks while it runs gets the same one, unless something was purged since it began. */
  function render(key: string, make: Render): Promise<KeptReply> {
    const before = running.get(key)
    if (before && before.rendering.purges.length === 0) return before.reply
    const rendering = cache.begin()
    const reply = finish(key, make, rendering)
    running.set(key, { rendering, reply })
    return reply
  }

  async function finish(key: string, make: Render, rendering: Rendering): Promise<KeptReply> {
    try {
      const renderedMs = clock().getTime()
      const reply = keptReply({ ...(await make()), renderedMs })
      cache.store(reply, rendering)
      return reply
    } finally {
      cache.end(rendering)
      if (running.get(key)?.rendering === rendering) running.delete(key)
    }
  }

  /** Whether a reply that was found may be served at a time; one that is out of time is rendered again beside that. */
  function isServed(reply: KeptReply, nowMs: number, make: Render): boolean {
    // A clock that was put back says nothing about how old it is.
    if (nowMs < reply.renderedMs) return false
    if (nowMs < reply.endMs) return true
    if (!reply.mayBeStale || nowMs >= reply.endMs + STALE_MS) return false
    render(reply.key, make).catch(failed)
    return true
  }

  return {
    cache,
    /** The reply at an address that was asked for before, where it needs neither the database nor rendering. */
    at(address: string, nowMs: number): KeptReply | undefined {
      const reply = changes.isFresh() ? cache.at(address) : undefined
      return reply && nowMs < reply.endMs && nowMs >= reply.renderedMs ? reply : undefined
    },

    /** The reply of a key: kept, or rendered now. */
    async get(key: string, make: Render): Promise<{ reply: KeptReply; isHit: boolean }> {
      if (!changes.isFresh()) await changes.refresh()
      const found = cache.find(key)
      if (found && isServed(found, clock().getTime(), make)) return { reply: found, isHit: true }
      return { reply: await render(key, make), isHit: false }
    },

    /** Purges what has changed by now. Whoever changes the catalogue in this process waits for it. */
    changed: (): Promise<void> => changes.refreshAnew(),
  }
}
