import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { keepFresh } from '#src/freshness.ts'
import { everything, headOf, lookBackFrom, type Position, purgeBetween } from './purges.ts'
import { openRecentChanges } from './recent-changes.ts'
import type { ReplyCache } from './reply-cache.ts'
import type { SharedReplies } from './shared-replies.ts'
import type { Stored } from './stored-reply.ts'

/** How long an edit of another process may stay unseen. */
export const CHANGE_MEMORY_MS = 750

/** How far the log was followed, and where other servers keep replies that go with it, if that was known. */
export type Followed = { position: Position; space: string | undefined }

type Following = {
  db: Database
  cache: ReplyCache
  shared: SharedReplies | undefined
  now?: (() => number) | undefined
}

export type Changes = ReturnType<typeof followChanges>

/** Follows the change log, and purges what gets old. */
export function followChanges({ db, cache, shared, now }: Following) {
  const recent = openRecentChanges()
  let followed: Followed | undefined
  let lastSpace: string | undefined

  async function follow() {
    // Before the log: what is followed has to belong to it.
    const space = await shared?.identify()
    const position = await headOf(db)
    const isOther = space !== undefined && lastSpace !== undefined && space !== lastSpace
    if (followed === undefined || isOther) {
      cache.purge(everything)
      if (shared) await lookBack(position)
    } else {
      const purge = await purgeBetween(db, followed.position, position)
      recent.add(purge, position)
      cache.purge(purge)
    }
    followed = { position, space }
    lastSpace = space ?? lastSpace
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
    /** Whether a reply from a space of others has all that was followed here. */
    isCurrent: (space: string, { reply, position }: Stored): boolean =>
      followed?.space === space && recent.isCurrent(reply.tags, position),
  }
}
