import { isDeepStrictEqual } from 'node:util'
import { counted, followOnce, noRounds, type Round } from '#src/background/follow.ts'
import { openRefresh } from '#src/background/refresh.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { askIncarnation } from '#src/database/incarnation.ts'
import { currentPosition, type Position } from '#src/database/revisions.ts'
import { everything, invalidationBetween, lookBackFrom } from './invalidation.ts'
import { openRecentChanges } from './recent-changes.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { SharedReplies } from './shared-replies.ts'
import type { Stored } from './stored-reply.ts'

/** How long an edit of another process may stay unnoticed. */
export const CHANGE_CHECK_MS = 750

/** How long a check waits for the primary to identify itself: replicas stay in use while it hangs. */
const IDENTIFY_TIMEOUT_MS = 200

/**
 * How far the log was followed, the space in which other servers store replies of that state, if known, and the last
 * known incarnation of the database.
 */
type Followed = { position: Position; space: string | undefined; incarnation: string | undefined }

type FollowerOptions = {
  /** The database that is read. */
  db: Database
  /** The database that is written, which is asked for its incarnation; absent: the same one. */
  primary?: Database | undefined
  identifyTimeoutMs?: number | undefined
  /** The clock of replies: those that show votes follow ratings by time. */
  clock(): Date
  cache: ReplyCache
  shared: SharedReplies | undefined
  now?: (() => number) | undefined
}

export type ChangeFollower = ReturnType<typeof openChangeFollower>

/**
 * Follows the change log and invalidates replies. After a replica that lacked changes was promoted, the log continues
 * from an earlier position with other changes: then everything that was followed before is void.
 */
export function openChangeFollower({
  db,
  primary = db,
  identifyTimeoutMs = IDENTIFY_TIMEOUT_MS,
  clock,
  cache,
  shared,
  now,
}: FollowerOptions) {
  const recent = openRecentChanges()
  const rounds = noRounds()
  let followed: Followed | undefined
  let lastIncarnation: string | undefined
  /** When it was last noticed that somebody has rated anything, or may have. */
  let ratedMs = Number.NEGATIVE_INFINITY
  const ask = askIncarnation(primary, identifyTimeoutMs)

  const round: Round<Followed> = {
    async look() {
      // Before the log is read, because the position has to belong to this incarnation.
      const incarnation = await ask()
      const space = await shared?.identify(incarnation)
      const position = await currentPosition(db)
      return { reached: followed, head: { position, space, incarnation: incarnation ?? lastIncarnation } }
    },
    continues(reached, head) {
      const isOther = lastIncarnation !== undefined && head.incarnation !== lastIncarnation
      return !isOther && head.position.seq >= reached.position.seq
    },
    isAtEnd: isDeepStrictEqual,
    async follow(reached, head) {
      const invalidation = await invalidationBetween(db, reached.position, head.position)
      recent.add(invalidation, head.position)
      cache.invalidate(invalidation)
      if (head.position.ratings !== reached.position.ratings) ratedMs = clock().getTime()
      return head
    },
    async rebuild(head) {
      // What is cached here from now on is newer; replies of other servers may not be.
      ratedMs = clock().getTime() - 1
      cache.invalidate(everything)
      if (shared) await lookBack(db, recent, head.position)
      return head
    },
    save(mark) {
      followed = mark
      lastIncarnation = mark.incarnation
    },
  }

  const follow = async () => void (await counted(rounds, followOnce(round)))
  const changes = openRefresh(follow, { validMs: CHANGE_CHECK_MS, isAway: isUnavailable, ...(now && { now }) })
  return {
    ...changes,
    /** What it has done, for metrics. */
    follower: { name: 'replies', rounds },
    followed: (): Followed | undefined => followed,
    /** Whether somebody may have rated anything since a time. */
    isRatedSince: (sinceMs: number): boolean => ratedMs >= sinceMs,
    /** Invalidates everything, and uses no reply of other servers until the next check has started over. */
    invalidateAll(): void {
      cache.invalidate(everything)
      followed = undefined
    },
    /** Whether a reply from a space of other servers includes everything that was followed here. */
    isCurrent: (space: string, { reply, position }: Stored): boolean =>
      followed?.space === space && recent.isCurrent(reply.tags, position),
  }
}

/** Learns about recent changes, to know which replies of other servers are out of date. */
async function lookBack(db: Database, recent: ReturnType<typeof openRecentChanges>, position: Position) {
  const since = lookBackFrom(position)
  const invalidation = await invalidationBetween(db, since, position)
  recent.begin(since)
  recent.add(invalidation, position)
}
