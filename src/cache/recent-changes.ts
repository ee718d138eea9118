import { authorsTag, namesTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Position } from './invalidation.ts'
import { type Invalidation, kindOf, type LastChange } from './reply-cache.ts'

/** Tags that are remembered; beyond that, all are forgotten. */
export const MOST_TAGS = 20_000

/**
 * What has changed since a position: for each tag, the position of its last change. It tells whether a reply that
 * another server has rendered is out of date.
 */
export function openRecentChanges() {
  const tags = new Map<Tag, LastChange>()
  const kinds = new Map<string, LastChange>()
  /** Nothing is known about earlier changes. */
  let since: Position | undefined

  /** Starts over: only changes after this position are known. */
  function begin(position: Position): void {
    const { names, authors } = position
    tags.clear()
    kinds.clear()
    // Each of these has a single number, so its last change is always known.
    tags.set(namesTag, { names })
    tags.set(authorsTag, { authors })
    since = position
  }

  return {
    begin,

    /** Adds changes that were made up to a position. */
    add(invalidation: Invalidation, position: Position): void {
      for (const [tag, lastChange] of invalidation.tags) tags.set(tag, { ...tags.get(tag), ...lastChange })
      for (const [kind, lastChange] of invalidation.kinds) kinds.set(kind, { ...kinds.get(kind), ...lastChange })
      if (tags.size > MOST_TAGS) begin(position)
    },

    /** Whether nothing that a reply shows has changed since its position, as far as is known. */
    isCurrent(replyTags: readonly Tag[], position: Position): boolean {
      if (since === undefined || position.seq < since.seq || position.votes < since.votes) return false
      return replyTags.every((tag) => isBehind(position, tags.get(tag)) && isBehind(position, kinds.get(kindOf(tag))))
    },
  }
}

const isBehind = (position: Position, lastChange: LastChange = {}): boolean =>
  Object.entries(lastChange).every(([name, last]) => position[name as keyof Position] >= last)
