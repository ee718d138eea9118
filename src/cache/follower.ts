import { openRefresh } from '#src/background/refresh.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { askIncarnation } from '#src/database/incarnation.ts'
import { currentPosition, everything, invalidationBetween, lookBackFrom, type Position } from './invalidation.ts'
import { openRecentChanges } from './recent-changes.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { SharedReplies } from './shared-replies.ts'
import type { Stored } from './stored-reply.ts'

/** How long an edit of another process may stay unseen. */
export const CHANGE_CHECK_MS = 750

/** How long a look waits for the primary to say which one it is: replicas go on where it hangs. */
export const IDENTIFY_TIMEOUT_MS = 200

/** How far the log was followed, and where other servers keep replies that go with it, if that was known. */
export type Followed = { position: Position; space: string | undefined }

type FollowerOptions = {
  /** What is read. */
  db: Database
  /** What is written, which is asked which one it is. */
  primary: Database
  identifyTimeoutMs?: number | undefined
  cache: ReplyCache
  shared: SharedReplies | undefined
  now?: (() => number) | undefined
}

export type ChangeFollower = ReturnType<typeof openChangeFollower>

/**
 * Follows the change log, and purges what gets old. Where a replica that lacked something was made the primary, the log
 * goes on from an earlier place with other changes: what was followed there counts for nothing.
 */
export function openChangeFollower({
  db,
  primary,
  identifyTimeoutMs = IDENTIFY_TIMEOUT_MS,
  cache,
  shared,
  now,
}: FollowerOptions) {
  const recent = openRecentChanges()
  let followed: Followed | undefined
  let lastIncarnation: string | undefined
  const ask = askIncarnation(primary, identifyTimeoutMs)

  async function follow() {
    // Before the log: what is followed has to belong to it.
    const incarnation = await ask()
    const space = await shared?.identify(incarnation)
    const position = await currentPosition(db)
    const isOther = incarnation !== undefined && lastIncarnation !== undefined && incarnation !== lastIncarnation
    if (followed === undefined || isOther || position.seq < followed.position.seq) {
      cache.invalidate(everything)
      if (shared) await lookBack(position)
    } else {
      const invalidation = await invalidationBetween(db, followed.position, position)
      recent.add(invalidation, position)
      cache.invalidate(invalidation)
    }
    followed = { position, space }
    lastIncarnation = incarnation ?? lastIncarnation
  }

  /** Learns what has changed of late, to know which replies of other servers are old. */
  async function lookBack(position: Position) {
    const since = lookBackFrom(position)
    const invalidation = await invalidationBetween(db, since, position)
    recent.begin(since)
    recent.add(invalidation, position)
  }

  const changes = openRefresh(follow, { validMs: CHANGE_CHECK_MS, isAway: isUnavailable, ...(now && { now }) })
  return {
    ...changes,
    followed: (): Followed | undefined => followed,
    /** Purges everything, and finds nothing of others before the next look, which begins anew. */
    invalidateAll(): void {
      cache.invalidate(everything)
      followed = undefined
    },
    /** Whether a reply from a space of others has all that was followed here. */
    isCurrent: (space: string, { reply, position }: Stored): boolean =>
      followed?.space === space && recent.isCurrent(reply.tags, position),
  }
}
