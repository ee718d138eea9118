import { keepFresh } from '#src/background/refresh.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { askIncarnation } from '#src/database/incarnation.ts'
import { everything, headOf, lookBackFrom, type Position, purgeBetween } from './invalidation.ts'
import { openRecentChanges } from './recent-changes.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { SharedReplies } from './shared-replies.ts'
import type { Stored } from './stored-reply.ts'

/** How long an edit of another process may stay unseen. */
export const CHANGE_MEMORY_MS = 750

/** How long a look waits for the primary to say which one it is: replicas go on where it hangs. */
export const IDENTIFY_MS = 200

/** How far the log was followed, and where other servers keep replies that go with it, if that was known. */
export type Followed = { position: Position; space: string | undefined }

type Following = {
  /** What is read. */
  db: Database
  /** What is written, which is asked which one it is. */
  primary: Database
  identifyMs?: number | undefined
  cache: ReplyCache
  shared: SharedReplies | undefined
  now?: (() => number) | undefined
}

export type Changes = ReturnType<typeof followChanges>

/**
 * Follows the change log, and purges what gets old. Where a replica that lacked something was made the primary, the log
 * goes on from an earlier place with other changes: what was followed there counts for nothing.
 */
export function followChanges({ db, primary, identifyMs = IDENTIFY_MS, cache, shared, now }: Following) {
  const recent = openRecentChanges()
  let followed: Followed | undefined
  let lastIncarnation: string | undefined
  const ask = askIncarnation(primary, identifyMs)

  async function follow() {
    // Before the log: what is followed has to belong to it.
    const incarnation = await ask()
    const space = await shared?.identify(incarnation)
    const position = await headOf(db)
    const isOther = incarnation !== undefined && lastIncarnation !== undefined && incarnation !== lastIncarnation
    if (followed === undefined || isOther || position.seq < followed.position.seq) {
      cache.purge(everything)
      if (shared) await lookBack(position)
    } else {
      const purge = await purgeBetween(db, followed.position, position)
      recent.add(purge, position)
      cache.purge(purge)
    }
    followed = { position, space }
    lastIncarnation = incarnation ?? lastIncarnation
  }

  /** Learns what has changed of late, to know which replies of other servers are old. */
  async function lookBack(position: Position) {
    const since = lookBackFrom(position)
    const purge = await purgeBetween(db, since, position)
    recent.begin(since)
    recent.add(purge, position)
  }

  const changes = keepFresh(follow, { forMs: CHANGE_MEMORY_MS, isAway: isUnavailable, ...(now && { now }) })
  return {
    ...changes,
    followed: (): Followed | undefined => followed,
    /** Purges everything, and finds nothing of others before the next look, which begins anew. */
    forget(): void {
      cache.purge(everything)
      followed = undefined
    },
    /** Whether a reply from a space of others has all that was followed here. */
    isCurrent: (space: string, { reply, position }: Stored): boolean =>
      followed?.space === space && recent.isCurrent(reply.tags, position),
  }
}
